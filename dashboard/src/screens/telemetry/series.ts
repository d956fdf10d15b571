import type { EventStats } from '../../api/schema.ts'
import type { Interval } from '../../api/telemetry/events.ts'
import { t } from '../../language/texts.ts'

export const PERIODS = ['24h', '7d', '30d'] as const
export type Period = (typeof PERIODS)[number]

/**
 * Shape of a period: unit, number of steps, days, window of the average; and its texts, `before` being the name of the period
 * before at a point of the chart, and `line` that of its line.
 */
export const SHAPES = {
  '24h': {
    interval: 'hour',
    steps: 24,
    days: 1,
    window: 24,
    name: 'telemetry.period.day.name',
    last: 'telemetry.period.day.last',
    shown: 'telemetry.period.day.shown',
    average: 'telemetry.period.day.average',
    before: 'telemetry.period.day.before',
    line: 'telemetry.period.day.line',
    compared: 'telemetry.compare.day',
    notKept: 'telemetry.period.day.notKept',
  },
  '7d': {
    interval: 'day',
    steps: 7,
    days: 7,
    window: 7,
    name: 'telemetry.period.week.name',
    last: 'telemetry.period.week.last',
    shown: 'telemetry.period.week.shown',
    average: 'telemetry.period.week.average',
    before: 'telemetry.period.week.before',
    line: 'telemetry.period.week.line',
    compared: 'telemetry.compare.week',
    notKept: 'telemetry.period.week.notKept',
  },
  '30d': {
    interval: 'day',
    steps: 30,
    days: 30,
    window: 7,
    name: 'telemetry.period.month.name',
    last: 'telemetry.period.month.last',
    shown: 'telemetry.period.month.shown',
    average: 'telemetry.period.week.average',
    before: 'telemetry.period.month.before',
    line: 'telemetry.period.month.line',
    compared: 'telemetry.compare.month',
    notKept: 'telemetry.period.month.notKept',
  },
} as const satisfies Record<Period, { interval: Interval; [fact: string]: string | number }>

/** Length of a step. */
export const STEP_MS = { hour: 3_600_000, day: 86_400_000 } as const

export const WEEK_MS = 7 * STEP_MS.day

/** Minimum number of steps of a chart that begins with the first event. */
const MIN_STEPS = 6

/**
 * A step in time: its count, the average of the window that ends with it, null before the first event, and the counts of
 * the same step in the period before and, of hours, a week before; null where they are not known.
 */
export type Step = {
  time: string
  value: number
  average: number | null
  before: number | null
  lastWeek: number | null
}
export type NameCount = { name: string; total: number; values: number[] }
export type Series = {
  since: string
  steps: Step[]
  total: number
  /** Total of the period before, without the part that is still to come in this one; null where it is not known. */
  totalBefore: number | null
  /** The same of the week before. */
  totalLastWeek: number | null
  names: NameCount[]
}

/**
 * Returns the beginning of what is known: the step of the first counted event, as earlier ones are unknown, not zero.
 *
 * @param days counts of more days, which may contain an earlier event
 */
export function knownSince({ since, data }: EventStats, days?: EventStats): number {
  if (days !== undefined && knownSince(days) < Date.parse(since)) return Date.parse(since)
  return Math.min(...data.map(({ time }) => Date.parse(time)))
}

/**
 * Returns the newest steps of a period, from the first event on, and their names, most frequent first.
 *
 * @param known start of the data that the average uses
 */
export function buildSeries(stats: EventStats, period: Period, known = knownSince(stats)): Series {
  const { steps, window } = SHAPES[period]
  const times = listTimes(stats)
  const places = new Map(times.map((time, place) => [time, place]))
  const sums = times.map(() => 0)
  const first = times.findIndex((time) => time >= known)
  const isKnown = (place: number) => place >= 0 && first !== -1 && place >= first
  const earliest = first === -1 ? 0 : Math.min(first, times.length - MIN_STEPS)
  const begin = Math.max(0, times.length - steps, earliest)
  const names = new Map<string, NameCount>()
  for (const { time, name, count } of stats.data) {
    const place = places.get(Date.parse(time))
    if (place === undefined) continue
    sums[place] = (sums[place] ?? 0) + count
    if (place < begin) continue
    const one = names.get(name) ?? { name, total: 0, values: times.slice(begin).map(() => 0) }
    one.total += count
    one.values[place - begin] = (one.values[place - begin] ?? 0) + count
    names.set(name, one)
  }
  const shown = times.slice(begin).map((time, index): Step => {
    const end = begin + index + 1
    const around = sums.slice(Math.max(first, end - window), end)
    return {
      time: new Date(time).toISOString(),
      value: sums[end - 1] ?? 0,
      average: isKnown(end - 1) ? sum(around) / around.length : null,
      before: isKnown(end - 1 - steps) ? (sums[end - 1 - steps] ?? null) : null,
      lastWeek: null,
    }
  })
  return {
    since: shown[0]?.time ?? stats.since,
    steps: shown,
    total: sum(shown.map(({ value }) => value)),
    totalBefore: addUp(shown.map(({ before }) => before)),
    totalLastWeek: null,
    names: [...names.values()].sort(byTotal),
  }
}

/** Says which hours or days are shown. Hours are those of the reader; days are counted by the service, in UTC. */
export function describeShown({ steps }: Series, period: Period): string {
  const { interval, steps: all, shown } = SHAPES[period]
  if (steps.length >= all) return t(shown)
  return t(interval === 'day' ? 'telemetry.chart.sinceFirstUtc' : 'telemetry.chart.sinceFirst')
}

/**
 * Adds the counts of the same steps a week before.
 *
 * @param known start of what is known
 */
export function withLastWeek(series: Series, { data }: EventStats, known: number): Series {
  const counts = new Map<number, number>()
  for (const { time, count } of data) {
    const at = Date.parse(time)
    counts.set(at, (counts.get(at) ?? 0) + count)
  }
  const steps = series.steps.map((step) => {
    const at = Date.parse(step.time) - WEEK_MS
    return { ...step, lastWeek: at < known ? null : (counts.get(at) ?? 0) }
  })
  return { ...series, steps, totalLastWeek: addUp(steps.map(({ lastWeek }) => lastWeek)) }
}

/** Returns the counts of other events at the steps of a series; null before what is known. */
export function countAt({ steps }: Series, { data }: EventStats): (number | null)[] {
  const counts = new Map(data.map(({ time, count }) => [Date.parse(time), count]))
  return steps.map(({ time, average }) => (average === null ? null : (counts.get(Date.parse(time)) ?? 0)))
}

/** Adds up steps, up to the last one: the running step is compared with nothing. */
function addUp(values: readonly (number | null)[]): number | null {
  let total = 0
  for (const value of values.slice(0, -1)) {
    if (value === null) return null
    total += value
  }
  return total
}

function listTimes({ interval, since, until }: EventStats): number[] {
  const step = STEP_MS[interval]
  const begin = Date.parse(since)
  return Array.from({ length: Math.round((Date.parse(until) - begin) / step) }, (_, at) => begin + at * step)
}

function byTotal(one: NameCount, other: NameCount): number {
  return other.total - one.total || (one.name < other.name ? -1 : 1)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
