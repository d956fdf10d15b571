import { matchesTerm, type SearchedValue, type SearchTerm } from '../../../domain/submissions/search.ts'
import type { QueryTerm } from '../../engine/search-index.ts'
import { queryTerms } from './query-terms.ts'

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
