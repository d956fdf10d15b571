import type { AcceptEventsAnswer } from '../../../actions/telemetry/accept-events.ts'
import { type Refused, refused } from '../../../domain/refusal.ts'
import {
  cutAddress,
  MAX_BATCH_BYTES,
  MAX_EVENTS,
  type TelemetryEvent,
} from '../../../domain/telemetry/event.ts'
import { parseUrlencoded } from '../../kernel/body/urlencoded.ts'
import type { PublicOperation } from '../../kernel/register-route.ts'
import { getText } from '../../kernel/request.ts'
import type { Answer } from '../../kernel/respond.ts'
import { PosthogAnswer } from '../../schema/event-schemas.ts'
import { type EventBody, parseJson } from './event-body.ts'
import { exceptionProps } from './exception.ts'
import { toEvent } from './loose-event.ts'
import type { Prop } from './props.ts'
import {
  dryRunAnswer,
  type EventProtocol,
  foreignOperation,
  jsonAnswer,
  QUOTA_REFUSALS,
  type ReadEvents,
  toReadEvents,
  toRefusalAnswer,
} from './protocol.ts'
import { isObject, own } from './read-event.ts'

/** Referrer that PostHog sends for a direct visit. */
const NO_REFERRER = '$direct'
/** Properties that are stored elsewhere or not at all. */
const IGNORED_PROPERTIES: readonly string[] = ['distinct_id', 'token', 'ip']
/** Properties of PostHog's own that are stored. All others identify a person: address, device, browser. */
const STORED_PROPERTIES = ['screen_name', 'event_type'] as const

/** Returns the events in a request of PostHog's clients: a batch, or a single one. */
export function listPosthogEvents(body: unknown): unknown[] {
  if (Array.isArray(body)) return body
  const batch = isObject(body) ? own(body, 'batch') : undefined
  return Array.isArray(batch) ? batch : [body]
}

/** Parses an event of PostHog's clients (posthog.com/docs/api/capture); null when it is not an event. */
export function parsePosthogEvent(raw: unknown, now: Date): TelemetryEvent | null {
  if (!isObject(raw)) return null
  const called = own(raw, 'event')
  if (typeof called !== 'string' || called === '') return null
  const given = own(raw, 'properties')
  const properties = isObject(given) ? given : {}
  const referrer = own(properties, '$referrer')
  return toEvent(
    {
      // Names such as `$pageview` are those of PostHog's built-in events.
      name: called.replace(/^\$+/, ''),
      time: toTime(raw, now),
      url: own(properties, '$current_url'),
      referrer: referrer === NO_REFERRER ? null : referrer,
      user: own(raw, 'distinct_id') ?? own(properties, 'distinct_id'),
      id: own(raw, 'uuid'),
      props: [
        ...listExceptionProps(properties),
        ...STORED_PROPERTIES.map((name): Prop<unknown> => [name, own(properties, `$${name}`)]),
        ...Object.entries(properties).filter(
          ([name]) => !name.startsWith('$') && !IGNORED_PROPERTIES.includes(name),
        ),
      ],
    },
    { name: 'event', now },
  )
}

/** Returns the time of an event, which older scripts send as the milliseconds that have passed since. */
function toTime(raw: object, now: Date): Date | null {
  const timestamp = own(raw, 'timestamp')
  const offset = own(raw, 'offset')
  if (typeof timestamp === 'string') {
    const time = new Date(timestamp)
    return Number.isNaN(time.getTime()) ? null : time
  }
  return typeof offset === 'number' && offset >= 0 && offset <= now.getTime()
    ? new Date(now.getTime() - offset)
    : null
}

/** Returns the props of an exception (posthog.com/docs/error-tracking): the last one, and those that caused it. */
function listExceptionProps(properties: object): Prop<unknown>[] {
  const list = own(properties, '$exception_list')
  if (Array.isArray(list)) {
    return exceptionProps(
      list.filter(isObject).map((exception) => ({
        type: own(exception, 'type'),
        message: own(exception, 'value'),
        frames: listFrames(own(exception, 'stacktrace')),
      })),
    )
  }
  const [type, message] = [own(properties, '$exception_type'), own(properties, '$exception_message')]
  return exceptionProps(type === undefined && message === undefined ? [] : [{ type, message, frames: [] }])
}

/** Returns the frames of a stack trace as text, the function that threw first. */
function listFrames(trace: unknown): string[] {
  const frames = isObject(trace) ? own(trace, 'frames') : null
  return Array.isArray(frames) ? frames.filter(isObject).map(toFrame).reverse() : []
}

function toFrame(frame: object): string {
  const text = (field: string) => {
    const value = own(frame, field)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const file = cutAddress(text('filename') || text('abs_path') || text('module'))
  const place = [file, text('lineno'), text('colno')].filter((part) => part !== '').join(':')
  return `at ${text('function') || '?'} (${place})`
}

/** First character of base64, with which JSON of events does not begin. */
const BASE64_START = /^[\w+/]/

/** Protocol for batches of PostHog's clients, which use different paths for it. Their project key is ignored. */
export const POSTHOG_BATCH: EventProtocol = createProtocol({
  path: '/batch/',
  aliases: ['/batch', '/e/', '/e', '/capture/', '/capture', '/track/', '/track'],
  operation: foreignOperation({
    operationId: 'sendPosthogBatch',
    summary: 'Send events with a client of PostHog.',
    description:
      'At most 100 events and 512 KiB, with gzip or without. The same at /e/, /capture/ and /track/.',
    answers: posthogAnswers(),
  }),
})
/** Protocol for single events of PostHog's clients. */
export const POSTHOG_EVENT: EventProtocol = createProtocol({
  path: '/i/v0/e/',
  aliases: ['/i/v0/e'],
  operation: foreignOperation({
    operationId: 'sendPosthogEvent',
    summary: 'Send one event with a client of PostHog.',
    answers: posthogAnswers(),
  }),
})

function posthogAnswers(): PublicOperation['answers'] {
  const description = 'Accepted; with quota_limited, as far as the quota allowed.'
  return { 200: { description, schema: PosthogAnswer, example: { status: 1 } } }
}

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
  if (list.length > MAX_EVENTS) return refused({ code: 'payload_too_large' })
  if (list.length === 0) return refused({ code: 'event_invalid' })
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
