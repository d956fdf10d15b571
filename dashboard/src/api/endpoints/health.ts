import { useQuery } from '@tanstack/react-query'
import { path } from '../client/call.ts'
import { read } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Health } from '../schema.ts'

const FOLLOW_MS = 2_000

/**
 * Loads what was observed of a form, and the findings about its page.
 *
 * @param how `followed` loads it again every two seconds while the window is in sight
 */
export function useHealth(endpointId: string, how: 'once' | 'followed' = 'once') {
  return useQuery({
    refetchInterval: how === 'followed' ? FOLLOW_MS : false,
    queryKey: queryKeys.endpoints.health(endpointId),
    queryFn: read<Health>({ path: path`/endpoints/${endpointId}/health` }),
  })
}
