import type { Kysely } from 'kysely'
import type { ClockCheck } from '../../domain/maintenance/purge-pause.ts'
import { toDate } from '../../domain/time.ts'
import type { Schema } from '../engine/schema.ts'

/** See Maintenance.loadClockCheck. */
export async function loadClockCheck(db: Kysely<Schema>): Promise<ClockCheck | null> {
  const row = await db.selectFrom('clock_checks').selectAll().executeTakeFirst()
  return row ? { checkedAt: new Date(row.checked_at), pausedUntil: toDate(row.paused_until) } : null
}

/** See Maintenance.saveClockCheck. */
export async function saveClockCheck(
  db: Kysely<Schema>,
  { checkedAt, pausedUntil }: ClockCheck,
): Promise<void> {
  const row = { checked_at: checkedAt.getTime(), paused_until: pausedUntil?.getTime() ?? null }
  await db
    .insertInto('clock_checks')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}
