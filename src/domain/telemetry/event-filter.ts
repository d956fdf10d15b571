import type { TelemetryEvent } from './event.ts'

/** A selection of the events of an endpoint. */
export type EventFilter = {
  endpointId: string
  name: string | null
  since: Date | null
  until: Date | null
}

/** A selection by a prop with this name, this value, or both. */
export type PropFilter = { prop: string | null; value: string | null }

/** Returns true when the filter selects the event. */
export function matchesFilter(event: TelemetryEvent, filter: EventFilter & PropFilter): boolean {
  const { name, since, until } = filter
  if (name !== null && event.name !== name) return false
  if ((since !== null && event.time < since) || (until !== null && event.time >= until)) return false
  return hasProp(event, filter)
}

function hasProp({ props }: TelemetryEvent, { prop, value }: PropFilter): boolean {
  if (prop === null && value === null) return true
  return props.some(
    ([name, given]) => (prop === null || name === prop) && (value === null || String(given) === value),
  )
}
