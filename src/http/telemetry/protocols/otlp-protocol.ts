import type { AcceptEventsAnswer } from '../../../actions/telemetry/accept-events.ts'
import type { Refusal, Refused } from '../../../domain/refusal.ts'
import { MAX_LOG_BYTES, MAX_LOG_RECORDS } from '../../../domain/telemetry/event.ts'
import { answerTo } from '../../kernel/refusals.ts'
import type { Answer } from '../../kernel/respond.ts'
import { type EventBody, parseJson } from './event-body.ts'
import { OTLP_OPERATION } from './operations.ts'
import { parseOtlpEvents, quoteLongIntegers } from './otlp.ts'
import { encodeLogsResponse, encodeStatus, LOGS_REQUEST, type PartialSuccess } from './otlp-messages.ts'
import { decodeMessage } from './protobuf.ts'
import {
  dryRunAnswer,
  type EventProtocol,
  jsonAnswer,
  QUOTA_REFUSALS,
  type ReadEvents,
  type RefusalContext,
} from './protocol.ts'

const WRONG_TYPE = 'Send logs as application/x-protobuf or application/json, with gzip or without.'
const ONLY_LOGS = 'Only logs are accepted. Set OTEL_LOGS_EXPORTER=otlp and turn the other exporters off.'

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
    if (!request) return { kind: 'refused', refusal: { code: 'body_unparsable' } }
    // A list without entries is not sent.
    return { kind: 'parsed', value: { resourceLogs: [], ...request } }
  },
  logsResponse: (partial) => protobufAnswer(200, encodeLogsResponse(partial)),
  status: (status, message) => protobufAnswer(status, encodeStatus(message)),
}

/** Logs of OpenTelemetry (OTLP/HTTP 1.x): refusals are a Status with a message, exceeded quotas a partial success. */
export const OTLP: EventProtocol = createProtocol(JSON_ENCODING)
export const OTLP_PROTOBUF: EventProtocol = createProtocol(PROTOBUF_ENCODING)

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
    operation: OTLP_OPERATION,
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
  if (!events) return refused('The request contains no resourceLogs.')
  if (events.length > MAX_LOG_RECORDS) {
    return refused(`A request can contain at most ${MAX_LOG_RECORDS} log records.`)
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

function refused(message: string): Refused {
  return { kind: 'refused', refusal: { code: 'event_invalid', message } }
}

function protobufAnswer(status: number, body: Buffer): Answer {
  return { status, headers: { 'content-type': 'application/x-protobuf' }, body }
}
