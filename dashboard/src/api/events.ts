import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { ask, path } from './call.ts'
import { PAGING, type Page } from './page.ts'
import { queryKeys } from './query-keys.ts'

export type PropValue = string | number | boolean

export type TelemetryEvent = {
  id: string
  name: string
  /** When it happened. */
  time: string
  received_at: string
  props: Record<string, PropValue>
  url: string | null
  referrer: string | null
  user: string | null
  /** What its sender calls it. */
  client_id: string | null
}

export type Interval = 'hour' | 'day'

/** Nothing stands for an hour or a day without events; `until` is the beginning of the first that is not told. */
export type EventStats = {
  interval: Interval
  since: string
  until: string
  data: { time: string; name: string; count: number }[]
}

/** `complete`: whether all events were looked at, or the newest ones. */
export type EventProps = {
  events: number
  complete: boolean
  data: { prop: string; count: number; values: { value: PropValue; count: number }[] }[]
}

const LIST_LENGTH = 50

/** The events of an endpoint, those that came last first. They stand still: who reads them asks for newer ones. */
export function useEvents(telemetryId: string, name: string | undefined) {
  return useInfiniteQuery({
    queryKey: queryKeys.telemetry.eventsOf(telemetryId, name),
    queryFn: ({ pageParam, signal }) =>
      ask<Page<TelemetryEvent>>({
        path: path`/telemetry/${telemetryId}/events`,
        search: { name, limit: LIST_LENGTH, cursor: pageParam },
        signal,
      }),
    ...PAGING,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/**
 * How many of each name happened in each hour of the last two days, or in each day of the last thirty: the service says
 * which hours those are, for the clock of a browser may be wrong.
 */
export function useEventStats(telemetryId: string, asked: { interval: Interval; name?: string | undefined }) {
  return useQuery({
    queryKey: queryKeys.telemetry.stats(telemetryId, asked),
    queryFn: ({ signal }) =>
      ask<EventStats>({ path: path`/telemetry/${telemetryId}/stats`, search: asked, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Which props the events of a name have had since then, and with which values. */
export function useEventProps(telemetryId: string, asked: { name: string; since: string }) {
  return useQuery({
    queryKey: queryKeys.telemetry.props(telemetryId, asked),
    queryFn: ({ signal }) =>
      ask<EventProps>({ path: path`/telemetry/${telemetryId}/props`, search: asked, signal }),
  })
}

/** Sends an event the way that everybody's programs send theirs; it counts as every other. */
export function useTestEvent(telemetryId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      ask<{ accepted: number }>({
        method: 'POST',
        door: 'public',
        path: path`/t/${telemetryId}`,
        body: { name: 'test', props: { from: 'dashboard' } },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.telemetry.all }),
  })
}
