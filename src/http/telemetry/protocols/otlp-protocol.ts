import type { AcceptEventsAnswer } from '../../../actions/telemetry/accept-events.ts'
import { type Refusal, type Refused, refused } from '../../../domain/refusal.ts'
import { MAX_LOG_BYTES, MAX_LOG_RECORDS } from '../../../domain/telemetry/event.ts'
import { answerTo } from '../../kernel/refusals.ts'
import type { DeclaredAnswer, PublicOperation } from '../../kernel/register-route.ts'
import type { Answer } from '../../kernel/respond.ts'
import { OtlpStatus, PartialSuccess as PartialSuccessSchema } from '../../schema/event-schemas.ts'
import { TELEMETRY_ID } from '../../schema/parameters.ts'
import { Refused as RefusedSchema } from '../../schema/schemas.ts'
import { type EventBody, parseJson } from './event-body.ts'
import { parseOtlpEvents, quoteLongIntegers } from './otlp.ts'
import { encodeLogsResponse, encodeStatus, LOGS_REQUEST, type PartialSuccess } from './otlp-messages.ts'
import { decodeMessage } from './protobuf.ts'
import {
  ANY_JSON,
  dryRunAnswer,
  type EventProtocol,
  jsonAnswer,
  QUOTA_REFUSALS,
  type ReadEvents,
  type RefusalContext,
} from './protocol.ts'

const WRONG_TYPE = 'Send logs as application/x-protobuf or application/json, with gzip or without.'
const ONLY_LOGS = 'Only logs are accepted. Set OTEL_LOGS_EXPORTER=otlp and turn the other exporters off.'

const PROTOBUF = 'application/x-protobuf'
const OPERATION: PublicOperation = {
  tag: 'events',
  parameters: [TELEMETRY_ID],
  operationId: 'sendLogs',
  summary: 'Send logs of OpenTelemetry (OTLP/HTTP), each record an event.',
  description:
    'At most 512 records and 512 KiB. OTEL_EXPORTER_OTLP_ENDPOINT is the address of the endpoint. The answer has the format of ' +
    'the request, protobuf or JSON.',
  body: { ...ANY_JSON, [PROTOBUF]: {} },
  answers: {
    200: {
      description: 'Accepted, as far as the quota allowed.',
      schema: PartialSuccessSchema,
      example: {},
      media: [PROTOBUF],
    },
    400: otlpStatus('The body is not a logs export request.'),
    404: otlpStatus('No such endpoint.'),
    403: otlpStatus('The operator has suspended the endpoint.'),
    410: otlpStatus('The endpoint no longer accepts events.'),
    415: otlpStatus('The body is neither protobuf nor JSON.'),
  },
  refuses: ['payload_too_large'],
  // A Status when the body was too large after decompression.
  refusalSchemas: { 413: [RefusedSchema, OtlpStatus] },
}

/** Encoding of a request and of the answer to it. */
type Encoding = {
  types: EventProtocol['types']
  /** Parses the request into the object that its JSON form is parsed to. */
  parse(bytes: Buffer): { kind: 'parsed'; value: unknown } | Refused
  logsResponse(partial: PartialSuccess | null): Answer
  status(status: number, message: string): Answer
}

const JSON_ENCODING: Encoding = {
  types: ['json'],
  parse: (bytes) => parseJson(bytes, quoteLongIntegers),
  logsResponse: (partial) => jsonAnswer(200, partial ? { partialSuccess: partial } : {}),
  status: (status, message) => jsonAnswer(status, { message }),
}
const PROTOBUF_ENCODING: Encoding = {
  types: ['protobuf'],
  parse(bytes) {
    const request = decodeMessage(bytes, LOGS_REQUEST)
    if (!request) return refused({ code: 'body_unparsable' })
    // A list without entries is not sent.
    return { kind: 'parsed', value: { resourceLogs: [], ...request } }
  },
  logsResponse: (partial) => protobufAnswer(200, encodeLogsResponse(partial)),
  status: (status, message) => protobufAnswer(status, encodeStatus(message)),
}

/** Logs of OpenTelemetry (OTLP/HTTP 1.x): refusals are a Status with a message, exceeded quotas a partial success. */
export const OTLP: EventProtocol = createProtocol(JSON_ENCODING)
export const OTLP_PROTOBUF: EventProtocol = createProtocol(PROTOBUF_ENCODING)

/** Declares the answer with a google.rpc.Status. */
export function otlpStatus(description: string): DeclaredAnswer {
  return { description, schema: OtlpStatus, example: { message: '…' }, media: [PROTOBUF] }
}

/** Returns the answer to a signal other than logs: with status 404, exporters drop it instead of trying again. */
export function refuseSignal(type: EventBody['type'] | undefined): Answer {
  const encoding = type === 'protobuf' ? PROTOBUF_ENCODING : JSON_ENCODING
  return encoding.status(404, ONLY_LOGS)
}

function createProtocol(encoding: Encoding): EventProtocol {
  return {
    path: '/v1/logs',
    // Of PostHog's clients, which send logs in this format too.
    aliases: ['/i/v1/logs'],
    operation: OPERATION,
    maxBytes: MAX_LOG_BYTES,
    types: encoding.types,
    read: (body, now) => read(encoding.parse(body.bytes), now),
    accepted: ({ beyond }: AcceptEventsAnswer) =>
      encoding.logsResponse(beyond && toPartialSuccess(beyond.count, beyond.refusal)),
    // People try; exporters do not.
    dryRun: dryRunAnswer,
    refusal: (refusal, context) => refuse(encoding, refusal, context),
  }
}

function read(parsed: ReturnType<Encoding['parse']>, now: Date): ReadEvents | Refused {
  if (parsed.kind === 'refused') return parsed
  const events = parseOtlpEvents(parsed.value, now)
  if (!events) return refused({ code: 'event_invalid', message: 'The request contains no resourceLogs.' })
  if (events.length > MAX_LOG_RECORDS) {
    return refused({
      code: 'event_invalid',
      message: `A request can contain at most ${MAX_LOG_RECORDS} log records.`,
    })
  }
  return { kind: 'read', events, bad: [], problems: [] }
}

function refuse(encoding: Encoding, refusal: Refusal, { requestId, dryRun, count }: RefusalContext): Answer {
  if (QUOTA_REFUSALS.includes(refusal.code) && !dryRun) {
    return encoding.logsResponse(toPartialSuccess(count, refusal))
  }
  const { status, retryAfterSeconds, body } = answerTo(refusal, requestId)
  const message = status === 415 ? WRONG_TYPE : body.message
  const written = dryRun ? jsonAnswer(status, { message, dry_run: true }) : encoding.status(status, message)
  const answer = { ...written, refusalCode: refusal.code }
  if (retryAfterSeconds === null) return answer
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(retryAfterSeconds) } }
}

function toPartialSuccess(count: number, refusal: Refusal): PartialSuccess {
  const { error, hint } = answerTo(refusal, '').body
  return { rejectedLogRecords: count, errorMessage: `${error}: ${hint}` }
}

function protobufAnswer(status: number, body: Buffer): Answer {
  return { status, headers: { 'content-type': PROTOBUF }, body }
}
