import { readPlainAddress } from '../accounts/mailbox.ts'
import type { Field, FieldValue } from './fields.ts'

/**
 * What of a submission is searched: the words of the values of its fields, and nothing of their names. The index and
 * whoever reads a submission where it stands take the words from here, so that both always agree.
 */

/** Letters and digits of a word that count. */
export const MAX_WORD_LENGTH = 40
/** Characters of a submission that are searched, words and one blank between them. */
export const MAX_SEARCHED_LENGTH = 32_768

const NOT_ASCII = /[^\0-\x7f]/
const BETWEEN_ASCII_WORDS = /[^a-z0-9]+/g
const TOO_LONG = new RegExp(`([^ ]{${MAX_WORD_LENGTH}})[^ ]+`, 'gu')
/** Accents, vowel points and the like, and characters that are not seen; marks that make another email stay. */
const DROPPED =
  /[[\p{Mn}&&[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Cyrillic}]]--[\u3099\u309A]]|\p{Cf}/gv
/** What stands for the same emails and does not decompose. */
const SPELT: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŧ: 't',
  ς: 'σ',
}
const SPELT_OTHERWISE = new RegExp(`[${Object.keys(SPELT).join('')}]`, 'gu')
/** A letter of a script that is written without blanks is a word; elsewhere a run of letters, digits and marks is. */
const WORD =
  /[[\p{L}\p{N}]&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]]\p{M}*|[[\p{L}\p{N}\p{M}]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]]+/gv
/** Fields that say who sent it. */
const SENDERS: readonly string[] = ['email', 'e mail', 'name']

/** The words of a text, in order: case, accents and what stands between them do not matter. */
export function splitWords(text: string): string[] {
  const words = textOfWords(text)
  return words === '' ? [] : words.split(' ')
}

/** The same, as a text with one blank between the words. */
function textOfWords(text: string): string {
  const words = NOT_ASCII.test(text)
    ? foreignWords(text)
    : text.toLowerCase().replace(BETWEEN_ASCII_WORDS, ' ')
  return words.trim().replace(TOO_LONG, '$1')
}

function foreignWords(text: string): string {
  // One character may stand for eighteen.
  const emails = text.normalize('NFKD').slice(0, 2 * MAX_SEARCHED_LENGTH)
  const plain = emails.toLowerCase().replace(DROPPED, '').normalize('NFC')
  const words = plain.replace(SPELT_OTHERWISE, (email) => SPELT[email] ?? email).match(WORD)
  return words?.join(' ') ?? ''
}

/** A value as it is searched. */
export type SearchedValue = {
  /** The name of its field, as words. */
  field: string
  /** Its words, each with a blank before and behind it. */
  text: string
  /** Whether it says who sent the submission. */
  isSender: boolean
}

/** What is searched of a submission: of all it holds, no more than `MAX_SEARCHED_LENGTH`. */
export function getSearchedValues(fields: readonly Field[]): SearchedValue[] {
  const values: SearchedValue[] = []
  let left = MAX_SEARCHED_LENGTH
  for (const { name, value } of fields) {
    const field = textOfWords(name)
    for (const leaf of leavesOf(value)) {
      if (left <= 0) return values
      const words = cut(beginningOf(leaf, left), left)
      if (words === '') continue
      left -= words.length + 1
      values.push({
        field,
        text: ` ${words} `,
        isSender: SENDERS.includes(field) || readPlainAddress(leaf) !== null,
      })
    }
  }
  return values
}

/** The words of the beginning of a text; a word that its end would cut is left out. */
function beginningOf(text: string, length: number): string {
  const words = textOfWords(text.slice(0, length))
  return text.length <= length ? words : words.slice(0, Math.max(0, words.lastIndexOf(' ')))
}

/** Whole words of a text, no longer than this. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, Math.max(0, text.lastIndexOf(' ', length)))
}

/** The different words of a submission, which an index holds. */
export function indexedWords(fields: readonly Field[]): string[] {
  const words = new Set<string>()
  for (const { text } of getSearchedValues(fields)) for (const word of text.trim().split(' ')) words.add(word)
  return [...words]
}

function* leavesOf(value: FieldValue): Generator<string> {
  if (Array.isArray(value)) {
    for (const one of value) yield* leavesOf(one)
  } else if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value)) yield* leavesOf(one)
  } else if (value !== null) {
    yield String(value)
  }
}

/** What must occur in a value: these words, one behind the other. */
export type SearchTerm = {
  words: readonly string[]
  /** Whether the last word may go on: `ada lov` is found in "Ada Lovelace". */
  ends: 'whole' | 'open'
  /** Where: in any value, in those of the fields of this name (as words), or in those that say who sent it. */
  within: { kind: 'any' } | { kind: 'field'; field: string } | { kind: 'sender' }
}

/** Whether a term occurs among the values of a submission. */
export function matchesTerm({ words, ends, within }: SearchTerm, values: readonly SearchedValue[]): boolean {
  const sought = ` ${words.join(' ')}${ends === 'whole' ? ' ' : ''}`
  return values.some((value) => isMeant(value, within) && value.text.includes(sought))
}

function isMeant(value: SearchedValue, within: SearchTerm['within']): boolean {
  switch (within.kind) {
    case 'any':
      return true
    case 'field':
      return value.field === within.field
    case 'sender':
      return value.isSender
  }
}
