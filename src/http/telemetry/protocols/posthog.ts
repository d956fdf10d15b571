import { cutAddress, type TelemetryEvent } from '../../../domain/telemetry/event.ts'
import { exceptionProps } from './exception.ts'
import { type Prop, toEvent } from './loose-event.ts'
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
