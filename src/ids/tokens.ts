import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { findKindRules, KINDS } from '../domain/endpoints/kinds.ts'
import type { Keys, NamedEndpoint } from '../domain/keys.ts'

/** Crockford's base32 in lower case: digits and letters without i, l, o and u, which are easily misread. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const BITS_PER_DIGIT = 5
const BITS_PER_BYTE = 8
/** Memory in which ids are written: every submission gets one. */
const scratch = Buffer.alloc(64)

export const DESTINATION_PREFIX = 'dst_'
export const SUBMISSION_PREFIX = 'sub_'
/** 160 bits: 32 digits of base32. */
export const TOKEN_HMAC_BYTES = 20
/** Digits of the id of a submission after its prefix, and hexadecimal digits of the hash of its receipt: 128 bits. */
const SUBMISSION_DIGITS = 26
const RECEIPT_HASH_DIGITS = 32
/** 128 bits. */
const CONVERSATION_BYTES = 16

/** Tokens of forms begin with the digits of the id, tokens of other kinds with the prefix of the id. */
const ID_PREFIXES = Object.values(KINDS)
  .flatMap(({ kind, idPrefix }) => (kind === 'form' ? [] : [idPrefix]))
  .join('')
const TOKEN = new RegExp(
  `^([${ID_PREFIXES}]?)([0-9a-hjkmnp-tv-z]{16})[0-9a-hjkmnp-tv-z]{32}(?:-([0-9a-z]{1,11}))?$`,
)
/** Base of the time in a token for an endpoint that was handed over. */
const TIME_BASE = 36
const FORM_ID = /^f_([0-9a-hjkmnp-tv-z]{16})$/
const DESTINATION_ID = /^dst_([0-9a-hjkmnp-tv-z]{16})$/
/** The digits of the form id, the digits of the destination id, and their HMAC. */
const DESTINATION_TOKEN = /^([0-9a-hjkmnp-tv-z]{16})([0-9a-hjkmnp-tv-z]{16})[0-9a-hjkmnp-tv-z]{32}$/
/** The id of a public link, and its HMAC. */
const PUBLIC_LINK_TOKEN = /^([0-9a-hjkmnp-tv-z]{16})[0-9a-hjkmnp-tv-z]{32}$/

/** The digits of the id of a submission, and their hash. */
const RECEIPT_TOKEN = /^([0-9a-hjkmnp-tv-z]{26})[0-9a-f]{32}$/

/** Creates the tokens of one purpose: the digits of the endpoint id, its HMAC, and the time at which it was handed over. */
export function createEndpointTokens(
  purpose: string,
  key: Buffer,
): { make(endpoint: NamedEndpoint): string; verify(token: string): NamedEndpoint | null } {
  function make({ id: endpointId, handedOverAt }: NamedEndpoint): string {
    const time = handedOverAt === null ? '' : `-${handedOverAt.getTime().toString(TIME_BASE)}`
    const rules = findKindRules(endpointId)
    if (!rules) throw new RangeError('a token needs the id of an endpoint')
    const idPrefix = rules.kind === 'form' ? '' : rules.idPrefix
    return (
      idPrefix +
      endpointId.slice('f_'.length) +
      toBase32(truncatedHmac(key, `${purpose}:v1:${endpointId}${time}`, TOKEN_HMAC_BYTES)) +
      time
    )
  }

  function verify(token: string): NamedEndpoint | null {
    const [, idPrefix, digits, time] = TOKEN.exec(token) ?? []
    if (digits === undefined) return null
    const handedOverAt = time === undefined ? null : new Date(Number.parseInt(time, TIME_BASE))
    if (handedOverAt && Number.isNaN(handedOverAt.getTime())) return null
    const endpoint = { id: `${idPrefix || KINDS.form.idPrefix}_${digits}`, handedOverAt }
    const right = Buffer.from(make(endpoint))
    const given = Buffer.from(token)
    return right.length === given.length && timingSafeEqual(right, given) ? endpoint : null
  }

  return { make, verify }
}

/** Creates the tokens for destinations: the digits of both ids, then their HMAC. */
export function createDestinationTokens(key: Buffer): {
  make(destination: { formId: string; id: string }): string
  verify(token: string): { formId: string; id: string } | null
} {
  function make({ formId, id }: { formId: string; id: string }): string {
    const digits = [FORM_ID.exec(formId)?.[1], DESTINATION_ID.exec(id)?.[1]]
    if (digits.includes(undefined)) throw new RangeError('a token needs the ids of a form and a destination')
    return digits.join('') + toBase32(truncatedHmac(key, `destination:v1:${formId}:${id}`, TOKEN_HMAC_BYTES))
  }

  function verify(token: string): { formId: string; id: string } | null {
    const [, form, destination] = DESTINATION_TOKEN.exec(token) ?? []
    if (form === undefined || destination === undefined) return null
    const named = { formId: `${KINDS.form.idPrefix}_${form}`, id: DESTINATION_PREFIX + destination }
    return timingSafeEqual(Buffer.from(make(named)), Buffer.from(token)) ? named : null
  }

  return { make, verify }
}

