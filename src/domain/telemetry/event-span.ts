import { DAY, later } from '../time.ts'
import { MAX_EVENT_AHEAD_MS, toHour } from './event.ts'

export type Interval = 'hour' | 'day'

/** How far back is told where nothing is asked for. */
const USUAL_SPAN = { hour: 2 * DAY, day: 30 * DAY } as const
/** How much is told at once. */
const LONGEST_SPAN = { hour: 31 * DAY, day: 400 * DAY } as const
export const HOURS_A_DAY = 24

/** Whole hours or days, as hours since 1970; `until` is the first that is not told. */
export type EventSpan = { since: number; until: number }

/**
 * The hours, or days of UTC, that lie between two instants, those that they lie in among them; null when that is more than
 * is told at once, or nothing.
 */
export function parseEventSpan(asked: {
  interval: Interval
  since: Date | null
  until: Date | null
  now: Date
}): EventSpan | null {
  const { interval, now } = asked
  const step = interval === 'hour' ? 1 : HOURS_A_DAY
  // An event may be a little ahead of the clock.
  const until = asked.until ?? later(now, MAX_EVENT_AHEAD_MS)
  const since = asked.since ?? later(until, -USUAL_SPAN[interval])
  if (until <= since || until.getTime() - since.getTime() > LONGEST_SPAN[interval]) return null
  const first = Math.floor(toHour(since) / step) * step
  const last = Math.floor(toHour(later(until, -1)) / step) * step
  return { since: first, until: last + step }
}
