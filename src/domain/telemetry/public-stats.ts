import { DAY, HOUR, later } from '../time.ts'
import { type EventCount, OTHER_NAMES, toHour } from './event.ts'
import { type EventSpan, HOURS_A_DAY, type Interval } from './event-span.ts'

/**
 * Number of events within 30 days from which a public page shows their name. Rarer names are added up: a name that a
 * program makes of an id or an address occurs a few times.
 */
export const MIN_PUBLIC_NAME_COUNT = 10
/** Maximum number of names on a public page. */
const MAX_PUBLIC_NAMES = 20

/** Periods of a public page, the shortest first. */
export const PUBLIC_PERIODS = ['24h', '7d', '30d'] as const
export type PublicPeriod = (typeof PUBLIC_PERIODS)[number]
const DEFAULT_PERIOD: PublicPeriod = '7d'

const SHAPES: Readonly<Record<PublicPeriod, { interval: Interval; steps: number; days: number }>> = {
  '24h': { interval: 'hour', steps: 24, days: 1 },
  '7d': { interval: 'day', steps: 7, days: 7 },
  '30d': { interval: 'day', steps: 30, days: 30 },
}

/** Totals of a period: all that a public page can show. */
export type PublicStats = {
  interval: Interval
  /** Each hour or day, as hours since 1970, oldest first; the last one is not over. */
  steps: { hour: number; count: number }[]
  total: number
  /** The most frequent names first. */
  names: { name: string; count: number }[]
  /** Events with rarer names. */
  others: number
}

/** Returns the periods for which events are kept. */
export function listPublicPeriods(retentionDays: number): PublicPeriod[] {
  return PUBLIC_PERIODS.filter((period) => SHAPES[period].days <= retentionDays)
}

/** Returns the requested period if it is offered, else the usual one, or the longest one below it. */
export function choosePublicPeriod(offered: readonly PublicPeriod[], requested: string | null): PublicPeriod {
  const wanted = offered.find((period) => period === requested) ?? DEFAULT_PERIOD
  return offered.includes(wanted) ? wanted : '24h'
}

/** Returns the hours of a period, up to the current hour or day. */
export function getPublicSpan(period: PublicPeriod, now: Date): EventSpan {
  const { interval, steps } = SHAPES[period]
  const length = interval === 'hour' ? 1 : HOURS_A_DAY
  const last = Math.floor(toHour(now) / length) * length
  const first = Math.floor(toHour(later(now, (1 - steps) * (interval === 'hour' ? HOUR : DAY))) / length)
  return { since: first * length, until: last + length }
}

/** Returns the unit of the steps of a period. */
export function getPublicInterval(period: PublicPeriod): Interval {
  return SHAPES[period].interval
}

/**
 * Adds up the counts of a period.
 *
 * @param input.counts by hour or day, at least those of the period
 * @param input.month counts of 30 days, which decide the names that are shown
 */
export function toPublicStats(input: {
  period: PublicPeriod
  now: Date
  counts: readonly EventCount[]
  month: readonly EventCount[]
}): PublicStats {
  const { period, now, counts, month } = input
  const { interval } = SHAPES[period]
  const { since, until } = getPublicSpan(period, now)
  const length = interval === 'hour' ? 1 : HOURS_A_DAY
  const steps = Array.from({ length: (until - since) / length }, (_, place) => ({
    hour: since + place * length,
    count: 0,
  }))
  const within = counts.filter(({ hour }) => hour >= since && hour < until)
  for (const { hour, count } of within) {
    const step = steps[Math.floor((hour - since) / length)]
    if (step) step.count += count
  }
  const frequent = addUpNames(month)
  const shown = [...addUpNames(within)]
    .filter(([name]) => name !== OTHER_NAMES && (frequent.get(name) ?? 0) >= MIN_PUBLIC_NAME_COUNT)
    .map(([name, count]) => ({ name, count }))
    .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
    .slice(0, MAX_PUBLIC_NAMES)
  const total = addUp(steps)
  return { interval, steps, total, names: shown, others: total - addUp(shown) }
}

function addUpNames(counts: readonly EventCount[]): Map<string, number> {
  const totals = new Map<string, number>()
  for (const { name, count } of counts) totals.set(name, (totals.get(name) ?? 0) + count)
  return totals
}

function addUp(counted: readonly { count: number }[]): number {
  return counted.reduce((sum, { count }) => sum + count, 0)
}
