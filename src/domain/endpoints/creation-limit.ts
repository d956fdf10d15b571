import type { Refusal } from '../refusal.ts'
import { HOUR, later, MINUTE, SECOND, secondsUntil } from '../time.ts'

export const CREATIONS_PER_HOUR = 10
export const CREATION_SPACING_MS = 2000
/** Attempts from one address that may be refused within the window before it must wait. */
export const MAX_REJECTED_ATTEMPTS = 60
export const REJECTED_ATTEMPTS_WINDOW_MS = MINUTE
/** A recipient and little else: larger bodies are refused. */
export const MAX_CREATION_BYTES = 4 * 1024

/** Limits for one client address; 0 switches one off. */
export type CreationLimits = { perHour: number; spacingMs: number }

/** For one account, whose owner is signed in. */
export const OWNED_CREATION_LIMITS: CreationLimits = { perHour: 60, spacingMs: 0 }

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

/**
 * Whole seconds until an address may attempt a creation again: exactly so many may be refused in any window.
 *
 * @param rejected its refused attempts, oldest first
 */
export function secondsUntilAttempt(rejected: readonly Date[], now: Date): number {
  const decisive = rejected.at(-MAX_REJECTED_ATTEMPTS)
  // One from the future was noted before the clock went back: nobody waits for that.
  if (!decisive || decisive > now) return 0
  const freeAt = later(decisive, REJECTED_ATTEMPTS_WINDOW_MS)
  return freeAt > now ? secondsUntil(freeAt, now) : 0
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
