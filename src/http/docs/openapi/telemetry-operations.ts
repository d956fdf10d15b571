import type { z } from 'zod'
import type { RefusalCode } from '../../../domain/refusal.ts'
import type { HttpDeps } from '../../deps.ts'
import type { PathItem } from '../../pages/docs/openapi-shape.ts'
import { PosthogAnswer, TelemetryInfo, TelemetryStatus } from '../../schema/event-schemas.ts'
import { EXAMPLE_TELEMETRY_ID } from '../../schema/examples.ts'
import {
  EventPage,
  EventProps,
  EventStats,
  EventsQuery,
  EXAMPLE_EVENT,
  EXAMPLE_PROPS,
  EXAMPLE_STATS,
  PropsQuery,
  StatsQuery,
} from '../../telemetry/protocols/event-reading.ts'
import { type Answer, headOf, jsonOf, type NamedOperation, operation, refusals, text } from './answers.ts'
import { queryParameters } from './api-operations.ts'
import {
  creationOfTelemetry,
  refusingSignals,
  takingByPicture,
  takingEvents,
  takingForeign,
  takingLogs,
} from './event-operations.ts'
import { exampleStatus, unknownEndpoint } from './kind-operations.ts'
import { TELEMETRY_ID } from './parameters.ts'

const READING_REFUSED: readonly RefusalCode[] = [
  'value_invalid',
  'key_invalid',
  'scope_missing',
  'endpoint_not_found',
  'event_rate',
]

const TAKEN_BY_POSTHOG = {
  200: jsonOf('It was taken; with quota_limited, as far as there was room.', PosthogAnswer, { status: 1 }),
}

/** Telemetry endpoints: what anybody may call, and what is read with a key. */
export function telemetryOperations(deps: Pick<HttpDeps, 'base' | 'terms'>): Record<string, PathItem> {
  const { base } = deps
  const url = `${base}/t/${EXAMPLE_TELEMETRY_ID}`
  const example = exampleStatus(base, { telemetry_id: EXAMPLE_TELEMETRY_ID, telemetry_url: url })
  const status = operationOf('probeTelemetry', 'The claim-status probe.', {
    200: jsonOf('What anybody may know.', TelemetryStatus, example),
    404: unknownEndpoint('There is no such endpoint.'),
  })
  return {
    '/t/new': { post: creationOfTelemetry(deps) },
    '/t/{id}': {
      post: takingEvents(),
      get: operationOf('describeTelemetry', 'How to send events to this endpoint.', {
        200: jsonOf('The status, and the media types it takes.', TelemetryInfo, {
          ...example,
          accepts: ['application/json'],
        }),
        404: unknownEndpoint('There is no such endpoint.'),
        ...refusals(['endpoint_expired', 'endpoint_retired'], { as: 'json' }),
      }),
    },
    '/t/{id}/status': {
      get: status,
      head: headOf(status, {
        operationId: 'probeTelemetryExistence',
        summary: 'The claim-status probe without a body.',
      }),
    },
    '/t/{id}/v1/logs': { post: takingLogs() },
    '/t/{id}/v1/traces': { post: refusingSignals('refuseTraces') },
    '/t/{id}/v1/metrics': { post: refusingSignals('refuseMetrics') },
    '/t/{id}/api/event': {
      post: takingForeign('takePlausibleEvent', 'An event of a client of Plausible.', {
        202: text('It was taken.', 'text/plain'),
      }),
    },
    '/t/{id}/api/send': {
      post: takingForeign('takeUmamiEvent', 'An event of a client of Umami.'),
    },
    '/t/{id}/batch/': {
      post: takingForeign('takePosthogBatch', 'Events of a client of PostHog.', TAKEN_BY_POSTHOG),
    },
    '/t/{id}/i/v0/e/': {
      post: takingForeign('takePosthogEvent', 'One event of a client of PostHog.', TAKEN_BY_POSTHOG),
    },
    '/t/{id}/p.gif': { get: takingByPicture() },
    '/t/{id}/events': {
      get: reading('listEvents', 'Events, those that came last first.', {
        query: EventsQuery,
        answer: jsonOf('A page of events.', EventPage, { data: [EXAMPLE_EVENT], next_cursor: null }),
      }),
    },
    '/t/{id}/stats': {
      get: reading('countEvents', 'How many events of each name happened in each hour or day.', {
        query: StatsQuery,
        answer: jsonOf('The counts.', EventStats, EXAMPLE_STATS),
      }),
    },
    '/t/{id}/props': {
      get: reading('breakDownEvents', 'Which props the events have, and with which values.', {
        query: PropsQuery,
        answer: jsonOf('Props by how often they occur.', EventProps, EXAMPLE_PROPS),
      }),
    },
    '/t/{id}/stream': {
      get: reading('followEvents', 'Events, as they arrive: server-sent events.', {
        query: null,
        answer: text('Events, without an end.', 'text/event-stream'),
        refuses: ['stream_limit'],
      }),
    },
  }
}

function reading(
  operationId: string,
  summary: string,
  about: { query: z.ZodObject | null; answer: Answer; refuses?: readonly RefusalCode[] },
): NamedOperation {
  const parameters = about.query ? queryParameters(about.query) : []
  return operation({
    operationId,
    summary,
    description:
      'With `Authorization: Bearer tk_…`, the read key of the endpoint, or a key of the account that owns it.',
    tags: ['events'],
    security: [{ readKey: [] }, { key: ['read'] }],
    parameters: [TELEMETRY_ID, ...parameters],
    responses: {
      200: about.answer,
      ...refusals([...READING_REFUSED, ...(about.refuses ?? [])], { as: 'json' }),
    },
  })
}

function operationOf(
  operationId: string,
  summary: string,
  responses: Record<string, Answer>,
): NamedOperation {
  return operation({ operationId, summary, tags: ['events'], parameters: [TELEMETRY_ID], responses })
}
