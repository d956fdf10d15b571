import { useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Erasure, ErasureRequest } from '../schema.ts'

export type { Erasure } from '../schema.ts'

/** The address, and whether submissions that have it in any field count, too. */
export type Sought = Pick<ErasureRequest, 'address' | 'everywhere'>

/** Counts what a person sent by their address; deletes nothing. */
export function useFindSender() {
  return useChange<Erasure, Sought>({
    request: (sought) => ({ method: 'POST', path: '/erasures', body: { ...sought, dry_run: true } }),
  })
}

/** Deletes for good what a person sent by their address. Needs a fresh sign-in. */
export function useEraseSender() {
  return useChange<Erasure, Sought>({
    request: (sought) => ({ method: 'POST', path: '/erasures', body: { ...sought, dry_run: false } }),
    outdates: [queryKeys.submissions.all, queryKeys.endpoints.all, queryKeys.account],
  })
}
