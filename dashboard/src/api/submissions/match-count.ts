import { useQuery } from '@tanstack/react-query'
import { callOrThrow } from '../client/call.ts'
import type { SubmissionFilter } from '../client/filters.ts'
import { read } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { SubmissionCount } from '../schema.ts'

/** Number of submissions that match a filter; at least that many where it is not exact. */
export type MatchCount = { count: number; isExact: boolean }

/** Calls after which counting stops: at 10,000 submissions, or fewer in a search that reads many others. */
const MAX_COUNT_CALLS = 10

/** Counts the submissions that match a filter, loaded or not. */
export function useMatchCount(filter: SubmissionFilter, { enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: queryKeys.submissions.count(filter),
    queryFn: ({ signal }) => countMatches(filter, signal),
    enabled,
    // Invalidated by what changes it, because counting is expensive.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Number of unread submissions in the spam folder, of one form or all; format it with `formatUnread`. */
export function useUnreadSpam(endpoint?: string) {
  return useQuery({
    queryKey: queryKeys.submissions.unreadSpam(endpoint),
    queryFn: read<SubmissionCount>({
      path: '/submissions/count',
      search: { folder: 'spam', unread: 1, endpoint },
    }),
    select: ({ count }) => count,
  })
}

async function countMatches(filter: SubmissionFilter, signal: AbortSignal): Promise<MatchCount> {
  let count = 0
  let cursor: string | null = null
  for (let calls = 0; calls < MAX_COUNT_CALLS; calls += 1) {
    const part: SubmissionCount = await callOrThrow({
      path: '/submissions/count',
      search: { ...filter, cursor },
      signal,
    })
    count += part.count
    cursor = part.next_cursor
    if (cursor === null) return { count, isExact: true }
  }
  return { count, isExact: false }
}
