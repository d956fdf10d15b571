import type { TelemetryEvent } from '../../../domain/telemetry/event.ts'
import { toEvent } from './loose-event.ts'
import { isObject, own } from './read-event.ts'

/** Referrer that PostHog sends for a direct visit. */
const NO_REFERRER = '$direct'

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
      name: called.replace(/^\$/, ''),
      time: toTime(own(raw, 'timestamp')),
      url: own(properties, '$current_url'),
      referrer: referrer === NO_REFERRER ? null : referrer,
      user: own(raw, 'distinct_id') ?? own(properties, 'distinct_id'),
      id: own(raw, 'uuid'),
      // Properties that the client adds identify a person: address, device, browser.
      props: Object.entries(properties).filter(
        ([name]) => !name.startsWith('$') && !IGNORED_PROPERTIES.includes(name),
      ),
    },
    { name: 'event', now },
  )
}

/** Properties that are stored elsewhere or not at all. */
const IGNORED_PROPERTIES: readonly string[] = ['distinct_id', 'token', 'ip']

function toTime(value: unknown): Date | null {
  if (typeof value !== 'string') return null
  const time = new Date(value)
  return Number.isNaN(time.getTime()) ? null : time
}
