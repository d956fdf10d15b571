import type { SearchTerm } from '../../../domain/submissions/search.ts'
import type { QueryTerm } from '../../engine/search-index.ts'

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
