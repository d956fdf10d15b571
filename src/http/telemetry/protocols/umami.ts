import type { TelemetryEvent } from '../../../domain/telemetry/event.ts'
import { SECOND } from '../../../domain/time.ts'
import { toEvent } from './loose-event.ts'
import { isObject, own } from './read-event.ts'

/** Facts about a page that become props; screen, browser and client address are not stored. */
const STORED_PROPERTIES = ['title', 'tag', 'hostname', 'language'] as const

/** Parses an event of Umami's clients (umami.is/docs/api/sending-stats); null when it is not an event. */
export function parseUmamiEvent(raw: unknown, now: Date): TelemetryEvent | null {
  if (!isObject(raw)) return null
  const payload = own(raw, 'payload')
  if (!isObject(payload)) return null
  const type = own(raw, 'type')
  const seconds = own(payload, 'timestamp')
  const data = own(payload, 'data')
  const kept = STORED_PROPERTIES.map((name): [string, unknown] => [name, own(payload, name)])
  return toEvent(
    {
      name: own(payload, 'name'),
      time: typeof seconds === 'number' ? new Date(seconds * SECOND) : null,
      url: own(payload, 'url'),
      referrer: own(payload, 'referrer'),
      user: own(payload, 'id'),
      props: [...(isObject(data) ? Object.entries(data) : []), ...kept],
    },
    { name: type === 'identify' ? 'identify' : 'pageview', now },
  )
}
