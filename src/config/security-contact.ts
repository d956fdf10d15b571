import { z } from 'zod'
import type { Parsed } from './reading.ts'

const MAX_LENGTH = 500
const address = z.email().max(254)

/** Parses an email address or an https URL into the URI that security.txt names (RFC 9116 §2.5.3). */
export function parseSecurityContact(text: string): Parsed<string> {
  if (address.safeParse(text).success) return { kind: 'ok', value: `mailto:${text}` }
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol === 'https:' && url.username === '' && text.length <= MAX_LENGTH) {
    return { kind: 'ok', value: url.href }
  }
  return { kind: 'fault', problem: `is ${JSON.stringify(text)}` }
}
