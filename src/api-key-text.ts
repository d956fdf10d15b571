import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = 'ak_'
const ID_LENGTH = 8
/** 214 bits. */
const SECRET_LENGTH = 36
const CHECKSUM_LENGTH = 6
const API_KEY = /^ak_([0-9A-Za-z]{8})[0-9A-Za-z]{36}([0-9A-Za-z]{6})$/
/** Bytes below this spread evenly over the alphabet. */
const EVEN = 256 - (256 % ALPHABET.length)

/**
 * A key for programs: `ak_`, an id, a secret, and the CRC-32 of all that. One double click selects it, scanners for leaked
 * secrets find it, and a mistyped one shows without a look at the store.
 * Source: "Behind GitHub's new authentication token formats" (github.blog, 2021).
 */
export function newApiKey(randomBytes: (count: number) => Buffer): { id: string; apiKey: string } {
  const text = randomText(ID_LENGTH + SECRET_LENGTH, randomBytes)
  const begun = PREFIX + text
  return { id: text.slice(0, ID_LENGTH), apiKey: begun + checksumOf(begun) }
}

/** The id in a key; null when it has not the shape of one, or not the checksum. */
export function idOfApiKey(apiKey: string): string | null {
  const [, id, checksum] = API_KEY.exec(apiKey) ?? []
  if (id === undefined || checksum === undefined) return null
  return checksumOf(apiKey.slice(0, -CHECKSUM_LENGTH)) === checksum ? id : null
}

function checksumOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  while (digits.length < CHECKSUM_LENGTH) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}

function randomText(length: number, randomBytes: (count: number) => Buffer): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < EVEN && text.length < length) text += ALPHABET.charAt(byte % ALPHABET.length)
    }
  }
  return text
}
