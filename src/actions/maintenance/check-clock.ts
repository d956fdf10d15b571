import { findPurgePause } from '../../domain/maintenance/purge-pause.ts'
import type { Context } from '../context.ts'

/** Checks the clock before a purge and records the check. Returns until when nothing may be purged; null: purge. */
export async function checkClock({ store }: Context, now: Date): Promise<Date | null> {
  const pausedUntil = findPurgePause(now, await store.maintenance.loadClockCheck())
  await store.maintenance.saveClockCheck({ checkedAt: now, pausedUntil })
  return pausedUntil
}
