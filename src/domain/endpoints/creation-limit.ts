import type { Refused } from '../refusal.ts'
import type { WindowLimit } from '../sliding-window.ts'
import { HOUR, later, MINUTE, SECOND, secondsUntil } from '../time.ts'

export const CREATIONS_PER_HOUR = 10
export const CREATION_SPACING_MS = 2000
/** Refused attempts from one client address. */
export const REJECTED_ATTEMPTS: WindowLimit = { times: 60, span: MINUTE }
/** Dry runs of creations from one client address. */
export const CREATION_DRY_RUNS: WindowLimit = { times: 60, span: MINUTE }
/** Maximum size of the body of a creation: a recipient and little else. */
export const MAX_CREATION_BYTES = 4 * 1024

/** Limits for one client address; 0 turns a limit off. */
export type CreationLimits = { perHour: number; spacingMs: number }

/** Limits for one account whose owner is signed in. */
export const OWNED_CREATION_LIMITS: CreationLimits = { perHour: 60, spacingMs: 0 }

type CreationDecision = { kind: 'allowed' } | Refused

/**
 * Decides if a client address may create an endpoint now: at most `perHour` in any 60 minutes, and not within `spacingMs`
 * of the last one. Waiting as long as Retry-After says satisfies both.
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

/** Returns the creations left in the window, and the seconds until the oldest one leaves it. */
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

/** Returns the creations that count, oldest first. One in the future was made before the clock went back: it counts as now. */
function within(earlier: readonly Date[], now: Date): Date[] {
  return earlier
    .map((date) => (date > now ? now : date))
    .filter((date) => now.getTime() - date.getTime() < HOUR)
    .sort((one, other) => one.getTime() - other.getTime())
}
