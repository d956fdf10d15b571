import type { MatchCount } from '../../../api/submissions/match-count.ts'
import { count } from '../../../controls/numbers.ts'
import { t } from '../../../language/texts.ts'

/** "1 result", "1,234 results", "10,000+ results" */
export function describeResults({ count, isExact }: MatchCount): string {
  if (count === 0) return t(isExact ? 'inbox.matches.none' : 'inbox.matches.searching')
  return t(isExact ? 'inbox.matches.results' : 'inbox.matches.resultsOrMore', { count })
}

/** "1,234", or "10,000+" where more may match. */
export function formatMatches(matches: MatchCount): string {
  return `${count(matches.count)}${matches.isExact ? '' : '+'}`
}
