import type { Field } from '../submissions/fields.ts'
import { type ReadText, readTexts } from './read-texts.ts'
import { createScriptCounts, getMainScript, getScript, LATIN, type ScriptCounts } from './scripts.ts'

/** Maximum length of a word that is never gibberish, and the consonants in a row that make a longer one so. */
const MAX_PLAIN_WORD_LENGTH = 20
const GIBBERISH_CONSONANTS = 5
/** Length of the longest ending of a host that is taken for a link. */
const MAX_ENDING_LENGTH = 24

/** Findings in the characters of a submission. */
export type Scan = {
  /** Number of web addresses: `http://…`, `https://…`, `www.…` and `name.tld/…`. */
  links: number
  /** Names of the fields that contain a link. */
  linkedFields: readonly string[]
  /** Names of the fields that contain an `@` between other characters. */
  addressFields: readonly string[]
  hasGibberish: boolean
  scripts: ScriptCounts
}

type Scanning = {
  links: number
  linkedFields: string[]
  addressFields: string[]
  hasGibberish: boolean
  scripts: ScriptCounts
}

const VOWEL = 1
const CONSONANT = 2
const SPACE = 3
/** Kinds of the characters of ASCII. */
const KINDS = new Uint8Array(128)
for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
  const kind = 'aeiouy'.includes(letter) ? VOWEL : CONSONANT
  KINDS[letter.charCodeAt(0)] = kind
  KINDS[letter.toUpperCase().charCodeAt(0)] = kind
}
/** 1 for the letters of ASCII. */
const IS_LETTER = Uint8Array.from(KINDS, (kind) => (kind === 0 ? 0 : 1))
/** Characters after which a link ends. */
for (const end of '\t\n\r <>"\'()[]{}|') KINDS[end.charCodeAt(0)] = SPACE

const BLANK = 32
const COLON = 58
const SLASH = 47
const DOT = 46
const AT = 64
const LOWER = 32
const [LETTER_C, LETTER_H, LETTER_K, LETTER_P, LETTER_S, LETTER_T, LETTER_W] = Array.from(
  'chkpstw',
  (letter) => letter.charCodeAt(0),
) as [number, number, number, number, number, number, number]

/** Reads the texts of a submission once, character by character. Links are skipped, and count for nothing else. */
export function scan(texts: readonly ReadText[]): Scan {
  const found: Scanning = {
    links: 0,
    linkedFields: [],
    addressFields: [],
    hasGibberish: false,
    scripts: createScriptCounts(),
  }
  for (const one of texts) scanText(one, found)
  return found
}

/** Returns the letter of the script of a submission, see `getMainScript`. */
export function findScript(fields: readonly Field[]): string {
  return getMainScript(scan(readTexts(fields)).scripts)
}

function scanText({ field, text }: ReadText, found: Scanning): void {
  const { length } = text
  let latin = 0
  /** Position of the first letter of the word; -1 outside words. */
  let wordAt = -1
  /** Length of the word that ended at this position. */
  let wordLength = 0
  for (let at = 0; at < length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit < 128 ? IS_LETTER[unit] === 1 : getScript(unit) === LATIN) {
      if (wordAt < 0) wordAt = at
      continue
    }
    wordLength = 0
    if (wordAt >= 0) {
      wordLength = at - wordAt
      latin += wordLength
      // The name of an address is no word.
      if (wordLength > MAX_PLAIN_WORD_LENGTH && unit !== AT && isGibberish(text.slice(wordAt, at)))
        found.hasGibberish = true
      wordAt = -1
    }
    if (unit === BLANK) continue
    if (unit >= 128) {
      const script = getScript(unit)
      found.scripts[script] = (found.scripts[script] ?? 0) + 1
    } else if (unit === AT) {
      if (at > 0 && at + 1 < length) addField(found.addressFields, field)
    } else if (isLinkAt(text, at, unit)) {
      found.links += 1
      addField(found.linkedFields, field)
      // `https` and `www` are no words of the visitor's language.
      latin -= wordLength
      at = findLinkEnd(text, at + 1) - 1
    }
  }
  if (wordAt >= 0) {
    latin += length - wordAt
    if (length - wordAt > MAX_PLAIN_WORD_LENGTH && isGibberish(text.slice(wordAt))) found.hasGibberish = true
  }
  found.scripts[LATIN] = (found.scripts[LATIN] ?? 0) + latin
}

