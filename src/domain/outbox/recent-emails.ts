import { DAY, HOUR } from '../time.ts'
import { BOUNCE_WINDOW_DAYS } from './bounce.ts'

/**
 * An email to a mailbox; emails are recorded from the first bounce on which said that the mailbox does not exist. `at`: when it
 * bounced, or else when the mail server accepted it, in milliseconds since 1970.
 */
export type RecentEmail = { deliveryKey: number; at: number; bounced: boolean }

/** Maximum number of recorded emails per mailbox: more than the number of bounces that count. */
const MAX_RECENT_EMAILS = 20
/** An email that has not bounced by then counts as delivered. */
const DELIVERED_AFTER_MS = HOUR

/** Returns the list with this email added, oldest first, without those that no longer count. */
export function addRecentEmail(recent: readonly RecentEmail[], email: RecentEmail, now: Date): RecentEmail[] {
  return [...recent.filter(({ deliveryKey }) => deliveryKey !== email.deliveryKey), email]
    .filter(({ at }) => now.getTime() - at < BOUNCE_WINDOW_DAYS * DAY)
    .sort((one, other) => one.at - other.at)
    .slice(-MAX_RECENT_EMAILS)
}

/** Lists the times of the bounces since the last email that was delivered. */
export function listBounces(recent: readonly RecentEmail[], now: Date): Date[] {
  const delivered = recent.findLastIndex(
    ({ bounced, at }) => !bounced && now.getTime() - at >= DELIVERED_AFTER_MS,
  )
  return recent
    .slice(delivered + 1)
    .filter(({ bounced }) => bounced)
    .map(({ at }) => new Date(at))
}
