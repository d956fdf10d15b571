import { DAY, HOUR, later } from '../time.ts'

/** The wall clock and the steady clock may drift apart by so much between two looks. */
const LARGEST_JUMP = HOUR
/** Over a restart nothing but the wall clock is known: the service may have been down for as long. */
const LONGEST_GAP = DAY
/** For so long nothing is purged after a jump: somebody, or NTP, shall have the time to notice. */
export const PAUSE_HOURS = 3

/** The clock on the wall, which can be set, and one that only goes on, in milliseconds. */
export type ClockReading = { wall: Date; steady: number }

export type ClockCheck = {
  /** Milliseconds by which the clock seems to have jumped since it was last looked at; 0 when it has not. */
  jump: number
  /** Nothing is purged before; null when nothing is in the way. */
  pausedUntil: Date | null
}

/**
 * Whether the clock can be trusted to say what is old. A clock that is a month ahead must not delete a month of
 * submissions; nor may one that was behind and comes back delete what it dated wrongly.
 *
 * @param looks.last what this process read the last time; null at its first look
 * @param looks.noted what was written down then, by whichever process or node
 */
export function recordClockCheck(looks: {
  now: ClockReading
  last: ClockReading | null
  noted: { checkedAt: Date | null; pausedUntil: Date | null }
}): ClockCheck {
  const { now, last, noted } = looks
  const jump = last ? jumpBetween(last, now) : 0
  const gap = noted.checkedAt ? now.wall.getTime() - noted.checkedAt.getTime() : 0
  const jumpNoted = gap > LONGEST_GAP || gap < -LARGEST_JUMP
  const pauseEnd = later(now.wall, PAUSE_HOURS * HOUR)
  if (jump !== 0 || jumpNoted) return { jump: jump === 0 ? gap : jump, pausedUntil: pauseEnd }
  // One that would end later than a pause lasts was written down by a clock that was ahead.
  const goesOn = noted.pausedUntil && noted.pausedUntil > now.wall && noted.pausedUntil <= pauseEnd
  return { jump: 0, pausedUntil: goesOn ? noted.pausedUntil : null }
}

function jumpBetween(one: ClockReading, other: ClockReading): number {
  const jump = other.wall.getTime() - one.wall.getTime() - (other.steady - one.steady)
  return Math.abs(jump) > LARGEST_JUMP ? jump : 0
}
