import { useMutation, useQuery } from '@tanstack/react-query'
import { ask } from '../client/call.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Account } from '../schema.ts'

export function useAccount() {
  return useQuery({
    queryKey: queryKeys.account,
    queryFn: ({ signal }) => ask<Account>({ path: '/account', signal }),
  })
}

/** Retires and empties every endpoint, and ends every key and session. Wants a fresh sign-in. */
export function useDeleteAccount() {
  return useMutation({ mutationFn: () => ask<null>({ method: 'DELETE', path: '/account' }) })
}
