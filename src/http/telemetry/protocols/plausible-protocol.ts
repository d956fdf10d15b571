import type { Refused } from '../../../domain/refusal.ts'
import { MAX_EVENT_BYTES } from '../../../domain/telemetry/event.ts'
import { type EventBody, parseJson } from './event-body.ts'
import { PLAUSIBLE_OPERATION } from './operations.ts'
import { parsePlausibleEvent } from './plausible.ts'
import { dryRunAnswer, type EventProtocol, type ReadEvents, toRefusalAnswer } from './protocol.ts'
import { isObject } from './read-event.ts'

/** Header by which Plausible reports a dropped event. */
const DROPPED = { 'x-plausible-dropped': '1' }

/** Protocol of Plausible's clients, which read only the status. */
export const PLAUSIBLE: EventProtocol = {
  path: '/api/event',
  operation: PLAUSIBLE_OPERATION,
  maxBytes: MAX_EVENT_BYTES,
  types: ['json'],
  read,
  accepted({ beyond }) {
    const text = { 'content-type': 'text/plain; charset=utf-8' }
    return { status: 202, headers: beyond ? { ...text, ...DROPPED } : text, body: 'ok' }
  },
  dryRun: dryRunAnswer,
  refusal(refusal, about) {
    const answer = toRefusalAnswer(refusal, about)
    return { ...answer, headers: { ...answer.headers, ...DROPPED } }
  },
}

function read(body: EventBody, now: Date): ReadEvents | Refused {
  const parsed = parseJson(body.bytes)
  if (parsed.kind === 'refused') return parsed
  if (!isObject(parsed.value)) return { kind: 'refused', refusal: { code: 'event_invalid' } }
  return { kind: 'read', events: [parsePlausibleEvent(parsed.value, now)], bad: [], problems: [] }
}
