import type { Refused } from '../../domain/refusal.ts'
import type { PropValue } from '../../domain/telemetry/event.ts'
import { parseEventSpan } from '../../domain/telemetry/event-span.ts'
import type { Context } from '../context.ts'
import {
  type EventFilter,
  listMostFrequent,
  MAX_SCANNED_CHARACTERS,
  matchesFilter,
  SPAN_INVALID,
  scanBatches,
} from './scan-events.ts'

/** Maximum number of events that are scanned, of props in the answer, and of values of each. */
const MAX_SCANNED_EVENTS = 100_000
const MAX_PROPS = 50
const MAX_VALUES = 20
const MAX_VALUES_COUNTED = 1000
type PropCount = { prop: string; count: number; values: { value: PropValue; count: number }[] }
type PropStats = { kind: 'broken_down'; events: number; complete: boolean; props: PropCount[] }

/** Counts the props of the events and their values; returns the most frequent of each. */
export async function breakDownEvents(
  context: Context,
  request: EventFilter & { now: Date },
): Promise<PropStats | Refused> {
  const span = parseEventSpan({ ...request, interval: 'day' })
  if (!span) return { kind: 'refused', refusal: SPAN_INVALID }
  const props = new Map<string, { count: number; values: Map<PropValue, number> }>()
  let events = 0
  let size = 0
  let complete = true
  for await (const batch of scanBatches(context, { ...request, upTo: null })) {
    for (const event of batch.events) {
      if (!matchesFilter(event, request)) continue
      events += 1
      for (const [name, value] of event.props) countProp(props, name, value)
    }
    size += batch.size
    complete = events < MAX_SCANNED_EVENTS && size < 2 * MAX_SCANNED_CHARACTERS
    if (!complete) break
  }
  const shown = [...props].map(([prop, { count, values }]) => ({
    prop,
    count,
    values: listMostFrequent(
      [...values].map(([value, count]) => ({ value, count })),
      MAX_VALUES,
    ),
  }))
  return {
    kind: 'broken_down',
    events,
    complete,
    props: listMostFrequent(shown, MAX_PROPS),
  }
}

/** Counts a prop and its value; beyond the limits new ones are not counted. */
function countProp(
  props: Map<string, { count: number; values: Map<PropValue, number> }>,
  name: string,
  value: PropValue,
): void {
  const known = props.get(name)
  if (!known && props.size >= MAX_VALUES_COUNTED) return
  const prop = known ?? { count: 0, values: new Map<PropValue, number>() }
  props.set(name, prop)
  prop.count += 1
  if (prop.values.has(value) || prop.values.size < MAX_VALUES_COUNTED) {
    prop.values.set(value, (prop.values.get(value) ?? 0) + 1)
  }
}
