import { useQuery } from '@tanstack/react-query'
import { callOrThrow, path } from '../client/call.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Health } from '../schema.ts'

/** Loads what was observed of a form, and the findings about its page. */
export function useHealth(endpointId: string) {
  return useQuery({
    queryKey: queryKeys.endpoints.health(endpointId),
    queryFn: ({ signal }) => callOrThrow<Health>({ path: path`/endpoints/${endpointId}/health`, signal }),
  })
}
