import { useQuery } from '@tanstack/react-query'
import { ask } from './call.ts'
import type { Plan } from './me.ts'
import { queryKeys } from './query-keys.ts'

export type Usage = {
  plan: Plan
  /** `2026-11`, UTC. */
  month: string
  resets_at: string
  endpoints: { id: string; name: string | null; used: number; limit: number | null }[]
}

export function useUsage() {
  return useQuery({
    queryKey: queryKeys.usage,
    queryFn: ({ signal }) => ask<Usage>({ path: '/usage', signal }),
  })
}
