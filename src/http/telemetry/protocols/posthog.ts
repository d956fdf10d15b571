import type { TelemetryEvent } from '../../../domain/telemetry/event.ts'
import { looseEvent } from './loose-event.ts'
import { isObject, own } from './read-event.ts'

/** What PostHog says of a visitor who came by no link. */
const NO_REFERRER = '$direct'

/** What stands in a request of PostHog's clients: the events of a batch, or one. */
export function posthogList(body: unknown): unknown[] {
  if (Array.isArray(body)) return body
  const batch = isObject(body) ? own(body, 'batch') : undefined
  return Array.isArray(batch) ? batch : [body]
}

/** An event as PostHog's clients send it (posthog.com/docs/api/capture); null for what is none. */
export function posthogEvent(raw: unknown, now: Date): TelemetryEvent | null {
  if (!isObject(raw)) return null
  const called = own(raw, 'event')
  if (typeof called !== 'string' || called === '') return null
  const given = own(raw, 'properties')
  const properties = isObject(given) ? given : {}
  const referrer = own(properties, '$referrer')
  return looseEvent(
    {
      // `$pageview` and its like are events of PostHog's own.
      name: called.replace(/^\$/, ''),
      time: timeOf(own(raw, 'timestamp')),
      url: own(properties, '$current_url'),
      referrer: referrer === NO_REFERRER ? null : referrer,
      user: own(raw, 'distinct_id') ?? own(properties, 'distinct_id'),
      id: own(raw, 'uuid'),
      // What the client adds by itself tells of the person: address, device, browser.
      props: Object.entries(properties).filter(
        ([name]) => !name.startsWith('$') && !OF_NOBODY.includes(name),
      ),
    },
    { name: 'event', now },
  )
}

/** Who sends, and for which project: told elsewhere, or nobody's business. */
const OF_NOBODY: readonly string[] = ['distinct_id', 'token', 'ip']

function timeOf(value: unknown): Date | null {
  if (typeof value !== 'string') return null
  const time = new Date(value)
  return Number.isNaN(time.getTime()) ? null : time
}
