import type { RefusalCode } from '../../../domain/refusal.ts'
import type { HttpDeps } from '../../deps.ts'
import {
  AcceptedEvents,
  EventsDryRun,
  OtlpStatus,
  PartialSuccess,
  RefusedEvents,
  SentEvent,
} from '../../schema/event-schemas.ts'
import { exampleTelemetry } from '../../schema/examples.ts'
import { referenceTo } from '../../schema/named-schemas.ts'
import { CreatedTelemetry } from '../../schema/schemas.ts'
import { type Answer, jsonOf, type NamedOperation, operation, refusals } from './answers.ts'
import { headers, schemaReference } from './components.ts'
import { AS_FORMS, creation } from './kind-operations.ts'
import { DRY_RUN, IDEMPOTENCY_KEY, TELEMETRY_ID } from './parameters.ts'

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

/** `POST /t/new`. */
export function creationOfTelemetry({ base, terms }: Pick<HttpDeps, 'base' | 'terms'>): NamedOperation {
  return creation(base, {
    operationId: 'createTelemetry',
    summary: 'Create a telemetry endpoint.',
    description: AS_FORMS,
    tags: ['events'],
    made: jsonOf(
      'The endpoint is live; Location names it. The key is shown this once.',
      CreatedTelemetry,
      exampleTelemetry(base, terms),
    ),
    as: 'json',
  })
}

/** `POST /t/{id}`. */
export function takingEvents(): NamedOperation {
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
    operationId: 'acceptEvents',
    summary: 'Send events.',
    description:
      'One, a list, or {"events":[…]}; at most 100 and 64 KiB, also unpacked. Content-Encoding gzip may be. No cookie is set and no ' +
      'client address is stored; with Sec-GPC: 1 neither user nor referrer is.',
    tags: ['events'],
    parameters: [TELEMETRY_ID, DRY_RUN, IDEMPOTENCY_KEY],
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
        ...jsonOf('Stored and flushed to disk, as far as it says.', AcceptedEvents, {
          ok: true,
          accepted: 1,
        }),
        headers: headers(['Idempotent-Replayed']),
      },
      200: jsonOf('A dry run: what would happen.', EventsDryRun, EXAMPLE_DRY_RUN),
      ...refusals(
        [...TAKING_REFUSED, 'idempotency_key_invalid', 'idempotency_key_reused', 'idempotency_in_progress'],
        { as: 'json' },
      ),
      // It may say what is wrong with each event.
      400: refusedAs(
        400,
        ['event_invalid', 'body_unparsable', 'idempotency_key_invalid'],
        referenceTo(RefusedEvents),
      ),
    },
  })
}

/** The refusals with one status, in a shape of their own. */
function refusedAs(status: number, codes: readonly RefusalCode[], schema: object): Answer {
  const answer = refusals(codes, { as: 'json' })[status]
  if (!answer) throw new RangeError(`none of ${codes} is answered with ${status}`)
  const media = answer.content?.['application/json'] ?? {}
  return { ...answer, content: { 'application/json': { ...media, schema } } }
}

/** `POST /t/{id}/v1/logs`. */
export function takingLogs(): NamedOperation {
  const said = (description: string) => jsonOf(description, OtlpStatus, { message: '…' })
  return operation({
    operationId: 'takeLogs',
    summary: 'Logs of OpenTelemetry (OTLP/HTTP with JSON), each record an event.',
    description:
      'At most 512 records and 512 KiB. OTEL_EXPORTER_OTLP_ENDPOINT is the address of the endpoint.',
    tags: ['events'],
    parameters: [TELEMETRY_ID],
    requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
    responses: {
      200: jsonOf('Taken, as far as there was room.', PartialSuccess, {}),
      400: said('What was sent is no export of logs.'),
      404: said('There is no such endpoint.'),
      410: said('The endpoint takes nothing any more.'),
      // As a Status where the body was too large once it was unpacked.
      413: refusedAs(413, ['payload_too_large'], {
        anyOf: [schemaReference('Refused'), referenceTo(OtlpStatus)],
      }),
      415: said('No JSON.'),
    },
  })
}

/** What else clients of OpenTelemetry send. */
export function refusingSignals(operationId: string): NamedOperation {
  return operation({
    operationId,
    summary: 'Only logs are taken.',
    tags: ['events'],
    parameters: [TELEMETRY_ID],
    responses: { 404: jsonOf('It says so.', OtlpStatus, { message: '…' }) },
  })
}

/** Events of clients of one make. */
export function takingForeign(
  operationId: string,
  summary: string,
  answers: Record<string, Answer> = {
    200: jsonOf('It was taken.', AcceptedEvents, { ok: true, accepted: 1 }),
  },
): NamedOperation {
  return operation({
    operationId,
    summary,
    tags: ['events'],
    parameters: [TELEMETRY_ID],
    requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
    responses: { ...answers, ...refusals(['event_invalid', 'endpoint_not_found'], { as: 'json' }) },
  })
}

/** `GET /t/{id}/p.gif`. */
export function takingByPicture(): NamedOperation {
  const field = (name: string, description: string, required = false) => ({
    name,
    in: 'query',
    required,
    description,
    schema: { type: 'string' },
  })
  return operation({
    operationId: 'takeEventByPicture',
    summary: 'Send one event by showing a picture, for pages without scripts.',
    description:
      'Every other parameter is a prop. The answer is the same transparent point whether the event was taken or not; the header ' +
      'Formslot-Refused says why it was not. A dry run is answered in JSON.',
    tags: ['events'],
    parameters: [
      TELEMETRY_ID,
      field('name', 'How the event is called.', true),
      field('url', 'Without it the page that shows the picture, as Referer tells it.'),
      field('id', 'Of the same id one event is taken within 24 hours.'),
      DRY_RUN,
    ],
    responses: {
      200: { description: 'The picture.', content: { 'image/gif': { schema: { type: 'string' } } } },
    },
  })
}
