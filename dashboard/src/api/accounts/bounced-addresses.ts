import { useQuery } from '@tanstack/react-query'
import { read, useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { BouncedAddressList, StartEmailsRequest } from '../schema.ts'

/** An address of the owner that gets no emails because some bounced. */
export type BouncedAddress = BouncedAddressList['data'][number]

export function useBouncedAddresses() {
  return useQuery({
    queryKey: queryKeys.bouncedAddresses,
    queryFn: read<BouncedAddressList>({ path: '/account/bounced-addresses' }),
    select: (answer) => answer.data,
  })
}

/** Sends emails to an address again. */
export function useStartBouncedAddress() {
  return useChange<null, StartEmailsRequest>({
    request: (body) => ({ method: 'POST', path: '/account/bounced-addresses/start', body }),
    outdates: [queryKeys.bouncedAddresses, queryKeys.me],
  })
}
