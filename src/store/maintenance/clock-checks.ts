import type { Kysely } from 'kysely'
import type { UpkeepLook } from '../contract/store.ts'
import { dateOf } from '../endpoints/endpoints.ts'
import type { Schema } from '../engine/schema.ts'

/** See Upkeep.lastLook. */
export async function lastLook(db: Kysely<Schema>): Promise<UpkeepLook> {
  const row = await db.selectFrom('upkeep').selectAll().executeTakeFirst()
  return { lookedAt: dateOf(row?.looked_at ?? null), pausedUntil: dateOf(row?.paused_until ?? null) }
}

/** See Upkeep.noteLook. */
export async function noteLook(
  db: Kysely<Schema>,
  { lookedAt, pausedUntil }: { lookedAt: Date; pausedUntil: Date | null },
): Promise<void> {
  const look = { looked_at: lookedAt.getTime(), paused_until: pausedUntil?.getTime() ?? null }
  await db
    .insertInto('upkeep')
    .values({ id: 1, ...look })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(look))
    .execute()
}
