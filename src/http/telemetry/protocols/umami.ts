import type { TelemetryEvent } from '../../../domain/telemetry/event.ts'
import { SECOND } from '../../../domain/time.ts'
import { looseEvent } from './loose-event.ts'
import { isObject, own } from './read-event.ts'

/** What of a page is worth keeping; its screen, its browser and its address are nobody's business. */
const KEPT = ['title', 'tag', 'hostname', 'language'] as const

/** An event as Umami's clients send it (umami.is/docs/api/sending-stats); null for what is none. */
export function umamiEvent(raw: unknown, now: Date): TelemetryEvent | null {
  if (!isObject(raw)) return null
  const payload = own(raw, 'payload')
  if (!isObject(payload)) return null
  const type = own(raw, 'type')
  const seconds = own(payload, 'timestamp')
  const data = own(payload, 'data')
  const kept = KEPT.map((name): [string, unknown] => [name, own(payload, name)])
  return looseEvent(
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
