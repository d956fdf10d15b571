import { useQuery } from '@tanstack/react-query'
import { ask } from './call.ts'
import type { Plan } from './me.ts'
import { queryKeys } from './query-keys.ts'

export type Usage = {
  plan: Plan
  /** `2026-11`, UTC. */
  month: string
  resets_at: string
  endpoints: ({ id: string; name: string | null } & Count)[]
  telemetry: Count
  queue: Count
  /** For how long is kept what came in; from `shrinks_at` on, where there is one, only what the plan keeps. */
  retention: { submission_days: number; telemetry_days: number; shrinks_at: string | null }
}

/** `limit` null: any number. */
export type Count = { used: number; limit: number | null }

export function useUsage() {
  return useQuery({
    queryKey: queryKeys.usage,
    queryFn: ({ signal }) => ask<Usage>({ path: '/usage', signal }),
  })
}
