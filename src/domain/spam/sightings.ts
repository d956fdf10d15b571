import { isMessageField } from './field-names.ts'
import type { ReadText } from './read-texts.ts'

/** Hours for which a text counts after it was last seen. */
export const SIGHTING_HOURS = 24
/** Number of endpoints at which a text is counted within a day: more would tell no more. */
export const MAX_SIGHTING_ENDPOINTS = 100

/** Letters that a message needs to be compared: `test` and `please call me` are sent by many. */
const MIN_MESSAGE_LETTERS = 60
/** Letters that any other text needs: the values of checkboxes and hidden fields are the same for everybody. */
const MIN_OTHER_LETTERS = 200
/** A character of a script without spaces says as much as this number of letters. */
const LETTERS_OF_A_CHARACTER = 3
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/gu
const NOT_LETTERS = /[^\p{L}\p{M}]+/gu
const SPACES = /\s+/

/** Real submissions with the same text in the last `SIGHTING_HOURS`. */
export type Sightings = {
  /** Number of them at this endpoint. */
  here: number
  /** Number of endpoints at which the text was seen, and of the accounts that own them, this one included. */
  endpoints: number
  accounts: number
}

export const NO_SIGHTINGS: Sightings = { here: 0, endpoints: 1, accounts: 1 }

/** Multipliers of the two halves of a hash, which mix the bits of a character into all others. */
const LOW_FACTOR = 0x01000193
const HIGH_FACTOR = 0x85ebca6b
/** Numbers are exact up to 53 bits: 32 of the low half, 21 of the high one. */
const HIGH_BITS = 2 ** 21
const LOWER = 32

/**
 * Returns a hash of the message of a submission by which copies of it are found: of its letters, without digits, signs and
 * addresses; null where it holds no message long enough to be compared.
 *
 * @param seed of the hash, 32 bits
 * @returns 53 bits
 */
export function hashMessage(texts: readonly ReadText[], seed: number): number | null {
  let low = seed | 0
  let high = ~seed
  let isCompared = false
  for (const { field, text } of texts) {
    if (text.length < MIN_MESSAGE_LETTERS / LETTERS_OF_A_CHARACTER) continue
    const letters = hashLetters(text, seed)
    if (letters.count < MIN_MESSAGE_LETTERS) continue
    if (letters.count < MIN_OTHER_LETTERS && !isMessageField(field)) continue
    isCompared = true
    low = Math.imul(low ^ letters.low, LOW_FACTOR)
    high = Math.imul(high ^ letters.high, HIGH_FACTOR)
  }
  return isCompared ? (low >>> 0) * HIGH_BITS + ((high >>> 0) % HIGH_BITS) : null
}

type LettersHash = { count: number; low: number; high: number }

function hashLetters(text: string, seed: number): LettersHash {
  const hasAddresses = text.includes('@') || text.includes('://')
  const plain = hasAddresses ? text.split(SPACES).filter(isNoAddress).join(' ') : text
  return hashAsciiLetters(plain, seed) ?? hashUnicodeLetters(plain, seed)
}

/** Returns null for a text outside ASCII. */
function hashAsciiLetters(text: string, seed: number): LettersHash | null {
  let count = 0
  let low = seed | 0
  let high = ~seed
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at) | LOWER
    if (unit < 97) continue
    if (unit > 122) {
      if (unit > 127) return null
      continue
    }
    count += 1
    low = Math.imul(low ^ unit, LOW_FACTOR)
    high = Math.imul(high ^ unit, HIGH_FACTOR)
    high ^= high >>> 15
  }
  return { count, low, high }
}

function hashUnicodeLetters(text: string, seed: number): LettersHash {
  const letters = text.toLowerCase().replace(NOT_LETTERS, '')
  let low = seed | 0
  let high = ~seed
  for (let at = 0; at < letters.length; at += 1) {
    const unit = letters.charCodeAt(at)
    low = Math.imul(low ^ unit, LOW_FACTOR)
    high = Math.imul(high ^ unit, HIGH_FACTOR)
    high ^= high >>> 15
  }
  const unspaced = letters.match(UNSPACED)?.length ?? 0
  return { count: letters.length + (LETTERS_OF_A_CHARACTER - 1) * unspaced, low, high }
}

function isNoAddress(word: string): boolean {
  return !word.includes('@') && !word.includes('://')
}
