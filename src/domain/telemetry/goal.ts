import { nextWallTime } from '../outbox/wall-time.ts'
import { DAY, later } from '../time.ts'

/** Maximum number of events a day that a goal can name. */
export const MAX_GOAL = 1_000_000_000

/** Number of events of a name that an owner wants each day, which begins at midnight in their time zone. */
export type Goal = { name: string; perDay: number; timeZone: string }

/** Returns when the running day began in a time zone. */
export function startOfLocalDay(now: Date, timeZone: string): Date {
  const midnight = { at: '00:00', timeZone, occurrence: 'first' } as const
  // No day is longer than 25 hours by more than a change of a zone's offset.
  let start = nextWallTime(later(now, -2 * DAY), midnight)
  for (;;) {
    const next = nextWallTime(start, midnight)
    if (next > now) return start
    start = next
  }
}

/** Returns true for goals that are the same. */
export function isSameGoal(one: Goal | null, other: Goal | null): boolean {
  if (one === null || other === null) return one === other
  return one.name === other.name && one.perDay === other.perDay && one.timeZone === other.timeZone
}
