import { getSource, type PropValue, type TelemetryEvent } from './event.ts'

/** Maximum number of props in a breakdown, and of values of each. */
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

/** Counts of the props of events and their values, pages, sources and users: the most frequent of each first. */
export type EventBreakdown = {
  events: number
  props: PropCount[]
  /** URLs of events, hosts that referred to them, and users. */
  pages: Counted<string>[]
  sources: Counted<string>[]
  users: Counted<string>[]
}
type PropTally = { count: number; values: Map<PropValue, number>; numbers: NumberTally }

/** A breakdown that is being counted. */
type BreakdownTally = { events(): number; add(event: TelemetryEvent): void; summarize(): EventBreakdown }

/** Creates an empty breakdown. */
export function createBreakdown(): BreakdownTally {
  const props = new Map<string, PropTally>()
  const pages = new Map<string, number>()
  const sources = new Map<string, number>()
  const users = new Map<string, number>()
  let events = 0
  return {
    events: () => events,
    add(event) {
      events += 1
      for (const [name, value] of event.props) countProp(props, name, value)
      countValue(pages, event.url)
      countValue(sources, getSource(event))
      countValue(users, event.user)
    },
    summarize() {
      const shown = [...props].map(([prop, { count, values, numbers }]) => ({
        prop,
        count,
        values: listTop(values),
        numbers: summarize(numbers),
      }))
      return {
        events,
        props: listMostFrequent(shown, MAX_PROPS),
        pages: listTop(pages),
        sources: listTop(sources),
        users: listTop(users),
      }
    },
  }
}

/** Returns the most frequent items first. */
export function listMostFrequent<Item extends { count: number }>(
  counted: readonly Item[],
  most: number,
): Item[] {
  return [...counted].sort((one, other) => other.count - one.count).slice(0, most)
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

/** Maximum number of values of which the median and the percentile are taken: the newest ones. */
const MAX_SORTED = 10_000
const P95 = 0.95

/** Numbers that are being added up. */
type NumberTally = { count: number; sum: number; values: number[] }

/** `median` and `p95` are those of the newest 10,000 values. */
type NumberStats = { count: number; sum: number; median: number; p95: number }

/** Creates an empty tally. */
function createNumberTally(): NumberTally {
  return { count: 0, sum: 0, values: [] }
}

/** Adds a number to the tally. */
function addNumber(tally: NumberTally, value: number): void {
  tally.count += 1
  // The sum of numbers that JSON can say may be too large for it.
  tally.sum = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, tally.sum + value))
  if (tally.values.length < MAX_SORTED) tally.values.push(value)
}

/** Returns the statistics of a tally; null without a number. */
function summarize({ count, sum, values }: NumberTally): NumberStats | null {
  if (values.length === 0) return null
  const sorted = Float64Array.from(values).sort()
  const middle = (sorted.length - 1) / 2
  const low = sorted[Math.floor(middle)] ?? 0
  const high = sorted[Math.ceil(middle)] ?? 0
  const p95 = sorted[Math.ceil(sorted.length * P95) - 1] ?? 0
  return { count, sum, median: low / 2 + high / 2, p95 }
}
