import { useQuery } from '@tanstack/react-query'
import { ask } from '../client/call.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Usage } from '../schema.ts'

/** `limit` null: any number. */
export type Count = Usage['queue']

export function useUsage() {
  return useQuery({
    queryKey: queryKeys.usage,
    queryFn: ({ signal }) => ask<Usage>({ path: '/usage', signal }),
  })
}
