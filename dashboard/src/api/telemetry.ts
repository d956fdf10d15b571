import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ask, path } from './call.ts'
import {
  type Owned,
  type OwnedFilter,
  type Taken,
  useChangeOwned,
  useCreateOwned,
  useOwned,
  useOwnedList,
  useRetireOwned,
} from './owned.ts'
import { queryKeys } from './query-keys.ts'

/** What takes events, as its owner sees it. */
export type Telemetry = Owned & {
  kind: 'telemetry'
  telemetry_url: string
  last_event_at: string | null
  events: Taken
}

/** The one answer that holds its first key. */
export type NewTelemetry = Telemetry & { read_key: string }

/** Events are told to who follows one endpoint; in a list of them they are asked about. */
const POLL_MS = 30_000

export function useTelemetries(filter: OwnedFilter = {}) {
  return useOwnedList<Telemetry>('telemetry', filter, { everyMs: POLL_MS })
}

export function useTelemetry(id: string) {
  return useOwned<Telemetry>('telemetry', id)
}

export function useCreateTelemetry() {
  return useCreateOwned<NewTelemetry>('telemetry')
}

export function useRenameTelemetry(id: string) {
  return useChangeOwned<Telemetry, { name: string | null }>('telemetry', id)
}

export function useRetireTelemetry(id: string) {
  return useRetireOwned<Telemetry>('telemetry', id)
}

/** Deletes all its events, and what was counted of them. */
export function useEmptyTelemetry(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => ask<{ deleted: number }>({ method: 'DELETE', path: path`/telemetry/${id}/events` }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.telemetry.all }),
  })
}
