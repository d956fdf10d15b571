import { getFieldRole } from '../submissions/field-roles.ts'
import type { ReadText } from './read-texts.ts'

/** Letters that a message needs to be compared: `test` and `please call me` are sent again for good reasons. */
const MIN_MESSAGE_LETTERS = 30
/** Letters that any other text needs: the values of checkboxes and hidden fields are the same for everybody. */
const MIN_OTHER_LETTERS = 200
/** A character of a script without spaces says as much as this number of letters. */
const LETTERS_OF_A_CHARACTER = 3
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/gu
const NOT_LETTERS = /[^\p{L}\p{M}]+/gu
const SPACES = /\s+/

/** Earlier real copies of a submission by its sender to the same form; none once the owner has dealt with one of them. */
export type Sightings = {
  /** Number within a day. */
  copies: number
  /** Number within an hour. */
  recent: number
}

export const NO_SIGHTINGS: Sightings = { copies: 0, recent: 0 }

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
    if (letters.count < MIN_OTHER_LETTERS && getFieldRole(field) !== 'message') continue
    isCompared = true
    low = Math.imul(low ^ letters.low, LOW_FACTOR)
    high = Math.imul(high ^ letters.high, HIGH_FACTOR)
  }
  return isCompared ? toHash(low, high) : null
}

/** Returns a hash of a text as it stands, 53 bits. */
export function hashText(text: string, seed: number): number {
  let low = seed | 0
  let high = ~seed
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    low = Math.imul(low ^ unit, LOW_FACTOR)
    high = Math.imul(high ^ unit, HIGH_FACTOR)
    high ^= high >>> 15
  }
  return toHash(low, high)
}

/** Combines two hashes or numbers of up to 53 bits to one. */
export function combineHashes(one: number, other: number): number {
  const low =
    Math.imul((one / HIGH_BITS) ^ LOW_FACTOR, HIGH_FACTOR) ^ Math.imul(other / HIGH_BITS, LOW_FACTOR)
  const high =
    Math.imul((one % HIGH_BITS) ^ HIGH_FACTOR, LOW_FACTOR) ^ Math.imul(other % HIGH_BITS, HIGH_FACTOR)
  return toHash(Math.imul(low ^ (high >>> 15), LOW_FACTOR), Math.imul(high ^ (low >>> 13), HIGH_FACTOR))
}

function toHash(low: number, high: number): number {
  return (low >>> 0) * HIGH_BITS + ((high >>> 0) % HIGH_BITS)
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
