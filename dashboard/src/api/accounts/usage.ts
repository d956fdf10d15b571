import { useQuery } from '@tanstack/react-query'
import { read } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Usage } from '../schema.ts'

/** `limit` null: unlimited. */
export type Count = Usage['queue']

export function useUsage() {
  return useQuery({ queryKey: queryKeys.usage, queryFn: read<Usage>({ path: '/usage' }) })
}
