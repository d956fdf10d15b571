import type { SearchTerm } from '../../../domain/submissions/search.ts'
import type { QueryTerm } from '../../engine/search-index.ts'

/** More would not narrow what is found; what they say is seen in the rows. */
const WORDS_ASKED = 6

/** Words that occur in all that these terms find, the longest first: they are the rarest, as far as that can be told. */
export function queryTerms(terms: readonly SearchTerm[]): QueryTerm[] {
  const sought = new Map<string, QueryTerm>()
  for (const { words, ends } of terms) {
    for (const [index, word] of words.entries()) {
      const isLast = index === words.length - 1
      const one: QueryTerm = { word, ends: isLast ? ends : 'whole' }
      // A whole word narrows more than the same as a beginning.
      if (one.ends === 'whole' || !sought.has(word)) sought.set(word, one)
    }
  }
  return [...sought.values()].sort((one, other) => other.word.length - one.word.length).slice(0, WORDS_ASKED)
}
