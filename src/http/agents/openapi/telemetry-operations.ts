import type { z } from 'zod'
import type { RefusalCode } from '../../../domain/refusal.ts'
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
} from '../../events/event-reading.ts'
import type { PathItem } from '../../pages/openapi-shape.ts'
import {
  AcceptedEvents,
  EventsDryRun,
  OtlpStatus,
  PartialSuccess,
  RefusedEvents,
  SentEvent,
  TelemetryInfo,
  TelemetryStatus,
} from '../event-schemas.ts'
import { EXAMPLE_RECIPIENT, exampleAnswers, exampleRefusal } from '../examples.ts'
import { CreatedTelemetry } from '../schemas.ts'
import { type Answer, headOf, json, type NamedOperation, operation, refusals, text } from './answers.ts'
import { queryParameters } from './api-operations.ts'
import { headers, schemaReference } from './components.ts'
import { referenceTo } from './named-schemas.ts'
import { DRY_RUN, IDEMPOTENCY_KEY } from './parameters.ts'

const EXAMPLE_ID = 't_k3v9q2m7x4t8r5wz'
const ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The telemetry_id.',
  schema: { type: 'string' },
  example: EXAMPLE_ID,
}
const READING_REFUSED: readonly RefusalCode[] = [
  'value_invalid',
  'key_invalid',
  'scope_missing',
  'endpoint_not_found',
]
const TAKING_REFUSED: readonly RefusalCode[] = [
  'event_invalid',
  'body_unparsable',
  'endpoint_not_found',
  'endpoint_expired',
  'endpoint_retired',
  'payload_too_large',
  'unsupported_media_type',
  'telemetry_frozen',
  'monthly_quota',
  'event_rate',
  'disk_full',
  'store_unavailable',
]

