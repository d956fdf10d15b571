import { z } from 'zod'
import type { Actions } from '../../actions/actions.ts'
import { STREAM_LIMIT_RETRY_SECONDS } from '../../domain/accounts/stream.ts'
import { refused } from '../../domain/refusal.ts'
import { startOfHour } from '../../domain/telemetry/event.ts'
import type { HttpDeps } from '../deps.ts'
import { answered } from '../kernel/api-route.ts'
import { probeReader, STREAM_HEADERS } from '../kernel/streaming.ts'
import { NOTHING } from '../schema/read-input.ts'
import { PAGING } from '../schema/shapes.ts'
import { FILTER, PROP_FILTER, toFilter, toPropFilter } from './event-filters.ts'
import type { EventRead } from './event-read.ts'
import {
  EventPage,
  EventStats,
  EXAMPLE_EVENT,
  EXAMPLE_PROPS,
  EXAMPLE_STATS,
  PropStats,
  storedEventBody,
  visitorsBody,
} from './event-shapes.ts'
import { valuesRead } from './event-values.ts'

const EventsQuery = z.strictObject({ ...PAGING, ...FILTER, ...PROP_FILTER })
const StatsQuery = z.strictObject({
  interval: z.enum(['hour', 'day']).default('day').describe('Days begin at midnight UTC.'),
  ...FILTER,
})
const PropsQuery = z.strictObject({ ...FILTER, ...PROP_FILTER })

const FOLLOWING = `Server-sent events, for EventSource or curl -N:

\`ready\` with \`{}\`, first of all: events that arrive from now on are sent.

\`event\` with an event as in the list.

\`missed\` with \`{"count"}\`: events arrived that were not sent, because there were too many; null: their number is unknown.

The stream ends when the reader loses access, and when the service stops.`

/** Creates all reads. */
export function createEventReads({ actions, eventStreams }: Deps): EventRead[] {
  return [
    declare({
      path: '/events',
      operationId: 'listEvents',
      ownedOperationId: 'listOwnedEvents',
      summary: 'List events, the last received first.',
      ownedDescription:
        'A page may be short when many events were searched; continue while there is a next_cursor.',
      query: EventsQuery,
      answer: {
        description: 'A page of events.',
        schema: EventPage,
        example: { data: [EXAMPLE_EVENT], next_cursor: null },
      },
      read: ({ endpointId, query }) => listEvents(actions, endpointId, query),
    }),
    declare({
      path: '/stats',
      operationId: 'countEvents',
      ownedOperationId: 'countOwnedEvents',
      summary: 'Count the events of each name in each hour or day.',
      ownedDescription: 'The most frequent names are listed; all others are counted together as "(other)".',
      query: StatsQuery,
      answer: { description: 'The counts.', schema: EventStats, example: EXAMPLE_STATS },
      read: ({ endpointId, query, now }) => countEvents(actions, endpointId, { ...query, now }),
    }),
    declare({
      path: '/props',
      operationId: 'breakDownEvents',
      ownedOperationId: 'breakDownOwnedEvents',
      summary: 'Break events down by their props and values.',
      query: PropsQuery,
      answer: { description: 'Props, the most frequent first.', schema: PropStats, example: EXAMPLE_PROPS },
      read: ({ endpointId, query, now }) => breakDownEvents(actions, endpointId, { ...query, now }),
    }),
    declare(valuesRead(actions)),
    declare({
      path: '/stream',
      operationId: 'streamEvents',
      ownedOperationId: 'streamOwnedEvents',
      summary: 'Follow events as they arrive: server-sent events.',
      ownedDescription: FOLLOWING,
      query: NOTHING,
      answer: { description: 'Events, without an end.', media: ['text/event-stream'] },
      refuses: ['stream_limit'],
      async read({ endpointId, request, hasAccess }) {
        const body = await eventStreams.open(endpointId, hasAccess)
        if (!body) return refused({ code: 'stream_limit', retryAfterSeconds: STREAM_LIMIT_RETRY_SECONDS })
        probeReader(request)
        return { kind: 'stream', body, headers: STREAM_HEADERS }
      },
    }),
  ]
}

type Deps = Pick<HttpDeps, 'actions' | 'eventStreams'>
type EventActions = Pick<Actions, 'listEvents' | 'countEvents' | 'breakDownEvents'>

/** Checks that a read takes what its query is parsed to; its callers pass on what they have parsed. */
function declare<Query extends z.ZodObject>(read: EventRead<Query>): EventRead {
  return read as unknown as EventRead
}

async function listEvents(
  actions: EventActions,
  endpointId: string,
  { limit, cursor, ...filter }: z.output<typeof EventsQuery>,
) {
  const listed = await actions.listEvents({
    endpointId,
    ...toFilter(filter),
    ...toPropFilter(filter),
    limit,
    cursor,
  })
  if (listed.kind === 'refused') return listed
  return answered({ data: listed.events.map(storedEventBody), next_cursor: listed.next })
}

async function countEvents(
  actions: EventActions,
  endpointId: string,
  { interval, now, ...filter }: z.output<typeof StatsQuery> & { now: Date },
) {
  const counted = await actions.countEvents({ endpointId, ...toFilter(filter), interval, now })
  if (counted.kind === 'refused') return counted
  const { since, until } = counted.span
  return answered({
    interval,
    since: startOfHour(since).toISOString(),
    until: startOfHour(until).toISOString(),
    data: counted.counts.map(({ hour, name, count }) => ({
      time: startOfHour(hour).toISOString(),
      name,
      count,
    })),
    visitors: counted.visitors && visitorsBody(counted.visitors),
  })
}

async function breakDownEvents(
  actions: EventActions,
  endpointId: string,
  { now, ...filter }: z.output<typeof PropsQuery> & { now: Date },
) {
  const found = await actions.breakDownEvents({
    endpointId,
    ...toFilter(filter),
    ...toPropFilter(filter),
    now,
  })
  if (found.kind === 'refused') return found
  const { events, complete, props, pages, sources, users } = found
  return answered({ events, complete, data: props, pages, sources, users })
}
