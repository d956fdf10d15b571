import { matchesTerm, type SearchedValue, type SearchTerm } from '../../../domain/submissions/search.ts'
import type { QueryTerm } from '../../engine/search-index.ts'

/** Terms in more than one of this many submissions are not looked up in the index: finding all matches takes too long. */
const RARE_RATIO = 30

/** Estimates from scanned submissions which terms of a query are rare enough for the index. */
type SelectivityEstimate = {
  /** Counts the terms in a scanned submission. */
  see(values: readonly SearchedValue[]): void
  /** Returns terms that are rare, alone or together, the rarest first; none where all are frequent. */
  rare(): QueryTerm[]
}

/** @param terms all must occur */
export function createSelectivityEstimate(terms: readonly SearchTerm[]): SelectivityEstimate {
  const words = queryTerms(terms)
  const seen: boolean[][] = []
  const countMatches = (some: readonly number[]) => seen.filter((held) => some.every((at) => held[at])).length
  const isRare = (some: readonly number[]) => countMatches(some) * RARE_RATIO <= seen.length
  const wordsAt = (some: readonly number[]) => some.flatMap((at) => words[at] ?? [])
  return {
    see(values) {
      seen.push(words.map((word) => containsTerm(word, values)))
    },
    rare() {
      const counts = words.map((_, at) => countMatches([at]))
      const sorted = [...words.keys()].sort((one, other) => (counts[one] ?? 0) - (counts[other] ?? 0))
      const alone = sorted.filter((at) => isRare([at]))
      if (alone.length > 0) return wordsAt(alone)
      const enough = sorted.findIndex((_, at) => isRare(sorted.slice(0, at + 1)))
      return wordsAt(sorted.slice(0, enough + 1))
    },
  }
}

function containsTerm({ word, ends }: QueryTerm, values: readonly SearchedValue[]): boolean {
  return matchesTerm({ words: [word], ends, within: { kind: 'any' } }, values)
}

/** Maximum number of terms for the index; more would not narrow the result, and rows are matched against all terms. */
const MAX_QUERY_TERMS = 6

/** Returns words that occur in every match of these terms, the longest first, because they are likely the rarest. */
export function queryTerms(terms: readonly SearchTerm[]): QueryTerm[] {
  const termsByWord = new Map<string, QueryTerm>()
  for (const { words, ends } of terms) {
    for (const [index, word] of words.entries()) {
      const isLast = index === words.length - 1
      const one: QueryTerm = { word, ends: isLast ? ends : 'whole' }
      // A whole word narrows more than the same word as a prefix.
      if (one.ends === 'whole' || !termsByWord.has(word)) termsByWord.set(word, one)
    }
  }
  return [...termsByWord.values()]
    .sort((one, other) => other.word.length - one.word.length)
    .slice(0, MAX_QUERY_TERMS)
}
