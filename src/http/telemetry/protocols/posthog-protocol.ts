import type { AcceptEventsAnswer } from '../../../actions/telemetry/accept-events.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import { MAX_EVENT_BYTES, MAX_EVENTS } from '../../../domain/telemetry/event.ts'
import type { PublicOperation } from '../../kernel/register-route.ts'
import type { Answer } from '../../kernel/respond.ts'
import { type EventBody, parseJson } from './event-body.ts'
import { POSTHOG_BATCH_OPERATION, POSTHOG_EVENT_OPERATION } from './operations.ts'
import { posthogEvent, posthogList } from './posthog.ts'
import {
  type BadEvent,
  dryRunAnswer,
  type EventProtocol,
  jsonAnswer,
  type ReadEvents,
  refusedEvents,
  USED_UP,
} from './protocol.ts'

/** Batches of PostHog's clients. The key in them is that of a project there, and says nothing here. */
export const POSTHOG_BATCH: EventProtocol = createProtocol('/batch/', POSTHOG_BATCH_OPERATION)
/** Single events of PostHog's clients. */
export const POSTHOG_EVENT: EventProtocol = createProtocol('/i/v0/e/', POSTHOG_EVENT_OPERATION)

function createProtocol(path: string, operation: PublicOperation): EventProtocol {
  return {
    path,
    operation,
    most: MAX_EVENT_BYTES,
    types: ['json'],
    read,
    taken,
    dryRun: dryRunAnswer,
    refusal: (refusal, about) =>
      USED_UP.includes(refusal.code) && !about.dryRun ? usedUp() : refusedEvents(refusal, about),
  }
}

function read(body: EventBody, now: Date): ReadEvents | { kind: 'refused'; refusal: Refusal } {
  const parsed = parseJson(body.bytes)
  if (parsed.kind === 'refused') return parsed
  const list = posthogList(parsed.value)
  // Their clients halve a batch that is too large; one that is bad they throw away.
  if (list.length > MAX_EVENTS) return { kind: 'refused', refusal: { code: 'payload_too_large' } }
  const events = list.map((one) => posthogEvent(one, now))
  const bad = events.flatMap((event, index): BadEvent[] =>
    event ? [] : [{ index, field: 'event', message: 'An event needs a name, a non-empty string.' }],
  )
  if (events.length === 0) return { kind: 'refused', refusal: { code: 'event_invalid' } }
  return { kind: 'read', events: events.flatMap((event) => event ?? []), bad, late: [] }
}

function taken({ beyond }: AcceptEventsAnswer): Answer {
  return beyond ? usedUp() : jsonAnswer(200, { status: 1 })
}

function usedUp(): Answer {
  return jsonAnswer(200, { status: 1, quota_limited: ['events'] })
}