/** Adds the name of the field that is being read, once. */
function addField(fields: string[], field: string): void {
  if (fields.at(-1) !== field) fields.push(field)
}

/** Returns true for a word without a vowel, or with too many consonants in a row. Letters with accents are vowels. */
function isGibberish(word: string): boolean {
  let hasVowel = false
  let consonants = 0
  let before = 0
  for (let at = 0; at < word.length; at += 1) {
    const unit = word.charCodeAt(at)
    if (unit < 128 && KINDS[unit] === CONSONANT) {
      const letter = unit | LOWER
      // `ch`, `ck`, `sch`, `sh`, `th` and `ph` are one sound: `Rechtsschutzversicherung` is a word.
      if (!isOneSound(before, letter)) consonants += 1
      if (consonants >= GIBBERISH_CONSONANTS) return true
      before = letter
    } else {
      hasVowel = true
      consonants = 0
      before = 0
    }
  }
  return !hasVowel
}

function isOneSound(before: number, letter: number): boolean {
  if (letter === LETTER_H)
    return before === LETTER_C || before === LETTER_S || before === LETTER_T || before === LETTER_P
  return before === LETTER_C ? letter === LETTER_K : before === LETTER_S && letter === LETTER_C
}

/** Returns true when this character makes what stands around it a link. */
function isLinkAt(text: string, at: number, unit: number): boolean {
  switch (unit) {
    case COLON:
      return text.charCodeAt(at + 1) === SLASH && text.charCodeAt(at + 2) === SLASH && endsWithHttp(text, at)
    case DOT:
      return isWww(text, at)
    case SLASH:
      return isAfterHost(text, at)
    default:
      return false
  }
}

function endsWithHttp(text: string, end: number): boolean {
  const start = (text.charCodeAt(end - 1) | LOWER) === LETTER_S ? end - 5 : end - 4
  return start >= 0 && text.slice(start, start + 4).toLowerCase() === 'http'
}

function isWww(text: string, dot: number): boolean {
  for (let at = dot - 3; at < dot; at += 1) if ((text.charCodeAt(at) | LOWER) !== LETTER_W) return false
  const before = text.charCodeAt(dot - 4)
  // Text without spaces stands before it in Chinese and Japanese.
  return (before >= 128 || !isHostCharacter(before)) && isHostCharacter(text.charCodeAt(dot + 1))
}

/** Returns true for a slash after `name.tld`: two letters or more after a dot, and a letter or digit before it. */
function isAfterHost(text: string, slash: number): boolean {
  let at = slash - 1
  const first = Math.max(0, slash - MAX_ENDING_LENGTH - 1)
  while (at >= first && isLetter(text.charCodeAt(at))) at -= 1
  if (slash - at < 3 || text.charCodeAt(at) !== DOT) return false
  return isHostCharacter(text.charCodeAt(at - 1))
}

/** Returns true for a letter of ASCII; NaN, the character before the first, is none. */
function isLetter(unit: number): boolean {
  const kind = KINDS[unit]
  return kind === VOWEL || kind === CONSONANT
}

function isHostCharacter(unit: number): boolean {
  return isLetter(unit) || (unit >= 48 && unit <= 57) || unit === 45 || unit >= 128
}

/** Returns the position after a link: that of the next space or bracket, or of the next link. */
function findLinkEnd(text: string, from: number): number {
  let at = from
  for (; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit < 128 && KINDS[unit] === SPACE) return at
    // Two links without a space between them are two.
    if (unit === COLON && at > from + 1 && isLinkAt(text, at, unit)) return at
  }
  return at
}
