import { useMutation, useQuery } from '@tanstack/react-query'
import { ask } from './call.ts'
import { queryKeys } from './query-keys.ts'

export type Plan = {
  name: string
  submissions_per_month: number | null
  queue_messages_per_month: number | null
  telemetry_events_per_month: number | null
  submission_retention_days: number
  telemetry_retention_days: number
  destinations: number
}

export type Me = {
  mailbox: string
  plan: Plan
  session: { id: string; fresh_until: string } | null
  scopes: string[]
  base_url: string
  version: string
}

const HARDLY_CHANGES_MS = 5 * 60_000

/** Who is signed in. */
export function useMe() {
  return useQuery({
    queryKey: queryKeys.me,
    queryFn: ({ signal }) => ask<Me>({ path: '/me', signal }),
    staleTime: HARDLY_CHANGES_MS,
  })
}

/** Ends this session. */
export function useSignOut() {
  return useMutation({ mutationFn: () => ask<null>({ method: 'POST', path: '/sign-out' }) })
}
