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
const NOT_ASCII = /[^\0-\x7f]/
const NOT_LETTERS = /[^\p{L}\p{M}]+/gu
const NOT_ASCII_LETTERS = /[^a-z]+/g
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

/**
 * Returns the message of a submission by which copies of it are found: its letters, without digits, signs and addresses;
 * null where it holds no message long enough to be compared.
 */
export function getComparedText(texts: readonly ReadText[]): string | null {
  const compared: string[] = []
  for (const { field, text } of texts) {
    if (text.length < MIN_MESSAGE_LETTERS / LETTERS_OF_A_CHARACTER) continue
    const letters = keepLetters(text.toLowerCase())
    const length = countLetters(letters)
    if (length >= MIN_OTHER_LETTERS || (length >= MIN_MESSAGE_LETTERS && isMessageField(field))) {
      compared.push(letters)
    }
  }
  return compared.length === 0 ? null : compared.join(' ')
}

function keepLetters(text: string): string {
  const hasAddresses = text.includes('@') || text.includes('://')
  const plain = hasAddresses ? text.split(SPACES).filter(isNoAddress).join(' ') : text
  return NOT_ASCII.test(plain) ? plain.replace(NOT_LETTERS, '') : plain.replace(NOT_ASCII_LETTERS, '')
}

function isNoAddress(word: string): boolean {
  return !word.includes('@') && !word.includes('://')
}

function countLetters(letters: string): number {
  if (letters.length >= MIN_OTHER_LETTERS || !NOT_ASCII.test(letters)) return letters.length
  return letters.length + (LETTERS_OF_A_CHARACTER - 1) * (letters.match(UNSPACED)?.length ?? 0)
}
