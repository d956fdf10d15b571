import type { Refusal } from '../../../domain/refusal.ts'

/** Beyond, nobody has typed it. */
const MAX_LOOKED_AT = 16_384

/** A refusal where a body was sent as a form and is JSON: what curl makes of `-d` when nobody says otherwise. */
export function checkMistakenJson(bytes: Buffer): Refusal | null {
  if (bytes.length > MAX_LOOKED_AT || !BEGINS.test(bytes.toString('latin1', 0, 16))) return null
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
