import {
  type ClockLook,
  type ClockReading,
  lookAtClock as judge,
} from '../../domain/maintenance/clock-jump.ts'
import type { Context } from '../context.ts'

/** Looks at the clock before a purge, and writes down that it did: the next start shall know when that was. */
export async function lookAtClock(
  context: Context,
  readings: { now: ClockReading; last: ClockReading | null },
): Promise<ClockLook> {
  const { upkeep } = context.store
  const look = judge({ ...readings, noted: await upkeep.lastLook() })
  await upkeep.noteLook({ lookedAt: readings.now.wall, pausedUntil: look.pausedUntil })
  return look
}
