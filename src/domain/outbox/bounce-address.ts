import { readPlainAddress } from '../accounts/mailbox.ts'

/** Digits of the token by which bounces and complaints name an email. */
export const BOUNCE_TOKEN_LENGTH = 32
export const BOUNCE_TOKEN = new RegExp(`^[0-9a-hjkmnp-tv-z]{${BOUNCE_TOKEN_LENGTH}}$`, 'i')
/** Header of every email that carries its token, which comes back with the returned headers. */
export const BOUNCE_TOKEN_HEADER = 'Formslot-Email'
/** Part of a pattern that the token of each email replaces. */
const TOKEN_PLACE = '{token}'
/** Tokens of one message that are worth verifying: a hostile message could have thousands. */
const MAX_TOKENS = 10

/**
 * The envelope sender of all emails, each with its own token (variable envelope return paths), so that whatever a mail server
 * sends to it names the email. `before` and `after` surround the token in the local part; all parts are in lower case.
 */
export type BounceAddress = { before: string; after: string; domain: string }

/** Places of a received message in which the token of the email that it is about can stand. */
export type TokenPlaces = {
  /** Addresses that it was sent to, and envelope senders of the email that it is about; with or without brackets. */
  addresses: readonly string[]
  /** Values of `Original-Envelope-Id` (RFC 3464 §2.2.1): the ENVID of the email (RFC 3461 §4.4). */
  envelopeIds: readonly string[]
  /** Values of `BOUNCE_TOKEN_HEADER` in returned headers. */
  headers: readonly string[]
}

/** Reads a pattern such as `b+{token}@bounce.example.org`; null when it does not become a plain address with a token in it. */
export function parseBounceAddress(pattern: string): BounceAddress | null {
  const [before, rest, ...more] = pattern.split(TOKEN_PLACE)
  if (before === undefined || rest === undefined || more.length > 0) return null
  const longest = '0'.repeat(BOUNCE_TOKEN_LENGTH)
  const address = readPlainAddress(before + longest + rest)
  const at = address?.lastIndexOf('@') ?? -1
  const after = address?.slice(before.length + longest.length, at)
  // Without an @ behind the token, it would be in the domain.
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
 * Finds what may be tokens, in lower case, each once. Any of them can be made up, so each must be verified. A Message-ID is
 * no place to look at: it is made from the id of a submission, which its visitor knows, too.
 *
 * @param address null while the emails of the instance have an envelope sender without a token
 */
export function findBounceTokens(places: TokenPlaces, address: BounceAddress | null): string[] {
  const found = [
    ...(address ? places.addresses.map((text) => findInAddress(text, address)) : []),
    // Some mail servers add brackets.
    ...[...places.envelopeIds, ...places.headers].map((text) => text.trim().replace(/^<(.*)>$/, '$1')),
  ]
  const tokens = found.filter((text) => text !== null).filter((text) => BOUNCE_TOKEN.test(text))
  return [...new Set(tokens.map((token) => token.toLowerCase()))].slice(0, MAX_TOKENS)
}

/**
 * Returns what stands in an address in place of the token. Text before it is ignored: mail servers put their own tags there,
 * such as `prvs=…=` (BATV).
 */
function findInAddress(text: string, { before, after, domain }: BounceAddress): string | null {
  const address = text.toLowerCase().replaceAll('"', '')
  const end = address.indexOf(`${after}@${domain}`)
  const begin = end - BOUNCE_TOKEN_LENGTH
  if (begin < before.length || !address.startsWith(before, begin - before.length)) return null
  return address.slice(begin, end)
}
