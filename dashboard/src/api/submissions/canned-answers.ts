import { useQuery } from '@tanstack/react-query'
import { read, useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { CannedAnswers } from '../schema.ts'

/** A text that the owner answers with again and again. */
export type CannedAnswer = CannedAnswers['data'][number]

const PATH = '/account/canned-answers'

export function useCannedAnswers() {
  return useQuery({
    queryKey: queryKeys.cannedAnswers,
    queryFn: read<CannedAnswers>({ path: PATH }),
    select: ({ data }) => data,
  })
}

/** Replaces the list. */
export function useSaveCannedAnswers() {
  return useChange<CannedAnswers, readonly CannedAnswer[]>({
    request: (data) => ({ method: 'PATCH', path: PATH, body: { data } }),
    caches: queryKeys.cannedAnswers,
  })
}
