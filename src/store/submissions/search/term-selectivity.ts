import { matchesTerm, type SearchedValue, type SearchTerm } from '../../../domain/submissions/search.ts'
import type { QueryTerm } from '../../engine/search-index.ts'
import { queryTerms } from './query-terms.ts'

/** The index is asked for what no more than one in so many submissions hold: to find all of more takes it long. */
const RARE = 30

/** Tells by the submissions that were looked at what of a query the index is worth being asked for. */
export type SelectivityEstimate = {
  /** Told of each that was looked at. */
  see(values: readonly SearchedValue[]): void
  /** Words that rarely occur, or rarely together, the rarest first; none where all of them often do. */
  rare(): QueryTerm[]
}

/** @param terms all of which must occur */
export function createSelectivityEstimate(terms: readonly SearchTerm[]): SelectivityEstimate {
  const words = queryTerms(terms)
  const seen: boolean[][] = []
  const countOf = (some: readonly number[]) => seen.filter((held) => some.every((at) => held[at])).length
  const isRare = (some: readonly number[]) => countOf(some) * RARE <= seen.length
  const wordsAt = (some: readonly number[]) => some.flatMap((at) => words[at] ?? [])
  return {
    see(values) {
      seen.push(words.map((word) => holds(word, values)))
    },
    rare() {
      const counts = words.map((_, at) => countOf([at]))
      const sorted = [...words.keys()].sort((one, other) => (counts[one] ?? 0) - (counts[other] ?? 0))
      const alone = sorted.filter((at) => isRare([at]))
      if (alone.length > 0) return wordsAt(alone)
      const enough = sorted.findIndex((_, at) => isRare(sorted.slice(0, at + 1)))
      return wordsAt(sorted.slice(0, enough + 1))
    },
  }
}

function holds({ word, ends }: QueryTerm, values: readonly SearchedValue[]): boolean {
  return matchesTerm({ words: [word], ends, within: { kind: 'any' } }, values)
}
