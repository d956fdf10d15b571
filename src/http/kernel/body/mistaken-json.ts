import type { Refusal } from '../../../domain/refusal.ts'

/** Maximum size of a body that is checked: larger ones were not typed by hand. */
const MAX_CHECKED_BYTES = 16_384

/** Returns a refusal for a JSON body that was sent as a form, as curl does with `-d` by default; otherwise null. */
export function checkMistakenJson(bytes: Buffer): Refusal | null {
  if (bytes.length > MAX_CHECKED_BYTES || !BEGINS.test(bytes.toString('latin1', 0, 16))) return null
  try {
    JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
  const message = 'The body is JSON but was sent as a form. Add the header Content-Type: application/json.'
  return { code: 'body_unparsable', message }
}

const BEGINS = /^\s*[[{]/
