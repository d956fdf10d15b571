import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callOrThrow } from '../client/call.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Account, AccountChange } from '../schema.ts'
import { forgetAllAnswerDrafts } from '../submissions/answer-drafts.ts'

export function useAccount() {
  return useQuery({
    queryKey: queryKeys.account,
    queryFn: ({ signal }) => callOrThrow<Account>({ path: '/account', signal }),
  })
}

/** Changes the settings of the account. */
export function useChangeAccount() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: AccountChange) =>
      callOrThrow<Account>({ method: 'PATCH', path: '/account', body: change }),
    onSuccess: (account) => client.setQueryData(queryKeys.account, account),
  })
}

/** Makes the spam filter forget what it has learned from the owner. */
export function useForgetLearned() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callOrThrow<null>({ method: 'DELETE', path: '/account/learned-words' }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.account }),
  })
}

/** Deletes the account: retires and empties every endpoint, ends every key and session. Needs a fresh sign-in. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: () => callOrThrow<null>({ method: 'DELETE', path: '/account' }),
    onSuccess: forgetAllAnswerDrafts,
  })
}
