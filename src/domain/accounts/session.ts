import type { EndpointFacts } from '../endpoints/endpoint.ts'
import { DAY, HOUR, later, MINUTE } from '../time.ts'

/** Days without use after which a session ends. */
export const SESSION_IDLE_DAYS = 7
/** Maximum lifetime of a session in days, even when it is used. */
export const SESSION_DAYS = 30
/** Minutes after signing in during which a session may do what cannot be undone. */
export const FRESH_MINUTES = 15
/** Precision, in milliseconds, with which the last use of a session or key is recorded. */
const LAST_USED_PRECISION_MS = MINUTE
/** Hours after the claim during which "Open dashboard" on its page signs in. */
const OPEN_HOURS = 24

type SessionDates = { createdAt: Date; seenAt: Date }

/** Returns true until the session has expired. */
export function isAlive(session: SessionDates, now: Date): boolean {
  return now < sessionExpiresAt(session)
}

/** Returns when a session ends unless it is used again. */
export function sessionExpiresAt({ createdAt, seenAt }: SessionDates): Date {
  const [idle, oldest] = [later(seenAt, SESSION_IDLE_DAYS * DAY), later(createdAt, SESSION_DAYS * DAY)]
  return idle < oldest ? idle : oldest
}

/** Returns the time until which a session that is opened or confirmed now counts as fresh. */
export function freshUntil(now: Date): Date {
  return later(now, FRESH_MINUTES * MINUTE)
}

/** Returns true when a use at `now` must be recorded, given the last recorded one. */
export function shouldRecordUse(usedAt: Date | null, now: Date): boolean {
  return usedAt === null || now.getTime() - usedAt.getTime() >= LAST_USED_PRECISION_MS
}

/** Returns true while the claim page may sign in: for 24 hours after the endpoint was claimed. */
export function canOpenDashboard(
  endpoint: Pick<EndpointFacts, 'claimedAt' | 'retiredAt'>,
  now: Date,
): boolean {
  const { claimedAt, retiredAt } = endpoint
  return claimedAt !== null && retiredAt === null && now < later(claimedAt, OPEN_HOURS * HOUR)
}
