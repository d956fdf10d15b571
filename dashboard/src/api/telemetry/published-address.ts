import { useQuery, useQueryClient } from '@tanstack/react-query'
import { path } from '../client/call.ts'
import { read, useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { PublicLink, StatusBadge } from '../schema.ts'

/** An address that anyone may open: the public link to the statistics of an endpoint, or its status badge. */
type PublishedAddress = 'public-link' | 'badge'

type Address = PublicLink & StatusBadge
type Of = { telemetryId: string; published: PublishedAddress }

/** Loads the address; its URL is null while it is not published. */
export function usePublishedAddress(of: Of) {
  return useQuery({ queryKey: toKey(of), queryFn: read<Address>({ path: toPath(of) }) })
}

/** Publishes the address. Needs a fresh sign-in. */
export function usePublishAddress(of: Of) {
  return useChange<Address>({
    request: () => ({ method: 'POST', path: toPath(of) }),
    caches: toKey(of),
  })
}

/** Revokes the address. */
export function useRevokeAddress(of: Of) {
  const client = useQueryClient()
  return useChange<null>({
    request: () => ({ method: 'DELETE', path: toPath(of) }),
    onDone: () => client.setQueryData<Address>(toKey(of), { url: null }),
  })
}

function toKey({ telemetryId, published }: Of) {
  const { badge, publicLink } = queryKeys.telemetry
  return published === 'badge' ? badge(telemetryId) : publicLink(telemetryId)
}

function toPath({ telemetryId, published }: Of): string {
  return path`/telemetry/${telemetryId}/${published}`
}
