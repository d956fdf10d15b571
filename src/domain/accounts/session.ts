import type { EndpointFacts } from '../endpoints/endpoint.ts'
import { DAY, HOUR, later, MINUTE } from '../time.ts'

/** A session that is not used ends after so many days. */
export const SESSION_IDLE_DAYS = 7
/** The longest life of a session, however much it is used. */
export const SESSION_DAYS = 30
/** For so long after signing in, a session may do what cannot be undone. */
export const FRESH_MINUTES = 15
/** When a session or a key was last used is written down to this. */
export const LAST_USED_PRECISION_MS = MINUTE
/** "Open dashboard" signs in for so long after the link was first followed. */
export const OPEN_HOURS = 24

export type SessionDates = { createdAt: Date; seenAt: Date }

/** Whether the session has not ended by itself. */
export function isAlive(session: SessionDates, now: Date): boolean {
  return (
    now < later(session.seenAt, SESSION_IDLE_DAYS * DAY) && now < later(session.createdAt, SESSION_DAYS * DAY)
  )
}

/** Until when a session that is opened or confirmed now counts as fresh. */
export function freshUntil(now: Date): Date {
  return later(now, FRESH_MINUTES * MINUTE)
}

/** Whether a use is worth writing down. */
export function shouldRecordUse(usedAt: Date | null, now: Date): boolean {
  return usedAt === null || now.getTime() - usedAt.getTime() >= LAST_USED_PRECISION_MS
}

/** Whether the page of the claim may sign in: the link was first followed when the endpoint was claimed. */
export function canOpenDashboard(
  endpoint: Pick<EndpointFacts, 'claimedAt' | 'retiredAt'>,
  now: Date,
): boolean {
  const { claimedAt, retiredAt } = endpoint
  return claimedAt !== null && retiredAt === null && now < later(claimedAt, OPEN_HOURS * HOUR)
}
