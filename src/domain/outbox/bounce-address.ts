import { readPlainAddress } from '../accounts/mailbox.ts'

/** Length of the token by which bounces and complaints identify an email, in characters. */
export const BOUNCE_TOKEN_LENGTH = 32
export const BOUNCE_TOKEN = new RegExp(`^[0-9a-hjkmnp-tv-z]{${BOUNCE_TOKEN_LENGTH}}$`, 'i')
/** Header with the token of an email, which comes back with the returned headers. */
export const BOUNCE_TOKEN_HEADER = 'Formslot-Email'
/** Placeholder in the pattern of a bounce address, which the token of each email replaces. */
const TOKEN_PLACE = '{token}'
/** Maximum number of tokens of one message that are verified: a hostile message could have thousands. */
const MAX_TOKENS = 10

/**
 * Pattern of the envelope sender, in which each email has its own token (variable envelope return paths), so that everything
 * that mail servers send there identifies the email. `before` and `after` surround the token in the local part; all parts are
 * in lower case.
 */
export type BounceAddress = { before: string; after: string; domain: string }

/** Places in a received message that can contain the token of the email that it is about. */
export type TokenPlaces = {
  /** Recipients of the message, and envelope senders of the email that it is about; with or without angle brackets. */
  addresses: readonly string[]
  /** Values of `Original-Envelope-Id` (RFC 3464 §2.2.1): the ENVID of the email (RFC 3461 §4.4). */
  envelopeIds: readonly string[]
  /** Values of `BOUNCE_TOKEN_HEADER` in returned headers. */
  headers: readonly string[]
}

/** Parses a pattern such as `b+{token}@bounce.example.org`; null unless it becomes a plain address with the token in its local part. */
export function parseBounceAddress(pattern: string): BounceAddress | null {
  const [before, rest, ...more] = pattern.split(TOKEN_PLACE)
  if (before === undefined || rest === undefined || more.length > 0) return null
  const longest = '0'.repeat(BOUNCE_TOKEN_LENGTH)
  const address = readPlainAddress(before + longest + rest)
  const at = address?.lastIndexOf('@') ?? -1
  const after = address?.slice(before.length + longest.length, at)
  // Without an @ after the token, the token would be in the domain.
  if (!address || after === undefined || !rest.includes('@')) return null
  return {
    before: before.toLowerCase(),
    after: after.toLowerCase(),
    domain: address.slice(at + 1),
  }
}

/** Returns the envelope sender of the email with this token. */
export function toEnvelopeSender({ before, after, domain }: BounceAddress, token: string): string {
  return `${before}${token}${after}@${domain}`
}

/**
 * Finds candidates for tokens, in lower case and without duplicates. Any of them can be forged, so each must be verified. The
 * Message-ID is not used: it is derived from the id of a submission, which the visitor also knows.
 *
 * @param address null if the instance has no bounce address
 */
export function findBounceTokens(places: TokenPlaces, address: BounceAddress | null): string[] {
  const found = [
    ...(address ? places.addresses.map((text) => findInAddress(text, address)) : []),
    // Some mail servers add angle brackets.
    ...[...places.envelopeIds, ...places.headers].map((text) => text.trim().replace(/^<(.*)>$/, '$1')),
  ]
  const tokens = found.filter((text) => text !== null).filter((text) => BOUNCE_TOKEN.test(text))
  return [...new Set(tokens.map((token) => token.toLowerCase()))].slice(0, MAX_TOKENS)
}

/**
 * Returns the text at the position of the token in an address; null if the address does not match. Text before the pattern is
 * ignored: mail servers add their own tags, such as `prvs=…=` (BATV).
 */
function findInAddress(text: string, { before, after, domain }: BounceAddress): string | null {
  const address = text.toLowerCase().replaceAll('"', '')
  const end = address.indexOf(`${after}@${domain}`)
  const begin = end - BOUNCE_TOKEN_LENGTH
  if (begin < before.length || !address.startsWith(before, begin - before.length)) return null
  return address.slice(begin, end)
}
