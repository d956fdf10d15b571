import type { Refusal } from './refusal.ts'
import { HOUR, later, SECOND, secondsUntil } from './time.ts'

export const CREATIONS_PER_HOUR = 10
export const CREATION_SPACING_MS = 2000
/** Attempts from one address that may be refused within a minute before it must wait. */
export const MAX_REJECTED_ATTEMPTS_PER_MINUTE = 60

/** Limits for one client address; 0 switches one off. */
export type CreationLimits = { perHour: number; spacingMs: number }

export type CreationDecision = { kind: 'allowed' } | { kind: 'refused'; refusal: Refusal }

/**
 * Whether an address may create an endpoint now: exactly `perHour` in any 60 minutes, and `spacingMs` after the last.
 * Waiting as long as Retry-After says satisfies both.
 *
 * @param earlier its creations within the last hour
 */
export function decideCreation(
  earlier: readonly Date[],
  now: Date,
  limits: CreationLimits,
): CreationDecision {
  const past = within(earlier, now)
  const hourFreeAt = freeInHour(past, now, limits)
  const newest = past.at(-1)
  const spacingFreeAt = newest && limits.spacingMs > 0 ? later(newest, limits.spacingMs) : now
  const freeAt = new Date(Math.max(hourFreeAt.getTime(), spacingFreeAt.getTime()))
  if (freeAt <= now) return { kind: 'allowed' }
  const code = hourFreeAt > now ? 'create_rate_hour' : 'create_spacing'
  return { kind: 'refused', refusal: { code, retryAfterSeconds: secondsUntil(freeAt, now) } }
}

/** How many creations are left in the window, and in how many seconds the oldest of them leaves it. */
export function creationAllowance(
  earlier: readonly Date[],
  now: Date,
  limits: CreationLimits,
): { remaining: number; resetSeconds: number } {
  const past = within(earlier, now)
  const oldest = past[0]
  return {
    remaining: Math.max(0, limits.perHour - past.length),
    resetSeconds: oldest ? secondsUntil(later(oldest, HOUR), now) : HOUR / SECOND,
  }
}

function freeInHour(past: readonly Date[], now: Date, limits: CreationLimits): Date {
  if (limits.perHour === 0 || past.length < limits.perHour) return now
  const leaves = past[past.length - limits.perHour]
  return leaves ? later(leaves, HOUR) : now
}

/** The creations that count, oldest first. One in the future was made before the clock went back: it counts as now. */
function within(earlier: readonly Date[], now: Date): Date[] {
  return earlier
    .map((date) => (date > now ? now : date))
    .filter((date) => now.getTime() - date.getTime() < HOUR)
    .sort((one, other) => one.getTime() - other.getTime())
}
