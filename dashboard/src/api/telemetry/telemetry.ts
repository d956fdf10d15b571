import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callOrThrow, path } from '../client/call.ts'
import type { OwnedFilter } from '../client/filters.ts'
import { queryKeys } from '../client/query-keys.ts'
import { useChangeOwned, useCreateOwned, useOwned, useOwnedList, useRetireOwned } from '../endpoints/owned.ts'
import type { Deleted, NameRequest, Telemetry, TelemetryWithKey } from '../schema.ts'

/** Only the screen of one endpoint has live events; a list is polled. */
const POLL_MS = 30_000

export function useTelemetryEndpoints(filter: OwnedFilter = {}) {
  return useOwnedList<Telemetry>({ kind: 'telemetry', filter, pollMs: POLL_MS })
}

export function useTelemetry(id: string) {
  return useOwned<Telemetry>({ kind: 'telemetry', id })
}

export function useCreateTelemetry() {
  return useCreateOwned<TelemetryWithKey>('telemetry')
}

export function useChangeTelemetry(id: string) {
  return useChangeOwned<Telemetry, NameRequest>('telemetry', id)
}

export function useRetireTelemetry(id: string) {
  return useRetireOwned<Telemetry>('telemetry', id)
}

/** Deletes all events and their statistics. */
export function useEmptyTelemetry(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callOrThrow<Deleted>({ method: 'DELETE', path: path`/telemetry/${id}/events` }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.telemetry.all }),
  })
}
