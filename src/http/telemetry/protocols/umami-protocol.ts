import type { Refused } from '../../../domain/refusal.ts'
import { MAX_EVENT_BYTES } from '../../../domain/telemetry/event.ts'
import { type EventBody, parseJson } from './event-body.ts'
import { UMAMI_OPERATION } from './operations.ts'
import { dryRunAnswer, type EventProtocol, jsonAnswer, type ReadEvents, toRefusalAnswer } from './protocol.ts'
import { parseUmamiEvent } from './umami.ts'

/** Protocol of Umami's clients. */
export const UMAMI: EventProtocol = {
  path: '/api/send',
  operation: UMAMI_OPERATION,
  maxBytes: MAX_EVENT_BYTES,
  types: ['json'],
  read,
  accepted: ({ accepted, duplicates }) =>
    jsonAnswer(200, { ok: true, accepted, ...(duplicates > 0 ? { duplicates } : {}) }),
  dryRun: dryRunAnswer,
  refusal: toRefusalAnswer,
}

function read(body: EventBody, now: Date): ReadEvents | Refused {
  const parsed = parseJson(body.bytes)
  if (parsed.kind === 'refused') return parsed
  const event = parseUmamiEvent(parsed.value, now)
  if (!event) {
    const message = 'The request contains no payload.'
    return { kind: 'refused', refusal: { code: 'event_invalid', field: 'payload', message } }
  }
  return { kind: 'read', events: [event], bad: [], late: [] }
}
