import { useQuery } from '@tanstack/react-query'
import { path } from '../client/call.ts'
import { read, useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Watch, WatchChange, WatchList, WatchRequest } from '../schema.ts'

/** A watch fires at any time, and nothing else tells of it. */
const REFETCH_MS = 30_000

/** Loads the watches of an endpoint, again and again while they are shown. */
export function useWatches(telemetryId: string) {
  return useQuery({
    queryKey: queryKeys.telemetry.watches(telemetryId),
    queryFn: read<WatchList>({ path: watchesPath(telemetryId) }),
    refetchInterval: REFETCH_MS,
  })
}

/** Adds a watch. */
export function useAddWatch(telemetryId: string) {
  return useChange<Watch, WatchRequest>({
    request: (body) => ({ method: 'POST', path: watchesPath(telemetryId), body }),
    outdates: [queryKeys.telemetry.watches(telemetryId)],
  })
}

/** Changes a watch. */
export function useChangeWatch(telemetryId: string) {
  return useChange<Watch, { id: string; change: WatchChange }>({
    request: ({ id, change }) => ({ method: 'PATCH', path: watchPath(telemetryId, id), body: change }),
    outdates: [queryKeys.telemetry.watches(telemetryId)],
  })
}

/** Removes a watch. */
export function useRemoveWatch(telemetryId: string) {
  return useChange<null, string>({
    request: (id) => ({ method: 'DELETE', path: watchPath(telemetryId, id) }),
    outdates: [queryKeys.telemetry.watches(telemetryId)],
  })
}

function watchesPath(telemetryId: string): string {
  return path`/telemetry/${telemetryId}/watches`
}

function watchPath(telemetryId: string, id: string): string {
  return path`/telemetry/${telemetryId}/watches/${id}`
}
