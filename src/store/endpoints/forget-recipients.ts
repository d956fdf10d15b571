import { type Kysely, sql } from 'kysely'
import type { Schema } from '../engine/schema.ts'

/** Endpoints changed by one write: few enough that a submission sent meanwhile hardly waits. */
const AT_ONCE = 100

/** See Upkeep.forgetRecipients. */
export async function forgetRecipients(db: Kysely<Schema>, before: Date): Promise<number> {
  const rows = await db
    .selectFrom('endpoints')
    .select('key')
    // In the words of the index, so that SQLite sees that it serves.
    .where(sql<boolean>`claimed_at is null and recipient <> ''`)
    .where('created_at', '<=', before.getTime())
    .where((where) =>
      where.or([where('last_accepted_at', 'is', null), where('last_accepted_at', '<=', before.getTime())]),
    )
    // An email about what is still kept may wait to be sent. As a value, for PostgreSQL would read all submissions to join them.
    .where(sql<boolean>`(select key from submissions where submissions.key = endpoints.newest_key) is null`)
    .orderBy('created_at')
    .limit(AT_ONCE)
    // Who holds one of them is not waited for: the next hour comes by again.
    .forUpdate()
    .skipLocked()
    .execute()
  if (rows.length === 0) return 0
  const keys = rows.map((row) => row.key)
  await db.updateTable('endpoints').set({ recipient: '' }).where('key', 'in', keys).execute()
  return rows.length
}
