import { useQuery, useQueryClient } from '@tanstack/react-query'
import { path } from '../client/call.ts'
import { read, useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { StatusBadge } from '../schema.ts'

/** Loads the address of the status badge; null while it is not published. */
export function useBadge(telemetryId: string) {
  return useQuery({
    queryKey: queryKeys.telemetry.badge(telemetryId),
    queryFn: read<StatusBadge>({ path: badgePath(telemetryId) }),
  })
}

/** Publishes the status badge. Needs a fresh sign-in. */
export function usePublishBadge(telemetryId: string) {
  return useChange<StatusBadge>({
    request: () => ({ method: 'POST', path: badgePath(telemetryId) }),
    caches: queryKeys.telemetry.badge(telemetryId),
  })
}

/** Revokes the status badge. */
export function useRevokeBadge(telemetryId: string) {
  const client = useQueryClient()
  const key = queryKeys.telemetry.badge(telemetryId)
  return useChange<null>({
    request: () => ({ method: 'DELETE', path: badgePath(telemetryId) }),
    onDone: () => client.setQueryData<StatusBadge>(key, { url: null }),
  })
}

function badgePath(telemetryId: string): string {
  return path`/telemetry/${telemetryId}/badge`
}