/** Telemetry endpoints: what anybody may call, and what is read with a key. */
export function telemetryOperations(base: string): Record<string, PathItem> {
  const status = operationOf('probeTelemetry', 'The claim-status probe.', {
    200: body('What anybody may know.', TelemetryStatus, exampleStatus(base)),
    404: unknown(),
  })
  return {
    '/t/new': { post: creation(base) },
    '/t/{id}': {
      post: taking(),
      get: operationOf('describeTelemetry', 'How to send events to this endpoint.', {
        200: body('The status, and the media types it takes.', TelemetryInfo, {
          ...exampleStatus(base),
          accepts: ['application/json'],
        }),
        404: unknown(),
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
    '/t/{id}/v1/logs': { post: logs() },
    '/t/{id}/v1/traces': { post: elsewhere('refuseTraces') },
    '/t/{id}/v1/metrics': { post: elsewhere('refuseMetrics') },
    '/t/{id}/api/event': {
      post: foreign('takePlausibleEvent', 'An event of a client of Plausible.', {
        202: text('It was taken.', 'text/plain'),
      }),
    },
    '/t/{id}/api/send': {
      post: foreign('takeUmamiEvent', 'An event of a client of Umami.'),
    },
    '/t/{id}/events': {
      get: reading('listEvents', 'Events, those that came last first.', {
        query: EventsQuery,
        answer: body('A page of events.', EventPage, { data: [EXAMPLE_EVENT], next_cursor: null }),
      }),
    },
    '/t/{id}/stats': {
      get: reading('countEvents', 'How many events of each name happened in each hour or day.', {
        query: StatsQuery,
        answer: body('The counts.', EventStats, EXAMPLE_STATS),
      }),
    },
    '/t/{id}/props': {
      get: reading('breakDownEvents', 'Which props the events have, and with which values.', {
        query: PropsQuery,
        answer: body('Props by how often they occur.', EventProps, EXAMPLE_PROPS),
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

function creation(base: string): NamedOperation {
  const { created, creationDryRun } = exampleAnswers(base)
  const { endpoint_url: _url, form_id: _id, limits, ...common } = created
  const sent = { schema: schemaReference('CreateRequest'), example: { recipient: EXAMPLE_RECIPIENT } }
  const limited = ['RateLimit', 'RateLimit-Policy'] as const
  const made = body('The endpoint is live; Location names it.', CreatedTelemetry, {
    telemetry_url: `${base}/t/${EXAMPLE_ID}`,
    telemetry_id: EXAMPLE_ID,
    read_key: 'tk_7Qm2Xk9B…',
    ...common,
    limits: { lifetime_events: 5000, idle_days: limits.idle_days, retention_days: 7 },
  })
  return operation({
    operationId: 'createTelemetry',
    summary: 'Create a telemetry endpoint.',
    description: 'As POST /new, and of the same budget of creations.',
    tags: ['events'],
    parameters: [DRY_RUN, IDEMPOTENCY_KEY],
    requestBody: {
      required: true,
      content: { 'application/x-www-form-urlencoded': sent, 'application/json': sent },
    },
    responses: {
      201: { ...made, headers: headers(['Location', ...limited, 'Idempotent-Replayed']) },
      200: json('A dry run: what would happen.', {
        schema: 'CreationDryRun',
        example: creationDryRun,
        headers: ['RateLimit-Policy'],
      }),
      ...refusals(
        [
          'recipient_missing',
          'recipient_invalid',
          'recipient_placeholder',
          'recipient_multiple',
          'body_unparsable',
          'idempotency_key_invalid',
          'recipient_suppressed',
          'cross_site_creation',
          'payload_too_large',
          'unsupported_media_type',
          'idempotency_key_reused',
          'create_rate_hour',
          'create_spacing',
          'create_attempts',
          'disk_full',
        ],
        { as: 'json', headers: limited },
      ),
    },
  })
}

function taking(): NamedOperation {
  const example = { name: 'signup', props: { plan: 'pro' } }
  const one = { schema: referenceTo(SentEvent), example }
  const many = {
    schema: {
      anyOf: [
        referenceTo(SentEvent),
        { type: 'array', items: referenceTo(SentEvent) },
        { type: 'object', properties: { events: { type: 'array', items: referenceTo(SentEvent) } } },
      ],
    },
    example: [example],
  }
  return operation({
    operationId: 'takeEvents',
    summary: 'Send events.',
    description:
      'One, a list, or {"events":[…]}; at most 100 and 64 KiB, also unpacked. Content-Encoding gzip may be. No cookie is set and no ' +
      'client address is stored; with Sec-GPC: 1 neither user nor referrer is.',
    tags: ['events'],
    parameters: [ID, DRY_RUN, IDEMPOTENCY_KEY],
    requestBody: {
      required: true,
      content: {
        'application/json': many,
        'text/plain': many,
        'application/x-ndjson': { schema: { type: 'string' } },
        'application/x-www-form-urlencoded': one,
      },
    },
    responses: {
      202: {
        ...body('Stored and flushed to disk, as far as it says.', AcceptedEvents, { ok: true, accepted: 1 }),
        headers: headers(['Idempotent-Replayed']),
      },
      200: body('A dry run: what would happen.', EventsDryRun, EXAMPLE_DRY_RUN),
      ...refusals(
        [...TAKING_REFUSED, 'idempotency_key_invalid', 'idempotency_key_reused', 'idempotency_in_progress'],
        { as: 'json' },
      ),
      400: withErrors(
        refusals(['event_invalid', 'body_unparsable', 'idempotency_key_invalid'], { as: 'json' })[400],
      ),
    },
  })
}

/** The same refusal, which may say what is wrong with each event. */
function withErrors(answer: Answer | undefined): Answer {
  const media = answer?.content?.['application/json'] ?? {}
  const schema = referenceTo(RefusedEvents)
  return {
    description: 'validation failed',
    ...answer,
    content: { 'application/json': { ...media, schema } },
  }
}

const EXAMPLE_DRY_RUN = {
  dry_run: true,
  would_succeed: true,
  would_accept: 1,
  would_reject: 0,
  would_skip: 0,
  claim_status: { state: 'unclaimed', claimed: false, would_send_claim_email: true },
  events: [{ name: 'signup', time: '2026-11-20T10:00:00.000Z', props: { plan: 'pro' } }],
  problems: [],
}

function logs(): NamedOperation {
  const said = (description: string) => body(description, OtlpStatus, { message: '…' })
  return operation({
    operationId: 'takeLogs',
    summary: 'Logs of OpenTelemetry (OTLP/HTTP with JSON), each record an event.',
    description:
      'At most 512 records and 512 KiB. OTEL_EXPORTER_OTLP_ENDPOINT is the address of the endpoint.',
    tags: ['events'],
    parameters: [ID],
    requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
    responses: {
      200: body('Taken, as far as there was room.', PartialSuccess, {}),
      400: said('What was sent is no export of logs.'),
      404: said('There is no such endpoint.'),
      410: said('The endpoint takes nothing any more.'),
      413: said('Too large.'),
      415: said('No JSON.'),
    },
  })
}

function elsewhere(operationId: string): NamedOperation {
  return operation({
    operationId,
    summary: 'Only logs are taken.',
    tags: ['events'],
    parameters: [ID],
    responses: { 404: body('It says so.', OtlpStatus, { message: '…' }) },
  })
}

function foreign(
  operationId: string,
  summary: string,
  answers: Record<string, Answer> = { 200: body('It was taken.', AcceptedEvents, { ok: true, accepted: 1 }) },
): NamedOperation {
  return operation({
    operationId,
    summary,
    tags: ['events'],
    parameters: [ID],
    requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
    responses: { ...answers, ...refusals(['event_invalid', 'endpoint_not_found'], { as: 'json' }) },
  })
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
    parameters: [ID, ...parameters],
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
  return operation({ operationId, summary, tags: ['events'], parameters: [ID], responses })
}

function exampleStatus(base: string) {
  const { form_id: _id, endpoint_url: _url, ...common } = exampleAnswers(base).status
  return { ...common, telemetry_id: EXAMPLE_ID, telemetry_url: `${base}/t/${EXAMPLE_ID}` }
}

function body(description: string, schema: z.ZodType, example: unknown): Answer {
  return { description, content: { 'application/json': { schema: referenceTo(schema), example } } }
}

function unknown(): Answer {
  const example = { exists: false, claimed: false, active: false, ...exampleRefusal('endpoint_not_found') }
  return json('There is no such endpoint.', { schema: 'UnknownEndpoint', example })
}
