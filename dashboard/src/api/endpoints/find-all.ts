import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callOrThrow } from '../client/call.ts'
import type { Page } from '../client/page.ts'
import type { Submission } from '../submissions/submissions.ts'
import type { Owned, OwnedKind } from './owned.ts'

/** Maximum number of results of each kind. */
export const MAX_FOUND = 5

/** Results of one query, a few of each kind. */
export type Found = Record<OwnedKind, readonly Owned[]> & { submissions: readonly Submission[] }

/** Finds forms, telemetry endpoints, queues, and submissions of all folders; without a query, no submissions. */
export function useFindAll(q: string) {
  return useQuery({
    queryKey: ['find-all', q],
    queryFn: async ({ signal }): Promise<Found> => {
      const find = <Item>(path: string, search: Record<string, string>) =>
        callOrThrow<Page<Item>>({ path, search: { q, limit: MAX_FOUND, ...search }, signal })
      const [endpoints, telemetry, queues, submissions] = await Promise.all([
        find<Owned>('/endpoints', {}),
        find<Owned>('/telemetry', {}),
        find<Owned>('/queues', {}),
        q === '' ? { data: [] } : find<Submission>('/submissions', { folder: 'all' }),
      ])
      return {
        endpoints: endpoints.data,
        telemetry: telemetry.data,
        queues: queues.data,
        submissions: submissions.data,
      }
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}
