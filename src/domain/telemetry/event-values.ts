import { getSource, type PropValue, type TelemetryEvent } from './event.ts'
import { listMostFrequent } from './event-breakdown.ts'

/** Parts of events whose values can be listed. */
export const VALUE_PARTS = ['prop', 'page', 'source', 'user'] as const
/** Maximum number of values in one list, and of their characters together. */
export const MAX_LISTED_VALUES = 500
const MAX_LISTED_CHARACTERS = 256 * 1024
/** Maximum number of different values that are counted; further ones are not. */
export const MAX_DIFFERENT_VALUES = 10_000

/** Values to be counted: of a part of the events, or of one prop, that contain a text. */
export type ValueSelection = {
  of: (typeof VALUE_PARTS)[number]
  /** Name of the prop, if values of a prop are counted. */
  prop: string | null
  /** Text that values contain, in upper or lower case; empty: all values. */
  search: string
}

/** Counted values, the most frequent first. `different`: number of different values, also of those that are not listed. */
export type ValueCounts = {
  events: number
  different: number
  values: { value: PropValue; count: number }[]
}

/** Values that are being counted. `events`: number of events that were added. */
type ValueTally = {
  events(): number
  add(event: TelemetryEvent): void
  summarize(limit: number): ValueCounts
}

/** Creates an empty tally. */
export function createValueTally({ of, prop, search }: ValueSelection): ValueTally {
  const counts = new Map<PropValue, number>()
  const wanted = search.toLowerCase()
  let events = 0
  return {
    events: () => events,
    add(event) {
      events += 1
      const value = findValue(event, of, prop)
      if (value === null || !String(value).toLowerCase().includes(wanted)) return
      const known = counts.get(value)
      if (known !== undefined || counts.size < MAX_DIFFERENT_VALUES) counts.set(value, (known ?? 0) + 1)
    },
    summarize(limit) {
      const counted = [...counts].map(([value, count]) => ({ value, count }))
      return {
        events,
        different: counts.size,
        values: withinCharacters(listMostFrequent(counted, limit)),
      }
    },
  }
}

function findValue(event: TelemetryEvent, of: ValueSelection['of'], prop: string | null): PropValue | null {
  switch (of) {
    case 'prop':
      return event.props.find(([name]) => name === prop)?.[1] ?? null
    case 'page':
      return event.url
    case 'source':
      return getSource(event)
    case 'user':
      return event.user
  }
}

/** Returns as many values as one answer may hold, at least the first. */
function withinCharacters<Counted extends { value: PropValue }>(counted: readonly Counted[]): Counted[] {
  let characters = 0
  const end = counted.findIndex(({ value }, index) => {
    characters += String(value).length
    return index > 0 && characters > MAX_LISTED_CHARACTERS
  })
  return end === -1 ? [...counted] : counted.slice(0, end)
}
