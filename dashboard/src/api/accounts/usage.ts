import { useQuery } from '@tanstack/react-query'
import { callOrThrow } from '../client/call.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Usage } from '../schema.ts'

/** `limit` null: unlimited. */
export type Count = Usage['queue']

export function useUsage() {
  return useQuery({
    queryKey: queryKeys.usage,
    queryFn: ({ signal }) => callOrThrow<Usage>({ path: '/usage', signal }),
  })
}
