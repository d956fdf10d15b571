import type { TelemetryEvent } from '../../../domain/telemetry/event.ts'
import { SECOND } from '../../../domain/time.ts'
import { exceptionProps } from './exception.ts'
import { type Prop, toEvent } from './loose-event.ts'
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