/**
 * Creates the tokens of public links, or those of badges: the digits of the id, then their HMAC. Neither names the endpoint.
 */
export function createPublicLinkTokens(
  purpose: 'public-link' | 'badge',
  key: Buffer,
): {
  make(linkId: string): string
  verify(token: string): string | null
} {
  const make = (linkId: string) =>
    linkId + toBase32(truncatedHmac(key, `${purpose}:v1:${linkId}`, TOKEN_HMAC_BYTES))

  function verify(token: string): string | null {
    const linkId = PUBLIC_LINK_TOKEN.exec(token)?.[1]
    if (linkId === undefined) return null
    return timingSafeEqual(Buffer.from(make(linkId)), Buffer.from(token)) ? linkId : null
  }

  return { make, verify }
}

/**
 * Creates the tokens of receipts: the digits of the submission id, then a keyed hash of 128 bits. Each submission gets a token,
 * and one SHA-256 takes a fraction of the time of an HMAC. Nothing can be appended to its input, because it has one length and
 * half of the hash is left out.
 *
 * @param prefix prefix of the ids of submissions
 */
export function createReceiptTokens(
  prefix: string,
  key: Buffer,
): { make(submissionId: string): string; verify(token: string): string | null } {
  const secret = `receipt:v1:${key.toString('base64url')}:`

  function make(submissionId: string): string {
    const digits = submissionId.slice(prefix.length)
    if (digits.length !== SUBMISSION_DIGITS) throw new RangeError('a receipt needs the id of a submission')
    return digits + hash('sha256', secret + digits, 'hex').slice(0, RECEIPT_HASH_DIGITS)
  }

  function verify(token: string): string | null {
    const digits = RECEIPT_TOKEN.exec(token)?.[1]
    if (digits === undefined) return null
    const submissionId = prefix + digits
    return timingSafeEqual(Buffer.from(make(submissionId)), Buffer.from(token)) ? submissionId : null
  }

  return { make, verify }
}

/** Creates `Keys.conversationKey`. */
export function createConversationKeys(key: Buffer): Keys['conversationKey'] {
  return (endpointId, sender) =>
    truncatedHmac(key, `${endpointId} ${sender}`, CONVERSATION_BYTES).toString('base64url')
}

/** Returns the first bytes of the HMAC-SHA-256 of a text. */
export function truncatedHmac(key: Buffer, text: string, bytes: number): Buffer {
  return createHmac('sha256', key).update(text).digest().subarray(0, bytes)
}

/** Encodes bytes, the first bit first; the last digit is padded with zero bits. */
export function toBase32(bytes: Uint8Array): string {
  const count = Math.ceil((bytes.length * BITS_PER_BYTE) / BITS_PER_DIGIT)
  const text = count <= scratch.length ? scratch : Buffer.allocUnsafe(count)
  let length = 0
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = (held << BITS_PER_BYTE) | byte
    bits += BITS_PER_BYTE
    while (bits >= BITS_PER_DIGIT) {
      bits -= BITS_PER_DIGIT
      text[length++] = ALPHABET.charCodeAt((held >> bits) & 31)
    }
    held &= (1 << bits) - 1
  }
  if (bits > 0) text[length] = ALPHABET.charCodeAt((held << (BITS_PER_DIGIT - bits)) & 31)
  return text.toString('latin1', 0, count)
}

/** Writes a number with `count` digits, the most significant first. */
export function toBase32Digits(value: number, count: number): string {
  let text = ''
  for (let digit = count - 1; digit >= 0; digit -= 1)
    text += ALPHABET[(value >> (digit * BITS_PER_DIGIT)) & 31]
  return text
}

/** Decodes digits; null for anything that `toBase32` would not have written. */
export function fromBase32(text: string): Buffer | null {
  const bytes = Buffer.alloc(Math.floor((text.length * BITS_PER_DIGIT) / BITS_PER_BYTE))
  let length = 0
  let held = 0
  let bits = 0
  for (const digit of text) {
    const value = ALPHABET.indexOf(digit)
    if (value < 0) return null
    held = (held << BITS_PER_DIGIT) | value
    bits += BITS_PER_DIGIT
    if (bits < BITS_PER_BYTE) continue
    bits -= BITS_PER_BYTE
    bytes[length++] = held >> bits
    held &= (1 << bits) - 1
  }
  // The remaining bits are padding: less than a digit, and zero.
  return bits < BITS_PER_DIGIT && held === 0 ? bytes : null
}

/** Normalizes typed digits: removes spaces and hyphens, and reads the letters o, i and l as the digits they look like. */
export function normalizeDigits(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
}
