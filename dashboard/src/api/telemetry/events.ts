import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { ask, path } from '../client/call.ts'
import { PAGING } from '../client/page.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Event, EventPage, EventProps, EventStats } from '../schema.ts'

export type TelemetryEvent = Event

export type Interval = EventStats['interval']

const LIST_LENGTH = 50

/** The events of an endpoint, those that came last first. They stand still: who reads them asks for newer ones. */
export function useEvents(telemetryId: string, name: string | undefined) {
  return useInfiniteQuery({
    queryKey: queryKeys.telemetry.eventsOf(telemetryId, name),
    queryFn: ({ pageParam, signal }) =>
      ask<EventPage>({
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
      ask<object>({
        method: 'POST',
        door: 'public',
        path: path`/t/${telemetryId}`,
        body: { name: 'test', props: { from: 'dashboard' } },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.telemetry.all }),
  })
}
