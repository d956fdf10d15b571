import { type MatchCount, useMatchCount } from '../../../api/submissions/match-count.ts'
import type { Inbox } from '../use-inbox.ts'

/** Number of submissions that the list would have if every page were loaded; the loaded ones until they are counted. */
export function useMatches({ search, filter, query, submissions, selection }: Inbox): MatchCount {
  const { hasNextPage, isPlaceholderData } = query
  const areAllSelected = submissions.length > 0 && selection.selected.length === submissions.length
  const { data } = useMatchCount(filter, {
    enabled: hasNextPage && !isPlaceholderData && (search.q !== undefined || areAllSelected),
  })
  if (!hasNextPage) return { count: submissions.length, isExact: true }
  return data ?? { count: submissions.length, isExact: false }
}
