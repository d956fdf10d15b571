import type { Field } from '../../submissions/fields.ts'
import { listLeaves } from '../../submissions/search.ts'
import { toVisible } from '../read-texts.ts'
import { UNSPACED_SCRIPTS } from '../scripts.ts'

const MIN_WORD_LENGTH = 2
const MAX_WORD_LENGTH = 24
/** Number of characters that are read of a value, and of all values of a submission. */
const MAX_VALUE_LENGTH = 4096
const MAX_TEXT_LENGTH = 16_384
/** Number of tokens of a submission: bounds the work that one submission costs. */
export const MAX_TOKENS = 4000

/** A word, or a run of characters of scripts without spaces, whose tokens are pairs of characters. */
const RUN = new RegExp(
  String.raw`(?<unspaced>[[\p{L}\p{N}\p{M}]&&[${UNSPACED_SCRIPTS}]]+)|[[\p{L}\p{N}\p{M}]--[${UNSPACED_SCRIPTS}]]+`,
  'gv',
)
const CHARACTER = /.\p{M}*/gsu

/**
 * Lists the distinct tokens of a submission: its words, its words with the name of their field, and pairs of neighboring
 * words. Words are letters and digits in lower case, 2 to 24 of them; a text without spaces is cut into pairs of characters.
 *
 * The number of tokens is limited. A value gets what shorter ones leave, so that neither many fields nor a long one hide
 * the words of another.
 */
export function listTokens(fields: readonly Field[]): string[] {
  const values = listValues(fields).sort((a, b) => a.text.length - b.text.length)
  const tokens = new Set<string>()
  for (const [index, value] of values.entries()) {
    const share = Math.floor((MAX_TOKENS - tokens.size) / (values.length - index))
    addTokens(tokens, value, tokens.size + share)
  }
  return [...tokens]
}

type Value = { field: string; text: string }

function listValues(fields: readonly Field[]): Value[] {
  const values: Value[] = []
  let left = MAX_TEXT_LENGTH
  for (const { name, value } of fields) {
    const field = normalize(name)
    for (const leaf of listLeaves(value)) {
      if (left <= 0) return values
      const text = leaf.slice(0, Math.min(left, MAX_VALUE_LENGTH))
      left -= text.length
      values.push({ field, text })
    }
  }
  return values
}

function addTokens(tokens: Set<string>, { field, text }: Value, max: number): void {
  let previous: string | null = null
  for (const { 0: run, groups } of normalize(text).matchAll(RUN)) {
    const isUnspaced = groups?.unspaced !== undefined
    for (const word of isUnspaced ? toPairs(run) : [run]) {
      if (!isUnspaced && (word.length < MIN_WORD_LENGTH || word.length > MAX_WORD_LENGTH)) continue
      if (tokens.size >= max) return
      tokens.add(word)
      tokens.add(`${field}:${word}`)
      // Pairs of characters overlap, so they need no neighbors.
      if (!isUnspaced && previous !== null) tokens.add(`${previous} ${word}`)
      previous = isUnspaced ? null : word
    }
  }
}

/** Splits a text without spaces into overlapping pairs of characters; a single character stays one. */
function toPairs(run: string): string[] {
  const characters = run.match(CHARACTER) ?? []
  if (characters.length < 2) return [run]
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

function normalize(text: string): string {
  return toVisible(text).slice(0, MAX_VALUE_LENGTH).toLowerCase()
}
