import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { path } from '../client/call.ts'
import { readPages } from '../client/page.ts'
import { read } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Event, EventPage, EventStats, EventValues, PropStats } from '../schema.ts'

export type TelemetryEvent = Event

export type Interval = EventStats['interval']

const LIST_LENGTH = 50
/** Limit of the API. */
const MAX_VALUES = 500

/** Events with a name, and with a value of a prop; `value` is the text of it. */
export type EventFilter = {
  name: string | undefined
  prop: string | undefined
  value: string | undefined
}

/** Lists the events of an endpoint, newest first. Never refetched by itself, so that the list does not jump. */
export function useEvents(telemetryId: string, filter: EventFilter) {
  return useInfiniteQuery({
    queryKey: queryKeys.telemetry.eventsBy(telemetryId, filter),
    ...readPages<EventPage>({
      path: path`/telemetry/${telemetryId}/events`,
      search: { ...filter, limit: LIST_LENGTH },
    }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/**
 * Loads event counts by name, per hour for two days or per day for thirty unless `since` says otherwise. The service
 * decides the period, because the clock of a browser may be wrong.
 */
export function useEventStats(
  telemetryId: string,
  query: {
    interval: Interval
    name?: string | undefined
    since?: string | undefined
    until?: string | undefined
  },
  { enabled = true }: { enabled?: boolean } = {},
) {
  return useQuery({
    enabled,
    queryKey: queryKeys.telemetry.stats(telemetryId, query),
    queryFn: read<EventStats>({ path: path`/telemetry/${telemetryId}/stats`, search: query }),
    placeholderData: keepPreviousData,
  })
}

/** Loads the props, pages, sources and users of events since a time, of all or with a name. */
export function useEventProps(telemetryId: string, query: { name?: string | undefined; since: string }) {
  return useQuery({
    queryKey: queryKeys.telemetry.props(telemetryId, query),
    queryFn: read<PropStats>({ path: path`/telemetry/${telemetryId}/props`, search: query }),
    placeholderData: keepPreviousData,
  })
}

/** Values of a prop, or of another part of events. */
export type ValuesOf = { of: 'prop'; prop: string } | { of: 'page' | 'source' | 'user' }

/** Loads the most frequent values of a part of the events, as many as the service lists. */
export function useEventValues(
  telemetryId: string,
  query: ValuesOf & { name?: string | undefined; since: string; search?: string | undefined },
) {
  return useQuery({
    queryKey: queryKeys.telemetry.values(telemetryId, query),
    queryFn: read<EventValues>({
      path: path`/telemetry/${telemetryId}/values`,
      search: { ...query, limit: MAX_VALUES },
    }),
    placeholderData: keepPreviousData,
  })
}
