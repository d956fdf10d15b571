import { type RefusalCode, type Refused, refused } from '../../../domain/refusal.ts'
import {
  MAX_BATCH_BYTES,
  MAX_EVENT_BYTES,
  MAX_EVENTS,
  type TelemetryEvent,
} from '../../../domain/telemetry/event.ts'
import { SECOND } from '../../../domain/time.ts'
import { UmamiAnswer, UmamiBatchAnswer, UmamiStopped } from '../../schema/event-schemas.ts'
import { type EventBody, parseJson } from './event-body.ts'
import { exceptionProps } from './exception.ts'
import { toEvent } from './loose-event.ts'
import type { Prop } from './props.ts'
import {
  dryRunAnswer,
  type EventProtocol,
  foreignOperation,
  jsonAnswer,
  type ReadEvents,
  toReadEvents,
  toRefusalAnswer,
} from './protocol.ts'
import { isObject, own } from './read-event.ts'

/** Facts about a page that become props; screen, browser and client address are not stored. */
const STORED_PROPERTIES = ['title', 'tag', 'hostname', 'language'] as const
/** Measurements of a page: web vitals in milliseconds (`cls` has no unit), and for how long it was open. */
const MEASUREMENTS = ['ttfb', 'fcp', 'lcp', 'inp', 'cls', 'duration'] as const
/** Facts about an error that become props. */
const ERROR_PROPERTIES = ['release', 'environment', 'handled'] as const

/**
 * Parses an event of Umami's clients (docs.umami.is/docs/api/sending-stats, src/tracker/index.ts); null when it is not an
 * event. What is neither a page view nor a named event is called by its type.
 */
export function parseUmamiEvent(raw: unknown, now: Date): TelemetryEvent | null {
  if (!isObject(raw)) return null
  const payload = own(raw, 'payload')
  if (!isObject(payload)) return null
  const type = own(raw, 'type')
  if (type === 'error') return parseError(payload, now)
  const seconds = own(payload, 'timestamp')
  const data = own(payload, 'data')
  return toEvent(
    {
      name: type === 'event' || type === undefined ? own(payload, 'name') : type,
      time: typeof seconds === 'number' ? new Date(seconds * SECOND) : null,
      ...listPlaces(payload),
      props: [
        ...(isObject(data) ? Object.entries(data) : []),
        ...listProps(payload, MEASUREMENTS),
        ...listProps(payload, STORED_PROPERTIES),
      ],
    },
    { name: 'pageview', now },
  )
}

/** Parses an error that the script caught, whose time is in milliseconds. */
function parseError(payload: object, now: Date): TelemetryEvent {
  const time = own(payload, 'timestamp')
  const stack = own(payload, 'stack')
  const tags = own(payload, 'tags')
  const [type, message] = [own(payload, 'name'), own(payload, 'message')]
  return toEvent(
    {
      name: 'exception',
      time: typeof time === 'number' ? new Date(time) : null,
      ...listPlaces(payload),
      id: own(payload, 'eventId'),
      props: [
        ...exceptionProps([{ type, message, frames: typeof stack === 'string' ? [stack] : [] }]),
        ...listProps(payload, ERROR_PROPERTIES),
        ...(isObject(tags) ? Object.entries(tags) : []),
      ],
    },
    { name: 'exception', now },
  )
}

function listPlaces(payload: object) {
  return { url: own(payload, 'url'), referrer: own(payload, 'referrer'), user: own(payload, 'id') }
}

function listProps(payload: object, names: readonly string[]): Prop<unknown>[] {
  return names.map((name): Prop<unknown> => [name, own(payload, name)])
}

const NO_PAYLOAD = 'The request contains no payload.'
/** Refusals of all further events of a page, which its script need not send. */
const LASTING: readonly RefusalCode[] = [
  'telemetry_frozen',
  'monthly_quota',
  'endpoint_not_found',
  'endpoint_expired',
  'endpoint_retired',
  'endpoint_suspended',
]

/** Part of an answer that the script reads. It sends `cache` with its next request; an empty one means that there are no sessions. */
const FOR_SCRIPT = { cache: '', disabled: false }

const OPERATION = foreignOperation({
  operationId: 'sendUmamiEvent',
  summary: 'Send an event with a client of Umami.',
  answers: {
    200: {
      description: 'Accepted.',
      schema: UmamiAnswer,
      example: { ok: true, accepted: 1, cache: '', disabled: false },
    },
  },
  refusalSchemas: { 404: UmamiStopped },
})
const BATCH_OPERATION = foreignOperation({
  operationId: 'sendUmamiBatch',
  summary: 'Send a list of events in the format of Umami.',
  description: 'At most 100 events and 512 KiB.',
  answers: {
    200: {
      description: 'Accepted, as far as the response says.',
      schema: UmamiBatchAnswer,
      example: { size: 1, processed: 1, errors: 0 },
    },
  },
})

/** Protocol of Umami's clients. */
export const UMAMI: EventProtocol = {
  path: '/api/send',
  operation: OPERATION,
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
  operation: BATCH_OPERATION,
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
    return refused({ code: 'event_invalid', field: 'payload', message: NO_PAYLOAD })
  }
  return { kind: 'read', events: [event], bad: [], problems: [] }
}

function readBatch(body: EventBody, now: Date): ReadEvents | Refused {
  const parsed = parseJson(body.bytes)
  if (parsed.kind === 'refused') return parsed
  const list = parsed.value
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_EVENTS) {
    const message = `Send a list of 1 to ${MAX_EVENTS} events.`
    return refused({ code: 'event_invalid', message })
  }
  return toReadEvents(
    list.map((one) => parseUmamiEvent(one, now)),
    { field: 'payload', message: NO_PAYLOAD },
  )
}
