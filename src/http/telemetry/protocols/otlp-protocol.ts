import type { AcceptEventsAnswer } from '../../../actions/telemetry/accept-events.ts'
import type { Refusal, Refused } from '../../../domain/refusal.ts'
import { MAX_LOG_BYTES, MAX_LOG_RECORDS } from '../../../domain/telemetry/event.ts'
import { answerTo } from '../../kernel/refusals.ts'
import type { Answer } from '../../kernel/respond.ts'
import { type EventBody, parseJson } from './event-body.ts'
import { OTLP_OPERATION } from './operations.ts'
import { parseOtlpEvents } from './otlp.ts'
import {
  dryRunAnswer,
  type EventProtocol,
  jsonAnswer,
  QUOTA_REFUSALS,
  type ReadEvents,
  type RefusalContext,
} from './protocol.ts'

const WRONG_TYPE = 'Only JSON is accepted. Set OTEL_EXPORTER_OTLP_PROTOCOL=http/json.'

/** Logs of OpenTelemetry (OTLP/HTTP 1.x): refusals are a Status with a message, exceeded quotas a partial success. */
export const OTLP: EventProtocol = {
  path: '/v1/logs',
  operation: OTLP_OPERATION,
  maxBytes: MAX_LOG_BYTES,
  types: ['json'],
  read,
  accepted,
  dryRun: dryRunAnswer,
  refusal,
}

function read(body: EventBody, now: Date): ReadEvents | Refused {
  const parsed = parseJson(body.bytes)
  if (parsed.kind === 'refused') return parsed
  const events = parseOtlpEvents(parsed.value, now)
  if (!events)
    return {
      kind: 'refused',
      refusal: { code: 'event_invalid', message: 'The request contains no resourceLogs.' },
    }
  if (events.length > MAX_LOG_RECORDS) {
    const message = `A request can contain at most ${MAX_LOG_RECORDS} log records.`
    return { kind: 'refused', refusal: { code: 'event_invalid', message } }
  }
  return { kind: 'read', events, bad: [], late: [] }
}

function accepted({ beyond }: AcceptEventsAnswer): Answer {
  return jsonAnswer(200, beyond ? partial(beyond.count, beyond.refusal) : {})
}

function refusal(refusal: Refusal, { requestId, dryRun, count }: RefusalContext): Answer {
  if (QUOTA_REFUSALS.includes(refusal.code) && !dryRun) return jsonAnswer(200, partial(count, refusal))
  const { status, retryAfterSeconds, body } = answerTo(refusal, requestId)
  const message = status === 415 ? WRONG_TYPE : body.message
  const answer = {
    ...jsonAnswer(status, { message, ...(dryRun ? { dry_run: true } : {}) }),
    refusalCode: refusal.code,
  }
  if (retryAfterSeconds === null) return answer
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(retryAfterSeconds) } }
}

function partial(count: number, refusal: Refusal) {
  const { error, hint } = answerTo(refusal, '').body
  return { partialSuccess: { rejectedLogRecords: count, errorMessage: `${error}: ${hint}` } }
}
