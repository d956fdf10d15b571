import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ID_LENGTH = 8
/** 214 bits. */
const SECRET_LENGTH = 36
const CHECKSUM_LENGTH = 6
const KEY = /^([a-z]{2}_)([0-9A-Za-z]{8})[0-9A-Za-z]{36}([0-9A-Za-z]{6})$/
/** Bytes below this are distributed evenly over the alphabet. */
const EVEN = 256 - (256 % ALPHABET.length)

/** `ak_`: a key of an account. `tk_`, `qk_`: a key of one endpoint, with the prefix of its kind. */
export type KeyPrefix = `${string}k_`

/**
 * Creates a key for programs: a prefix, an id, a secret, and the CRC-32 of all three. A double click selects it, scanners
 * for leaked secrets find it, and a mistyped key is recognized without a read of the store.
 * Source: "Behind GitHub's new authentication token formats" (github.blog, 2021).
 *
 * @param nextBytes returns `count` unpredictable bytes, different ones at each call
 */
export function newKeyText(
  prefix: KeyPrefix,
  nextBytes: (count: number) => Buffer,
): { id: string; text: string } {
  const digits = randomDigits(ID_LENGTH + SECRET_LENGTH, nextBytes)
  const begun = prefix + digits
  return { id: digits.slice(0, ID_LENGTH), text: begun + computeChecksum(begun) }
}

/** Returns the id in a key with this prefix; null for a malformed key or a wrong checksum. */
export function getKeyId(prefix: KeyPrefix, text: string): string | null {
  const [, begins, id, checksum] = KEY.exec(text) ?? []
  if (begins !== prefix || id === undefined || checksum === undefined) return null
  return computeChecksum(text.slice(0, -CHECKSUM_LENGTH)) === checksum ? id : null
}

function computeChecksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  while (digits.length < CHECKSUM_LENGTH) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}

function randomDigits(length: number, nextBytes: (count: number) => Buffer): string {
  let text = ''
  while (text.length < length) {
    for (const byte of nextBytes(length)) {
      if (byte < EVEN && text.length < length) text += ALPHABET.charAt(byte % ALPHABET.length)
    }
  }
  return text
}
