import { useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Erasure, ErasureRequest } from '../schema.ts'

export type { Erasure } from '../schema.ts'

/** Counts what a person sent by their address; deletes nothing. */
export function useFindSender() {
  return useChange<Erasure, Pick<ErasureRequest, 'address'>>({
    request: ({ address }) => ({ method: 'POST', path: '/erasures', body: { address, dry_run: true } }),
  })
}

/** Deletes for good what a person sent by their address. Needs a fresh sign-in. */
export function useEraseSender() {
  return useChange<Erasure, Pick<ErasureRequest, 'address'>>({
    request: ({ address }) => ({ method: 'POST', path: '/erasures', body: { address, dry_run: false } }),
    outdates: [queryKeys.submissions.all, queryKeys.endpoints.all, queryKeys.account],
  })
}
