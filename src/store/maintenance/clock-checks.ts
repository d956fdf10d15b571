import type { Kysely } from 'kysely'
import type { LastClockCheck } from '../contract/maintenance.ts'
import { dateOf } from '../endpoints/endpoints.ts'
import type { Schema } from '../engine/schema.ts'

/** See Upkeep.loadClockCheck. */
export async function loadClockCheck(db: Kysely<Schema>): Promise<LastClockCheck> {
  const row = await db.selectFrom('clock_checks').selectAll().executeTakeFirst()
  return { checkedAt: dateOf(row?.checked_at ?? null), pausedUntil: dateOf(row?.paused_until ?? null) }
}

/** See Upkeep.saveClockCheck. */
export async function saveClockCheck(
  db: Kysely<Schema>,
  { checkedAt, pausedUntil }: { checkedAt: Date; pausedUntil: Date | null },
): Promise<void> {
  const look = { checked_at: checkedAt.getTime(), paused_until: pausedUntil?.getTime() ?? null }
  await db
    .insertInto('clock_checks')
    .values({ id: 1, ...look })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(look))
    .execute()
}
