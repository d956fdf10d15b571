import type { Refused } from '../../domain/refusal.ts'
import type { PropValue } from '../../domain/telemetry/event.ts'
import { getSource } from '../../domain/telemetry/event.ts'
import { parseEventSpan } from '../../domain/telemetry/event-span.ts'
import {
  addNumber,
  createNumberTally,
  type NumberStats,
  type NumberTally,
  summarize,
} from '../../domain/telemetry/number-stats.ts'
import type { Context } from '../context.ts'
import {
  type EventFilter,
  listMostFrequent,
  MAX_SCANNED_CHARACTERS,
  matchesFilter,
  type PropFilter,
  SPAN_INVALID,
  scanBatches,
} from './scan-events.ts'

/** Maximum number of events that are scanned, of props in the answer, and of values of each. */
const MAX_SCANNED_EVENTS = 100_000
const MAX_PROPS = 50
const MAX_VALUES = 20
const MAX_VALUES_COUNTED = 1000
type Counted<Value> = { value: Value; count: number }
type PropCount = {
  prop: string
  count: number
  values: Counted<PropValue>[]
  /** null when no value is a number. */
  numbers: NumberStats | null
}
type PropStats = {
  kind: 'broken_down'
  events: number
  complete: boolean
  props: PropCount[]
  /** URLs of events, hosts that referred to them, and users; the most frequent first. */
  pages: Counted<string>[]
  sources: Counted<string>[]
  users: Counted<string>[]
}
type PropTally = { count: number; values: Map<PropValue, number>; numbers: NumberTally }

/** Counts the props of the events and their values, pages, sources and users, without test events; returns the most frequent of each. */
export async function breakDownEvents(
  context: Context,
  request: EventFilter & PropFilter & { now: Date },
): Promise<PropStats | Refused> {
  const span = parseEventSpan({ ...request, interval: 'day' })
  if (!span) return { kind: 'refused', refusal: SPAN_INVALID }
  const props = new Map<string, PropTally>()
  const pages = new Map<string, number>()
  const sources = new Map<string, number>()
  const users = new Map<string, number>()
  let events = 0
  let size = 0
  let complete = true
  for await (const batch of scanBatches(context, { ...request, upTo: null })) {
    for (const event of batch.events) {
      if (event.isTest || !matchesFilter(event, request)) continue
      events += 1
      for (const [name, value] of event.props) countProp(props, name, value)
      countValue(pages, event.url)
      countValue(sources, getSource(event))
      countValue(users, event.user)
    }
    size += batch.size
    complete = events < MAX_SCANNED_EVENTS && size < 2 * MAX_SCANNED_CHARACTERS
    if (!complete) break
  }
  const shown = [...props].map(([prop, { count, values, numbers }]) => ({
    prop,
    count,
    values: listTop(values),
    numbers: summarize(numbers),
  }))
  return {
    kind: 'broken_down',
    events,
    complete,
    props: listMostFrequent(shown, MAX_PROPS),
    pages: listTop(pages),
    sources: listTop(sources),
    users: listTop(users),
  }
}

function listTop<Value>(counts: ReadonlyMap<Value, number>): Counted<Value>[] {
  const counted = [...counts].map(([value, count]) => ({ value, count }))
  return listMostFrequent(counted, MAX_VALUES)
}

/** Counts a value, unless it is absent; beyond the limit new ones are not counted. */
function countValue<Value>(counts: Map<Value, number>, value: Value | null): void {
  if (value === null) return
  const known = counts.get(value)
  if (known !== undefined || counts.size < MAX_VALUES_COUNTED) counts.set(value, (known ?? 0) + 1)
}

/** Counts a prop and its value; beyond the limits new ones are not counted. */
function countProp(props: Map<string, PropTally>, name: string, value: PropValue): void {
  const known = props.get(name)
  if (!known && props.size >= MAX_VALUES_COUNTED) return
  const prop = known ?? { count: 0, values: new Map(), numbers: createNumberTally() }
  props.set(name, prop)
  prop.count += 1
  countValue(prop.values, value)
  if (typeof value === 'number') addNumber(prop.numbers, value)
}
