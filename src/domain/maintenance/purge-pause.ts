import { DAY, HOUR, later } from '../time.ts'

/** Checks are an hour apart: a longer gap means that the clock jumped, or that the service was down for as long. */
const MAX_GAP_MS = DAY
/** The clocks of nodes on one database may differ by this much. */
const MAX_SKEW_MS = HOUR
/** Time for an operator, or NTP, to notice a wrong clock. */
export const PURGE_PAUSE_HOURS = 3

export type ClockCheck = { checkedAt: Date; pausedUntil: Date | null }

/**
 * Returns until when nothing may be purged; null while the clock can be trusted to say what is old. A clock that is a
 * month ahead must not delete a month of submissions, nor one that was behind delete what it dated wrongly. The pause
 * ends by itself, so that rows dated in the future by a clock that was ahead do not keep everything else stored.
 *
 * @param last the check before, by whichever process or node; null at the first
 */
export function findPurgePause(now: Date, last: ClockCheck | null): Date | null {
  if (!last) return null
  const gap = now.getTime() - last.checkedAt.getTime()
  const pauseEnd = later(now, PURGE_PAUSE_HOURS * HOUR)
  if (gap > MAX_GAP_MS || gap < -MAX_SKEW_MS) return pauseEnd
  // A pause that would end later than one from now was recorded by a clock that was ahead.
  const isPaused = last.pausedUntil && last.pausedUntil > now && last.pausedUntil <= pauseEnd
  return isPaused ? last.pausedUntil : null
}
