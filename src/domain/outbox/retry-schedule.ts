import { DAY, HOUR, later, MINUTE } from '../time.ts'

/** Waits before the second attempt, the third, …; the last repeats (RFC 5321 §4.5.4.1 asks for 4 to 5 days). */
const WAITS: readonly number[] = [MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR]
const LAST_WAIT = 4 * HOUR
export const GIVE_UP_AFTER = 5 * DAY
/** A greylisting server turns away whoever comes back too soon. */
const GREYLIST_WAIT = 5 * MINUTE
/** Waits are spread by a fifth either way, so that a crowd of emails does not come back as one. */
const SPREAD = 0.2

/**
 * When an email is tried again; null when it is given up.
 *
 * @param job.attempts attempts made so far, at least 1
 * @param job.createdAt when the first attempt began
 * @param job.jitter 0 ≤ jitter < 1, from a random source
 */
export function nextAttemptAt(job: {
  attempts: number
  createdAt: Date
  now: Date
  jitter: number
  greylisted: boolean
}): Date | null {
  const wait = WAITS[job.attempts - 1] ?? LAST_WAIT
  const spread = wait * (1 - SPREAD + 2 * SPREAD * job.jitter)
  const due = later(job.now, job.greylisted ? Math.max(spread, GREYLIST_WAIT) : spread)
  return due.getTime() - job.createdAt.getTime() > GIVE_UP_AFTER ? null : due
}
