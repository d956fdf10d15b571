import type { DeclaredAnswer, PublicOperation } from '../../kernel/register-route.ts'
import {
  AcceptedEvents,
  EventsDryRun,
  OtlpStatus,
  PartialSuccess,
  PosthogAnswer,
  RefusedEvents,
  SentEvent,
  UmamiAnswer,
  UmamiBatchAnswer,
  UmamiStopped,
} from '../../schema/event-schemas.ts'
import { referenceTo } from '../../schema/named-schemas.ts'
import { DRY_RUN, IDEMPOTENCY_KEY, type Parameter, TELEMETRY_ID } from '../../schema/parameters.ts'
import { Refused } from '../../schema/schemas.ts'

const EXAMPLE = { name: 'signup', props: { plan: 'pro' } }
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
const ACCEPTED: DeclaredAnswer = {
  description: 'Accepted.',
  schema: AcceptedEvents,
  example: { ok: true, accepted: 1 },
}
const COMMON = { tag: 'events', parameters: [TELEMETRY_ID] } as const
const PROTOBUF = 'application/x-protobuf'
const ANY_JSON = { 'application/json': { schema: { type: 'object' } } }

/** Declares `POST /t/{id}`. */
export const NATIVE_OPERATION: PublicOperation = {
  operationId: 'sendEvents',
  summary: 'Send events.',
  description:
    'One event, a list, or {"events":[…]}; at most 100 events and 64 KiB, also when decompressed. Content-Encoding gzip is ' +
    'allowed. No cookie is set and no client address is stored; with Sec-GPC: 1 neither user nor referrer is.',
  tag: 'events',
  parameters: [TELEMETRY_ID, DRY_RUN, IDEMPOTENCY_KEY],
  body: {
    'application/json': { schema: manyEvents(), example: [EXAMPLE] },
    'text/plain': { schema: manyEvents(), example: [EXAMPLE] },
    'application/x-ndjson': { schema: { type: 'string' } },
    'application/x-www-form-urlencoded': { schema: SentEvent, example: EXAMPLE },
  },
  answers: {
    202: {
      ...ACCEPTED,
      description: 'Stored and flushed to disk, as far as the response says.',
      headers: ['Idempotent-Replayed'],
    },
    200: { description: 'A dry run: what would happen.', schema: EventsDryRun, example: EXAMPLE_DRY_RUN },
  },
  refuses: [
    'event_invalid',
    'endpoint_not_found',
    'endpoint_expired',
    'endpoint_retired',
    'telemetry_frozen',
    'monthly_quota',
    'event_rate',
    'submit_rate',
  ],
  // The refusal may contain the error of each event.
  refusalSchemas: { 400: RefusedEvents },
}

/** Declares `POST /t/{id}/v1/logs`. */
export const OTLP_OPERATION: PublicOperation = {
  ...COMMON,
  operationId: 'sendLogs',
  summary: 'Send logs of OpenTelemetry (OTLP/HTTP), each record an event.',
  description:
    'At most 512 records and 512 KiB. OTEL_EXPORTER_OTLP_ENDPOINT is the address of the endpoint. The answer has the format of ' +
    'the request, protobuf or JSON.',
  body: { ...ANY_JSON, [PROTOBUF]: {} },
  answers: {
    200: {
      description: 'Accepted, as far as the quota allowed.',
      schema: PartialSuccess,
      example: {},
      media: [PROTOBUF],
    },
    400: otlpStatus('The body is not a logs export request.'),
    404: otlpStatus('No such endpoint.'),
    410: otlpStatus('The endpoint no longer accepts events.'),
    415: otlpStatus('The body is neither protobuf nor JSON.'),
  },
  refuses: ['payload_too_large'],
  // A Status when the body was too large after decompression.
  refusalSchemas: { 413: [Refused, OtlpStatus] },
}

/** Declares the POST of each third-party client. */
export const PLAUSIBLE_OPERATION = foreignOperation({
  operationId: 'sendPlausibleEvent',
  summary: 'Send an event with a client of Plausible.',
  answers: { 202: { description: 'Accepted.', media: ['text/plain'] } },
})
export const UMAMI_OPERATION = foreignOperation({
  operationId: 'sendUmamiEvent',
  summary: 'Send an event with a client of Umami.',
  answers: {
    200: {
      description: 'Accepted.',
      schema: UmamiAnswer,
      example: { ok: true, accepted: 1, cache: '', disabled: false },
    },
  },
  refusalSchemas: { 404: UmamiStopped },
})
export const UMAMI_BATCH_OPERATION = foreignOperation({
  operationId: 'sendUmamiBatch',
  summary: 'Send a list of events in the format of Umami.',
  description: 'At most 100 events and 512 KiB.',
  answers: {
    200: {
      description: 'Accepted, as far as the response says.',
      schema: UmamiBatchAnswer,
      example: { size: 1, processed: 1, errors: 0 },
    },
  },
})
export const POSTHOG_BATCH_OPERATION = foreignOperation({
  operationId: 'sendPosthogBatch',
  summary: 'Send events with a client of PostHog.',
  description:
    'At most 100 events and 512 KiB, with gzip or without. The same at /e/, /capture/ and /track/.',
  answers: posthogAnswers(),
})
export const POSTHOG_EVENT_OPERATION = foreignOperation({
  operationId: 'sendPosthogEvent',
  summary: 'Send one event with a client of PostHog.',
  answers: posthogAnswers(),
})

/** Declares `GET /t/{id}/p.gif`. */
export const PIXEL_OPERATION: PublicOperation = {
  operationId: 'sendEventByImage',
  summary: 'Send one event by loading an image, for pages without scripts.',
  description:
    'Every other parameter is a prop. The response is the same transparent pixel whether or not the event was ' +
    'accepted; the header Formslot-Refused gives the reason if it was not. A dry run returns JSON.',
  tag: 'events',
  parameters: [
    TELEMETRY_ID,
    queryText('name', 'The name of the event.', 'required'),
    queryText('url', 'When left out: the page that shows the image, from Referer.'),
    queryText('id', 'Within 24 hours one event of the same id is accepted.'),
    DRY_RUN,
  ],
  answers: { 200: { description: 'The image.', media: ['image/gif'] } },
}

function foreignOperation(
  own: Pick<PublicOperation, 'operationId' | 'summary' | 'description' | 'answers' | 'refusalSchemas'>,
): PublicOperation {
  return { ...COMMON, ...own, body: ANY_JSON, refuses: ['event_invalid', 'endpoint_not_found'] }
}

function posthogAnswers(): PublicOperation['answers'] {
  const description = 'Accepted; with quota_limited, as far as the quota allowed.'
  return { 200: { description, schema: PosthogAnswer, example: { status: 1 } } }
}

/** Declares the answer with a google.rpc.Status. */
export function otlpStatus(description: string): DeclaredAnswer {
  return { description, schema: OtlpStatus, example: { message: '…' }, media: [PROTOBUF] }
}

function manyEvents() {
  const event = referenceTo(SentEvent)
  const list = { type: 'array', items: event }
  return { anyOf: [event, list, { type: 'object', properties: { events: list } }] }
}

function queryText(name: string, description: string, need: 'required' | 'optional' = 'optional'): Parameter {
  return { name, in: 'query', required: need === 'required', description, schema: { type: 'string' } }
}
