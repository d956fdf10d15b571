import type { MatchCount } from '../../../api/submissions/match-count.ts'
import { count } from '../../../controls/numbers.ts'

/** "1 result", "1,234 results", "10,000+ results" */
export function describeMatches(matches: MatchCount, noun: string): string {
  if (matches.count === 0) return matches.isExact ? 'No results' : 'Searching'
  return `${formatMatches(matches)} ${matches.count === 1 && matches.isExact ? noun : `${noun}s`}`
}

/** "1,234", or "10,000+" where more may match. */
export function formatMatches(matches: MatchCount): string {
  return `${count(matches.count)}${matches.isExact ? '' : '+'}`
}
