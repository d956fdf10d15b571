import { useQuery, useQueryClient } from '@tanstack/react-query'
import { path } from '../client/call.ts'
import { read, useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { PublicLink } from '../schema.ts'

/** Loads the public link of an endpoint; its URL is null while there is none. */
export function usePublicLink(telemetryId: string) {
  return useQuery({
    queryKey: queryKeys.telemetry.publicLink(telemetryId),
    queryFn: read<PublicLink>({ path: linkPath(telemetryId) }),
  })
}

/** Creates a public link. Needs a fresh sign-in. */
export function useCreatePublicLink(telemetryId: string) {
  return useChange<PublicLink>({
    request: () => ({ method: 'POST', path: linkPath(telemetryId) }),
    caches: queryKeys.telemetry.publicLink(telemetryId),
  })
}

/** Revokes the public link. */
export function useRevokePublicLink(telemetryId: string) {
  const client = useQueryClient()
  const key = queryKeys.telemetry.publicLink(telemetryId)
  return useChange<null>({
    request: () => ({ method: 'DELETE', path: linkPath(telemetryId) }),
    onDone: () => client.setQueryData<PublicLink>(key, { url: null }),
  })
}

function linkPath(telemetryId: string): string {
  return path`/telemetry/${telemetryId}/public-link`
}
