import { useQuery } from '@tanstack/react-query'
import { read, useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { EmailKeyChange, EmailKeys, FoundEmailKey, NewEmailKey } from '../schema.ts'

/** The OpenPGP key that emails to the owner are encrypted to. */
export function useEmailKeys() {
  return useQuery({ queryKey: queryKeys.emailKey, queryFn: read<EmailKeys>({ path: '/account/email-key' }) })
}

/** Adds a key; it is used after its confirmation by email. Needs a fresh sign-in. */
export function useAddEmailKey() {
  return useChange<EmailKeys, NewEmailKey>({
    request: (key) => ({ method: 'POST', path: '/account/email-key', body: key }),
    caches: queryKeys.emailKey,
  })
}

/** Looks in the key directory of the domain of the owner's address. Needs a fresh sign-in. */
export function useLookUpEmailKey() {
  return useChange<FoundEmailKey>({ request: () => ({ method: 'POST', path: '/account/email-key/look-up' }) })
}

/** Sets if content leaves only in encrypted emails. Needs a fresh sign-in. */
export function useChangeEmailKey() {
  return useChange<EmailKeys, EmailKeyChange>({
    request: (change) => ({ method: 'PATCH', path: '/account/email-key', body: change }),
    caches: queryKeys.emailKey,
  })
}

/** Removes the key. Needs a fresh sign-in. */
export function useRemoveEmailKey() {
  return useChange<null>({
    request: () => ({ method: 'DELETE', path: '/account/email-key' }),
    outdates: [queryKeys.emailKey],
  })
}
