import {
  type ClockCheck,
  type ClockReading,
  recordClockCheck as judge,
} from '../../domain/maintenance/clock-jump.ts'
import type { Context } from '../context.ts'

/** Looks at the clock before a purge, and writes down that it did: the next start shall know when that was. */
export async function recordClockCheck(
  context: Context,
  readings: { now: ClockReading; last: ClockReading | null },
): Promise<ClockCheck> {
  const { maintenance } = context.store
  const look = judge({ ...readings, noted: await maintenance.loadClockCheck() })
  await maintenance.saveClockCheck({ checkedAt: readings.now.wall, pausedUntil: look.pausedUntil })
  return look
}
