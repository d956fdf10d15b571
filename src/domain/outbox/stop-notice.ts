import { DAY, later } from '../time.ts'

/** Days for which the email about stopped emails may be sent late. */
const STOP_NOTICE_DAYS = 3

/** Hours within which one endpoint causes at most one such email to a mailbox: whoever has the link can stop and start at will. */
export const STOP_NOTICE_INTERVAL_HOURS = 24

/** Returns the time after which an email about emails that were stopped at `now` is no longer sent. */
export function stopNoticeExpiresAt(now: Date): Date {
  return later(now, STOP_NOTICE_DAYS * DAY)
}
