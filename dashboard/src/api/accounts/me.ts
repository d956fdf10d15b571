import { useMutation, useQuery } from '@tanstack/react-query'
import { ask } from '../client/call.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Me } from '../schema.ts'

export type Plan = Me['plan']

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
