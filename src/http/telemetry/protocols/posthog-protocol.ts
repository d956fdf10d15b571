import type { AcceptEventsAnswer } from '../../../actions/telemetry/accept-events.ts'
import type { Refused } from '../../../domain/refusal.ts'
import { MAX_BATCH_BYTES, MAX_EVENTS } from '../../../domain/telemetry/event.ts'
import { parseUrlencoded } from '../../kernel/body/urlencoded.ts'
import type { PublicOperation } from '../../kernel/register-route.ts'
import { getText } from '../../kernel/request.ts'
import type { Answer } from '../../kernel/respond.ts'
import { type EventBody, parseJson } from './event-body.ts'
import { POSTHOG_BATCH_OPERATION, POSTHOG_EVENT_OPERATION } from './operations.ts'
import { listPosthogEvents, parsePosthogEvent } from './posthog.ts'
import {
  dryRunAnswer,
  type EventProtocol,
  jsonAnswer,
  QUOTA_REFUSALS,
  type ReadEvents,
  toReadEvents,
  toRefusalAnswer,
} from './protocol.ts'

/** First character of base64, with which JSON of events does not begin. */
const BASE64_START = /^[\w+/]/

/** Protocol for batches of PostHog's clients, which use different paths for it. Their project key is ignored. */
export const POSTHOG_BATCH: EventProtocol = createProtocol({
  path: '/batch/',
  aliases: ['/batch', '/e/', '/e', '/capture/', '/capture', '/track/', '/track'],
  operation: POSTHOG_BATCH_OPERATION,
})
/** Protocol for single events of PostHog's clients. */
export const POSTHOG_EVENT: EventProtocol = createProtocol({
  path: '/i/v0/e/',
  aliases: ['/i/v0/e'],
  operation: POSTHOG_EVENT_OPERATION,
})

function createProtocol(place: {
  path: string
  aliases: readonly string[]
  operation: PublicOperation
}): EventProtocol {
  return {
    ...place,
    maxBytes: MAX_BATCH_BYTES,
    types: ['json', 'urlencoded'],
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
  const parsed = parseJson(toJsonBytes(body))
  if (parsed.kind === 'refused') return parsed
  const list = listPosthogEvents(parsed.value)
  // Their clients split a batch that is too large, and drop an invalid one.
  if (list.length > MAX_EVENTS) return { kind: 'refused', refusal: { code: 'payload_too_large' } }
  if (list.length === 0) return { kind: 'refused', refusal: { code: 'event_invalid' } }
  return toReadEvents(
    list.map((one) => parsePosthogEvent(one, now)),
    { field: 'event', message: 'An event needs a name, a non-empty string.' },
  )
}

/** Returns the JSON of a body. Beacons send it in base64, as the field `data` of a form, which needs no preflight. */
function toJsonBytes({ type, bytes }: EventBody): Buffer {
  const json = type === 'urlencoded' ? Buffer.from(getText(parseUrlencoded(bytes), 'data')) : bytes
  return BASE64_START.test(json.toString('latin1', 0, 1))
    ? Buffer.from(json.toString('latin1'), 'base64')
    : json
}

function accepted({ beyond }: AcceptEventsAnswer): Answer {
  return beyond ? quotaLimited() : jsonAnswer(200, { status: 1 })
}

function quotaLimited(): Answer {
  return jsonAnswer(200, { status: 1, quota_limited: ['events'] })
}
