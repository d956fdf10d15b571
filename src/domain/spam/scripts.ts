/** Number of real submissions of a form whose scripts are remembered. */
const REMEMBERED_SCRIPTS = 50
/** Number of remembered submissions from which on another script is unusual. */
export const MIN_REMEMBERED_SCRIPTS = 10
/** Minimum number of letters of a submission that is in a script. */
const MIN_LETTERS = 10

/** Writing systems by the letter that stands for each in the memory of a form; `-` stands for none of them. */
const CODES = '-LCGAHZJKTDX'
export const NONE = 0
export const LATIN = 1
const CYRILLIC = 2
const GREEK = 3
const ARABIC = 4
const HEBREW = 5
const HAN = 6
const KANA = 7
const HANGUL = 8
const THAI = 9
const INDIC = 10
const OTHER = 11

/** Scripts that are written without spaces between words, as classes of a regular expression. */
export const UNSPACED_SCRIPTS = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}`

/** Last UTF-16 code unit of each range, and its script. Surrogates are no letters: most are emoji. */
const RANGES: readonly [last: number, script: number][] = [
  [0xbf, NONE],
  [0xd6, LATIN],
  [0xd7, NONE],
  [0xf6, LATIN],
  [0xf7, NONE],
  [0x2ff, LATIN],
  [0x36f, NONE],
  [0x3ff, GREEK],
  [0x52f, CYRILLIC],
  [0x58f, OTHER],
  [0x5ff, HEBREW],
  [0x77f, ARABIC],
  [0x89f, OTHER],
  [0x8ff, ARABIC],
  [0xdff, INDIC],
  [0xe7f, THAI],
  [0x10ff, OTHER],
  [0x11ff, HANGUL],
  [0x1dff, OTHER],
  [0x1eff, LATIN],
  [0x1fff, GREEK],
  [0x2bff, NONE],
  [0x2ddf, OTHER],
  [0x2dff, CYRILLIC],
  [0x303f, NONE],
  [0x30ff, KANA],
  [0x312f, HAN],
  [0x318f, HANGUL],
  [0x31ff, KANA],
  [0x33ff, NONE],
  [0x9fff, HAN],
  [0xa63f, OTHER],
  [0xa69f, CYRILLIC],
  [0xabff, OTHER],
  [0xd7ff, HANGUL],
  [0xf8ff, NONE],
  [0xfaff, HAN],
  [0xfb4f, HEBREW],
  [0xfdff, ARABIC],
  [0xfe6f, NONE],
  [0xfeff, ARABIC],
  [0xffff, NONE],
]

/** Script of each code unit. */
const SCRIPTS = new Uint8Array(0x10000)
let first = 0
for (const [last, script] of RANGES) {
  SCRIPTS.fill(script, first, last + 1)
  first = last + 1
}

/** Number of letters by script. */
export type ScriptCounts = Uint32Array

export function createScriptCounts(): ScriptCounts {
  return new Uint32Array(CODES.length)
}

/** Returns the script of a UTF-16 code unit above ASCII; `NONE` for one that is no letter. */
export function getScript(unit: number): number {
  return SCRIPTS[unit] ?? NONE
}

/** Returns the letter of the script of more than half of the letters; `-` where there is none, or too few letters. */
export function getMainScript(counts: ScriptCounts): string {
  let letters = 0
  for (const count of counts) letters += count
  if (letters < MIN_LETTERS) return '-'
  const kana = counts[KANA] ?? 0
  // Japanese mixes them; a text without kana is not Japanese.
  if (kana > 0 && (kana + (counts[HAN] ?? 0)) * 2 > letters) return CODES.charAt(KANA)
  for (let script = 0; script < counts.length; script += 1) {
    if ((counts[script] ?? 0) * 2 > letters) return CODES.charAt(script)
  }
  return '-'
}

/** Returns true when a form has seen submissions enough, and none of them in this script. */
export function isUnusualScript(script: string, remembered: string): boolean {
  return script !== '-' && remembered.length >= MIN_REMEMBERED_SCRIPTS && !remembered.includes(script)
}

/** The memory of a form that has only seen one script, by its letter. Most forms have. */
const UNIFORM: ReadonlyMap<string, string> = new Map(
  Array.from(CODES, (code) => [code, code.repeat(REMEMBERED_SCRIPTS)]),
)

/**
 * Adds the script of a real submission to those of earlier ones: one letter each. It takes the place of the oldest one of
 * the most frequent script, so that a flood in one script makes no other one unusual.
 */
export function rememberScript(remembered: string, script: string): string {
  if (remembered === UNIFORM.get(script)) return remembered
  if (remembered.length < REMEMBERED_SCRIPTS) return remembered + script
  return forgetOldest(remembered, findMostFrequent(remembered)) + script
}

function findMostFrequent(remembered: string): string {
  const count = (code: string) => remembered.split(code).length
  return [...new Set(remembered)].reduce((most, code) => (count(code) > count(most) ? code : most))
}

function forgetOldest(remembered: string, script: string): string {
  const at = remembered.indexOf(script)
  return remembered.slice(0, at) + remembered.slice(at + 1)
}

/** Removes the script of a submission that was found to be spam later: the newest one of its kind. */
export function forgetScript(remembered: string, script: string): string {
  const at = remembered.lastIndexOf(script)
  return at < 0 ? remembered : remembered.slice(0, at) + remembered.slice(at + 1)
}
