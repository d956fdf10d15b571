import { useQuery } from '@tanstack/react-query'
import { read, useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Account, AccountChange } from '../schema.ts'
import { useAccess } from './access.ts'
import { forgetOwner } from './forget-owner.ts'

export function useAccount() {
  return useQuery({ queryKey: queryKeys.account, queryFn: read<Account>({ path: '/account' }) })
}

/** Loads what the spam filter has learned, for those who may see the whole account. */
export function useLearned() {
  const { surelyMay } = useAccess()
  return useQuery({
    enabled: surelyMay('viewer', 'account'),
    queryKey: queryKeys.account,
    queryFn: read<Account>({ path: '/account' }),
    select: ({ learned }) => learned,
  })
}

/** Changes the settings of the account. */
export function useChangeAccount() {
  return useChange<Account, AccountChange>({
    request: (change) => ({ method: 'PATCH', path: '/account', body: change }),
    caches: queryKeys.account,
  })
}

/** Makes the spam filter forget what it has learned from the owner. */
export function useForgetLearned() {
  return useChange<null>({
    request: () => ({ method: 'DELETE', path: '/account/learned-words' }),
    outdates: [queryKeys.account],
  })
}

/** Deletes the account: retires and empties every endpoint, ends every key and session. Needs a fresh sign-in. */
export function useDeleteAccount() {
  return useChange<null>({
    request: () => ({ method: 'DELETE', path: '/account' }),
    onDone: forgetOwner,
  })
}
