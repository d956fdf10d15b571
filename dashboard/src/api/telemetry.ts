import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { ask, path } from './call.ts'
import type { EndpointFilter } from './endpoints.ts'
import { PAGING, type Page } from './page.ts'
import { queryKeys } from './query-keys.ts'

/** What takes events, as its owner sees it. */
export type Telemetry = {
  id: string
  kind: 'telemetry'
  telemetry_url: string
  name: string | null
  recipient: string
  state: 'claimed' | 'retired'
  created_at: string
  claimed_at: string | null
  retired_at: string | null
  last_event_at: string | null
  /** `used` and `limit` are those of all telemetry endpoints of the account together. */
  events: { total: number; this_month: number; used: number; limit: number | null; resets_at: string }
  version: number
}

/** The one answer that holds its first key. */
export type NewTelemetry = Telemetry & { read_key: string }

/** Events are told to who follows one endpoint; in a list of them they are asked about. */
const POLL_MS = 30_000

/** The telemetry endpoints, newest first; what was shown before stays until a new filter is answered. */
export function useTelemetries(filter: EndpointFilter = {}) {
  return useInfiniteQuery({
    queryKey: queryKeys.telemetry.list(filter),
    queryFn: ({ pageParam, signal }) =>
      ask<Page<Telemetry>>({ path: '/telemetry', search: { ...filter, cursor: pageParam }, signal }),
    ...PAGING,
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
}

export function useTelemetry(id: string) {
  return useQuery({
    queryKey: queryKeys.telemetry.one(id),
    queryFn: ({ signal }) => ask<Telemetry>({ path: path`/telemetry/${id}`, signal }),
  })
}

/** Makes one for the owner's own mailbox; it is claimed from the start. */
export function useCreateTelemetry() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (made: { name?: string }) =>
      ask<NewTelemetry>({ method: 'POST', path: '/telemetry', body: made }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.telemetry.lists }),
  })
}

/** @param change.version given, a change that somebody else made meanwhile is refused: `version_conflict` */
export function useRenameTelemetry(id: string) {
  const kept = useKeptTelemetry()
  return useMutation({
    mutationFn: ({ name, version }: { name: string | null; version: number }) =>
      ask<Telemetry>({
        method: 'PATCH',
        path: path`/telemetry/${id}`,
        body: { name },
        headers: { 'if-match': `"${version}"` },
      }),
    onSuccess: kept,
  })
}

export function useRetireTelemetry(id: string) {
  const kept = useKeptTelemetry()
  return useMutation({
    mutationFn: () => ask<Telemetry>({ method: 'POST', path: path`/telemetry/${id}/retire` }),
    onSuccess: kept,
  })
}

/** Deletes all its events, and what was counted of them. */
export function useEmptyTelemetry(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => ask<{ deleted: number }>({ method: 'DELETE', path: path`/telemetry/${id}/events` }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.telemetry.all }),
  })
}

/** What a change answers is what is shown next, without asking again. */
function useKeptTelemetry() {
  const client = useQueryClient()
  return (telemetry: Telemetry) => {
    client.setQueryData(queryKeys.telemetry.one(telemetry.id), telemetry)
    return client.invalidateQueries({ queryKey: queryKeys.telemetry.lists })
  }
}
