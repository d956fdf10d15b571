import { DAY, HOUR, later, MINUTE, SECOND } from '../time.ts'

/** When a channel tries a delivery again. */
export type RetrySchedule = {
  /** Waits before the second attempt, the third, …. At least one. */
  waitsMs: readonly [number, ...number[]]
  /** false: the attempt after the last wait is the last one. */
  repeatsLastWait: boolean
  /** No attempt begins later than this after the first one. */
  giveUpAfterMs: number
}

/** RFC 5321 §4.5.4.1 asks for 4 to 5 days. */
export const EMAIL_RETRY_SCHEDULE: RetrySchedule = {
  waitsMs: [MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR],
  repeatsLastWait: true,
  giveUpAfterMs: 5 * DAY,
}
/** The schedule that Standard Webhooks 1.0.0 advises: ten attempts in 75.6 hours, unless the other side asks for longer waits. */
export const WEB_RETRY_SCHEDULE: RetrySchedule = {
  waitsMs: [
    5 * SECOND,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
  ],
  repeatsLastWait: false,
  giveUpAfterMs: 6 * DAY,
}
/** A greylisting server refuses a retry that comes too soon. */
export const GREYLISTING_WAIT_MS = 5 * MINUTE
/** Waits are spread by a fifth either way, so that deliveries that failed together do not come back together. */
const SPREAD = 0.2

/**
 * Returns when a delivery is tried again; null when it is given up.
 *
 * @param attempt.attempts attempts made so far, at least 1
 * @param attempt.jitter 0 ≤ jitter < 1, from a random source
 * @param attempt.minWaitMs shortest wait that the other side asked for; 0 without one
 */
export function nextAttemptAt(
  { waitsMs, repeatsLastWait, giveUpAfterMs }: RetrySchedule,
  attempt: { attempts: number; firstAttemptAt: Date; now: Date; jitter: number; minWaitMs: number },
): Date | null {
  const waitMs = waitsMs[attempt.attempts - 1] ?? (repeatsLastWait ? waitsMs.at(-1) : undefined)
  if (waitMs === undefined) return null
  const spreadMs = waitMs * (1 - SPREAD + 2 * SPREAD * attempt.jitter)
  const due = later(attempt.now, Math.max(spreadMs, attempt.minWaitMs))
  return due.getTime() - attempt.firstAttemptAt.getTime() > giveUpAfterMs ? null : due
}
