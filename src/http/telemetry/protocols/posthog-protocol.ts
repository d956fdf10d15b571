import type { AcceptEventsAnswer } from '../../../actions/telemetry/accept-events.ts'
import type { Refused } from '../../../domain/refusal.ts'
import { MAX_EVENT_BYTES, MAX_EVENTS } from '../../../domain/telemetry/event.ts'
import type { PublicOperation } from '../../kernel/register-route.ts'
import type { Answer } from '../../kernel/respond.ts'
import { type EventBody, parseJson } from './event-body.ts'
import { POSTHOG_BATCH_OPERATION, POSTHOG_EVENT_OPERATION } from './operations.ts'
import { listPosthogEvents, parsePosthogEvent } from './posthog.ts'
import {
  type BadEvent,
  dryRunAnswer,
  type EventProtocol,
  jsonAnswer,
  QUOTA_REFUSALS,
  type ReadEvents,
  toRefusalAnswer,
} from './protocol.ts'

/** Protocol for batches of PostHog's clients. Their project key is ignored. */
export const POSTHOG_BATCH: EventProtocol = createProtocol('/batch/', POSTHOG_BATCH_OPERATION)
/** Protocol for single events of PostHog's clients. */
export const POSTHOG_EVENT: EventProtocol = createProtocol('/i/v0/e/', POSTHOG_EVENT_OPERATION)

function createProtocol(path: string, operation: PublicOperation): EventProtocol {
  return {
    path,
    operation,
    maxBytes: MAX_EVENT_BYTES,
    types: ['json'],
    read,
    accepted,
    dryRun: dryRunAnswer,
    refusal: (refusal, about) =>
      QUOTA_REFUSALS.includes(refusal.code) && !about.dryRun
        ? quotaLimited()
        : toRefusalAnswer(refusal, about),
  }
}

function read(body: EventBody, now: Date): ReadEvents | Refused {
  const parsed = parseJson(body.bytes)
  if (parsed.kind === 'refused') return parsed
  const list = listPosthogEvents(parsed.value)
  // Their clients split a batch that is too large, and drop an invalid one.
  if (list.length > MAX_EVENTS) return { kind: 'refused', refusal: { code: 'payload_too_large' } }
  const events = list.map((one) => parsePosthogEvent(one, now))
  const bad = events.flatMap((event, index): BadEvent[] =>
    event ? [] : [{ index, field: 'event', message: 'An event needs a name, a non-empty string.' }],
  )
  if (events.length === 0) return { kind: 'refused', refusal: { code: 'event_invalid' } }
  return { kind: 'read', events: events.flatMap((event) => event ?? []), bad, late: [] }
}

function accepted({ beyond }: AcceptEventsAnswer): Answer {
  return beyond ? quotaLimited() : jsonAnswer(200, { status: 1 })
}

function quotaLimited(): Answer {
  return jsonAnswer(200, { status: 1, quota_limited: ['events'] })
}
