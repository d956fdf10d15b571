import { useQuery } from '@tanstack/react-query'
import { callOrThrow } from '../client/call.ts'
import { read } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { DoubtfulSubmissions, Reviewed, ReviewRequest } from '../schema.ts'

/** A submission of which the owner should say whether it is spam. */
export type Doubtful = DoubtfulSubmissions['data'][number]

/** The word of an owner about one. */
export type Verdict = 'real' | 'spam'

const FRESH_MS = 10 * 60_000

/** Loads what looks doubtful. It is loaded once, because rows that were answered must not leave while the owner reads. */
export function useDoubtful({ enabled }: { enabled: boolean }) {
  return useQuery({
    enabled,
    queryKey: queryKeys.submissions.doubtful,
    queryFn: read<DoubtfulSubmissions>({ path: '/submissions/doubtful' }),
    select: ({ data }) => data,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Stores what the owner says of these submissions. @returns the number that was changed; some may be gone */
export async function review(ids: readonly string[], verdict: Verdict | null): Promise<number> {
  const body: ReviewRequest = { ids: [...ids], spam: verdict === null ? null : verdict === 'spam' }
  return (await callOrThrow<Reviewed>({ method: 'POST', path: '/submissions/review', body })).changed
}
