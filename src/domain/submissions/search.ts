import { readPlainAddress } from '../accounts/mailbox.ts'
import { isPageToken } from './control-names.ts'
import { isSenderName } from './field-roles.ts'
import type { Field, FieldValue } from './fields.ts'

// Search looks at the words in the values of fields, not at field names. The index and the scan of recent submissions
// both take their words from this file, so that they always agree.

/** Number of characters of a word that are searched. */
export const MAX_WORD_LENGTH = 40
/** Number of characters of a submission that are searched: its words, separated by spaces. */
export const MAX_SEARCHED_LENGTH = 32_768
/**
 * Number of characters that a text may decompose into, for each of its own and in addition. Text in any language needs
 * fewer; U+FDFA alone decomposes into eighteen, and a submission full of it would make a search slow.
 */
const DECOMPOSED_LENGTH = { each: 4, more: 64 }

const NOT_ASCII = /[^\0-\x7f]/
const BETWEEN_ASCII_WORDS = /[^a-z0-9]+/g
const TOO_LONG = new RegExp(`([^ ]{${MAX_WORD_LENGTH}})[^ ]+`, 'gu')
/** Accents, vowel points and the like, and invisible characters; marks that make a different letter stay. */
const DROPPED =
  /[[\p{Mn}&&[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Cyrillic}]]--[\u3099\u309A]]|\p{Cf}/gv
/** Letters that are searched under another spelling and do not decompose. */
const SPELLINGS: Readonly<Record<string, string>> = {
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
const SPELLING = new RegExp(`[${Object.keys(SPELLINGS).join('')}]`, 'gu')
/** One letter in scripts written without spaces; otherwise a run of letters, digits and marks. */
const WORD =
  /[[\p{L}\p{N}]&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]]\p{M}*|[[\p{L}\p{N}\p{M}]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]]+/gv

/** Splits a text into words, in order, ignoring case, accents and punctuation. */
export function splitWords(text: string): string[] {
  const words = normalizeWords(text)
  return words === '' ? [] : words.split(' ')
}

/** Returns the words of a text, separated by spaces. */
function normalizeWords(text: string): string {
  const words = NOT_ASCII.test(text)
    ? normalizeUnicodeWords(text)
    : text.toLowerCase().replace(BETWEEN_ASCII_WORDS, ' ')
  return words.trim().replace(TOO_LONG, '$1')
}

function normalizeUnicodeWords(text: string): string {
  const longest = Math.min(
    DECOMPOSED_LENGTH.each * text.length + DECOMPOSED_LENGTH.more,
    2 * MAX_SEARCHED_LENGTH,
  )
  const decomposed = text.normalize('NFKD').slice(0, longest)
  const plain = decomposed.toLowerCase().replace(DROPPED, '').normalize('NFC')
  const words = plain.replace(SPELLING, (letter) => SPELLINGS[letter] ?? letter).match(WORD)
  return words?.join(' ') ?? ''
}

/** A value prepared for search. */
export type SearchedValue = {
  /** Name of its field, as words. */
  field: string
  /** Its words, with a space before and after each. */
  text: string
  /** true: it identifies the sender. */
  isSender: boolean
}

/** Returns the searched values of a submission, `MAX_SEARCHED_LENGTH` characters in all. */
export function getSearchedValues(fields: readonly Field[]): SearchedValue[] {
  const values: SearchedValue[] = []
  let left = MAX_SEARCHED_LENGTH
  for (const { name, value } of fields) {
    if (isPageToken({ name })) continue
    const field = normalizeWords(name)
    for (const leaf of listLeaves(value)) {
      if (left <= 0) return values
      const words = cut(takeFirstWords(leaf, left), left)
      if (words === '') continue
      left -= words.length + 1
      values.push({
        field,
        text: ` ${words} `,
        isSender: isSenderName(name) || readPlainAddress(leaf) !== null,
      })
    }
  }
  return values
}

/** Returns the words of the first `length` characters of a text, without a word cut short at the end. */
function takeFirstWords(text: string, length: number): string {
  const words = normalizeWords(text.slice(0, length))
  return text.length <= length ? words : words.slice(0, Math.max(0, words.lastIndexOf(' ')))
}

/** Cuts a text after a whole word, to at most this length. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, Math.max(0, text.lastIndexOf(' ', length)))
}

/** Returns the distinct words of a submission for the index. */
export function indexedWords(fields: readonly Field[]): string[] {
  const words = new Set<string>()
  for (const { text } of getSearchedValues(fields)) for (const word of text.trim().split(' ')) words.add(word)
  return [...words]
}

/** Yields the texts of a value, those inside lists and objects too. */
export function* listLeaves(value: FieldValue): Generator<string> {
  if (Array.isArray(value)) {
    for (const one of value) yield* listLeaves(one)
  } else if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value)) yield* listLeaves(one)
  } else if (value !== null) {
    yield String(value)
  }
}

/** Words that must occur in a value, one after the other. */
export type SearchTerm = {
  words: readonly string[]
  /** `open`: the last word may be a prefix: `ada lov` matches "Ada Lovelace". */
  ends: 'whole' | 'open'
  /** In any value, in the values of fields with this name (as words), or in those that identify the sender. */
  within: { kind: 'any' } | { kind: 'field'; field: string } | { kind: 'sender' }
}

/** Returns true when a term occurs in the values of a submission. */
export function matchesTerm({ words, ends, within }: SearchTerm, values: readonly SearchedValue[]): boolean {
  const sought = ` ${words.join(' ')}${ends === 'whole' ? ' ' : ''}`
  return values.some((value) => isWithin(value, within) && value.text.includes(sought))
}

function isWithin(value: SearchedValue, within: SearchTerm['within']): boolean {
  switch (within.kind) {
    case 'any':
      return true
    case 'field':
      return value.field === within.field
    case 'sender':
      return value.isSender
  }
}
