import type { Caller } from '../../actions/accounts/caller.ts'
import { STREAM_LIMIT_RETRY_SECONDS } from '../../domain/accounts/stream.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, NOTHING, refused } from '../kernel/api-route.ts'
import { probeReader, STREAM_HEADERS } from '../kernel/streaming.ts'
import { Deleted } from '../schema/shapes.ts'
import {
  EventPage,
  EventProps,
  EventStats,
  EventsQuery,
  EXAMPLE_EVENT,
  EXAMPLE_PROPS,
  EXAMPLE_STATS,
  openEventReading,
  PropsQuery,
  StatsQuery,
} from './protocols/event-reading.ts'

const PLACE = '/telemetry/:id'
const UNKNOWN: Refusal = { code: 'endpoint_not_found' }

const FOLLOWING = `Server-sent events, for EventSource or curl -N:

\`ready\` with \`{}\`, first of all: what arrives from now on will be told.

\`event\` with an event as in the list.

\`missed\` with \`{"count"}\`: events arrived that were not told, for they were too many; null: nobody knows how many.

The stream ends when the reader may read no more, and when the service stops.`

/** What telemetry endpoints received: as below `/t/{id}`, for their owner. */
export function telemetryEventRoutes(deps: HttpDeps): ApiRoute[] {
  const { actions, clock, eventStreams } = deps
  const reading = openEventReading(actions)
  const common = { tag: 'telemetry', needs: 'read', fresh: false, query: NOTHING, body: NOTHING } as const
  const owns = async (caller: Caller, endpointId: string) =>
    (await actions.getOwnedEndpoint(caller, { kind: 'telemetry', endpointId, now: clock.now() })) !== null

  return [
    apiRoute({
      ...common,
      method: 'GET',
      path: `${PLACE}/events`,
      operationId: 'listOwnedEvents',
      summary: 'Events, those that came last first.',
      description: 'A page ends early where many were looked at; go on while there is a next_cursor.',
      query: EventsQuery,
      answer: {
        status: 200,
        description: 'A page of events.',
        schema: EventPage,
        example: { data: [EXAMPLE_EVENT], next_cursor: null },
      },
      refuses: ['endpoint_not_found'],
      async handle({ caller, params, query }) {
        const id = params.id ?? ''
        return (await owns(caller, id)) ? reading.events(id, query) : refused(UNKNOWN)
      },
    }),
    apiRoute({
      ...common,
      method: 'GET',
      path: `${PLACE}/stats`,
      operationId: 'countOwnedEvents',
      summary: 'How many events of each name happened in each hour or day.',
      description: 'Of many names the most frequent are told, and all others as "(other)".',
      query: StatsQuery,
      answer: { status: 200, description: 'The counts.', schema: EventStats, example: EXAMPLE_STATS },
      refuses: ['endpoint_not_found'],
      async handle({ caller, params, query, now }) {
        const id = params.id ?? ''
        return (await owns(caller, id)) ? reading.stats(id, query, now) : refused(UNKNOWN)
      },
    }),
    apiRoute({
      ...common,
      method: 'GET',
      path: `${PLACE}/props`,
      operationId: 'breakDownOwnedEvents',
      summary: 'Which props the events have, and with which values.',
      query: PropsQuery,
      answer: {
        status: 200,
        description: 'Props by how often they occur.',
        schema: EventProps,
        example: EXAMPLE_PROPS,
      },
      refuses: ['endpoint_not_found'],
      async handle({ caller, params, query, now }) {
        const id = params.id ?? ''
        return (await owns(caller, id)) ? reading.props(id, query, now) : refused(UNKNOWN)
      },
    }),
    apiRoute({
      ...common,
      method: 'GET',
      path: `${PLACE}/stream`,
      operationId: 'followOwnedEvents',
      summary: 'Events, as they arrive.',
      description: FOLLOWING,
      answer: { status: 200, description: 'Events, without an end.', media: ['text/event-stream'] },
      refuses: ['endpoint_not_found', 'stream_limit'],
      async handle({ caller, params, request }) {
        const id = params.id ?? ''
        if (!(await owns(caller, id))) return refused(UNKNOWN)
        const stillMay = async () =>
          (await actions.findGone([caller], clock.now())).size === 0 && (await owns(caller, id))
        const body = await eventStreams.open(id, stillMay)
        if (!body) return refused({ code: 'stream_limit', retryAfterSeconds: STREAM_LIMIT_RETRY_SECONDS })
        probeReader(request)
        return { kind: 'stream', body, headers: STREAM_HEADERS }
      },
    }),
    apiRoute({
      ...common,
      method: 'DELETE',
      path: `${PLACE}/events`,
      needs: 'write',
      fresh: true,
      operationId: 'emptyTelemetry',
      summary: 'Delete all events of an endpoint, and what was counted of them.',
      answer: {
        status: 200,
        description: 'How many requests with events are gone.',
        schema: Deleted,
        example: { deleted: 12 },
      },
      refuses: ['endpoint_not_found'],
      async handle({ caller, params }) {
        const deleted = await actions.emptyTelemetry(caller, params.id ?? '')
        return deleted === null ? refused(UNKNOWN) : answered({ deleted })
      },
    }),
  ]
}
