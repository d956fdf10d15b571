import type { Refusal } from '../../../domain/refusal.ts'
import { MAX_EVENT_BYTES } from '../../../domain/telemetry/event.ts'
import { type EventBody, parseJson } from './event-body.ts'
import { PLAUSIBLE_OPERATION } from './operations.ts'
import { plausibleEvent } from './plausible.ts'
import { dryRunAnswer, type EventProtocol, type ReadEvents, refusedEvents } from './protocol.ts'
import { isObject } from './read-event.ts'

/** What Plausible's clients are told of an event that was not taken. */
const DROPPED = { 'x-plausible-dropped': '1' }

/** Events of Plausible's clients, which read the status and nothing else. */
export const PLAUSIBLE: EventProtocol = {
  path: '/api/event',
  operation: PLAUSIBLE_OPERATION,
  most: MAX_EVENT_BYTES,
  types: ['json'],
  read,
  taken({ beyond }) {
    const text = { 'content-type': 'text/plain; charset=utf-8' }
    return { status: 202, headers: beyond ? { ...text, ...DROPPED } : text, body: 'ok' }
  },
  dryRun: dryRunAnswer,
  refusal(refusal, about) {
    const answer = refusedEvents(refusal, about)
    return { ...answer, headers: { ...answer.headers, ...DROPPED } }
  },
}

function read(body: EventBody, now: Date): ReadEvents | { kind: 'refused'; refusal: Refusal } {
  const parsed = parseJson(body.bytes)
  if (parsed.kind === 'refused') return parsed
  if (!isObject(parsed.value)) return { kind: 'refused', refusal: { code: 'event_invalid' } }
  return { kind: 'read', events: [plausibleEvent(parsed.value, now)], bad: [], late: [] }
}
