import { DAY, later } from '../time.ts'
import { MAX_EVENT_AHEAD_MS, toHour } from './event.ts'

export type Interval = 'hour' | 'day'

/** Default span of statistics. */
const DEFAULT_SPAN_MS = { hour: 2 * DAY, day: 30 * DAY } as const
/** Maximum span of one request. */
const MAX_SPAN_MS = { hour: 31 * DAY, day: 400 * DAY } as const
export const HOURS_A_DAY = 24

/** Whole hours or days, as hours since 1970; `until` is exclusive. */
export type EventSpan = { since: number; until: number }

/**
 * Returns the hours, or the days in UTC, between two instants, including those that they fall into; null when the span is
 * empty or too long.
 */
export function parseEventSpan(requested: {
  interval: Interval
  since: Date | null
  until: Date | null
  now: Date
}): EventSpan | null {
  const { interval, now } = requested
  const step = interval === 'hour' ? 1 : HOURS_A_DAY
  // The time of an event can be slightly ahead of the clock.
  const until = requested.until ?? later(now, MAX_EVENT_AHEAD_MS)
  const since = requested.since ?? later(until, -DEFAULT_SPAN_MS[interval])
  if (until <= since || until.getTime() - since.getTime() > MAX_SPAN_MS[interval]) return null
  const first = Math.floor(toHour(since) / step) * step
  const last = Math.floor(toHour(later(until, -1)) / step) * step
  return { since: first, until: last + step }
}
