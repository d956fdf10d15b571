import type { RefusalCode, Refused } from '../../../domain/refusal.ts'
import { MAX_BATCH_BYTES, MAX_EVENT_BYTES, MAX_EVENTS } from '../../../domain/telemetry/event.ts'
import { type EventBody, parseJson } from './event-body.ts'
import { UMAMI_BATCH_OPERATION, UMAMI_OPERATION } from './operations.ts'
import {
  dryRunAnswer,
  type EventProtocol,
  jsonAnswer,
  type ReadEvents,
  toReadEvents,
  toRefusalAnswer,
} from './protocol.ts'
import { parseUmamiEvent } from './umami.ts'

const NO_PAYLOAD = 'The request contains no payload.'
/** Refusals of all further events of a page, which its script need not send. */
const LASTING: readonly RefusalCode[] = [
  'telemetry_frozen',
  'monthly_quota',
  'endpoint_not_found',
  'endpoint_expired',
  'endpoint_retired',
]

/** Part of an answer that the script reads. It sends `cache` with its next request; an empty one means that there are no sessions. */
const FOR_SCRIPT = { cache: '', disabled: false }

/** Protocol of Umami's clients. */
export const UMAMI: EventProtocol = {
  path: '/api/send',
  operation: UMAMI_OPERATION,
  maxBytes: MAX_EVENT_BYTES,
  types: ['json'],
  read,
  accepted: ({ accepted, duplicates }) =>
    jsonAnswer(200, { ok: true, accepted, ...(duplicates > 0 ? { duplicates } : {}), ...FOR_SCRIPT }),
  dryRun: dryRunAnswer,
  refusal(refusal, about) {
    return toRefusalAnswer(refusal, about, LASTING.includes(refusal.code) ? { disabled: true } : {})
  },
}

/** Protocol of Umami's clients on servers that send several events at once. */
export const UMAMI_BATCH: EventProtocol = {
  path: '/api/batch',
  operation: UMAMI_BATCH_OPERATION,
  maxBytes: MAX_BATCH_BYTES,
  types: ['json'],
  read: readBatch,
  accepted({ accepted, duplicates, beyond }, { bad }) {
    const processed = accepted + duplicates
    const errors = bad.length + (beyond?.count ?? 0)
    return jsonAnswer(200, { size: processed + errors, processed, errors })
  },
  dryRun: dryRunAnswer,
  refusal: toRefusalAnswer,
}

function read(body: EventBody, now: Date): ReadEvents | Refused {
  const parsed = parseJson(body.bytes)
  if (parsed.kind === 'refused') return parsed
  const event = parseUmamiEvent(parsed.value, now)
  if (!event) {
    return { kind: 'refused', refusal: { code: 'event_invalid', field: 'payload', message: NO_PAYLOAD } }
  }
  return { kind: 'read', events: [event], bad: [], problems: [] }
}

function readBatch(body: EventBody, now: Date): ReadEvents | Refused {
  const parsed = parseJson(body.bytes)
  if (parsed.kind === 'refused') return parsed
  const list = parsed.value
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_EVENTS) {
    const message = `Send a list of 1 to ${MAX_EVENTS} events.`
    return { kind: 'refused', refusal: { code: 'event_invalid', message } }
  }
  return toReadEvents(
    list.map((one) => parseUmamiEvent(one, now)),
    { field: 'payload', message: NO_PAYLOAD },
  )
}
