import { useMutation, useQuery } from '@tanstack/react-query'
import { callOrThrow } from '../client/call.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Account } from '../schema.ts'

export function useAccount() {
  return useQuery({
    queryKey: queryKeys.account,
    queryFn: ({ signal }) => callOrThrow<Account>({ path: '/account', signal }),
  })
}

/** Deletes the account: retires and empties every endpoint, ends every key and session. Needs a fresh sign-in. */
export function useDeleteAccount() {
  return useMutation({ mutationFn: () => callOrThrow<null>({ method: 'DELETE', path: '/account' }) })
}
