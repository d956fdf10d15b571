import { type Kysely, sql } from 'kysely'
import type { Schema } from '../engine/schema.ts'

/** Maximum number of endpoints changed by one write: few enough that a new submission hardly waits. */
const MAX_ENDPOINTS_PER_WRITE = 100

/** See Maintenance.forgetRecipients. */
export async function forgetRecipients(db: Kysely<Schema>, before: Date): Promise<number> {
  const rows = await db
    .selectFrom('endpoints')
    .select('key')
    // In the same words as the index, so that SQLite uses it.
    .where(sql<boolean>`claimed_at is null and recipient <> ''`)
    .where('created_at', '<=', before.getTime())
    .where((where) =>
      where.or([where('last_accepted_at', 'is', null), where('last_accepted_at', '<=', before.getTime())]),
    )
    // A stored submission may have a pending email. A subquery, because PostgreSQL would read all submissions for a join.
    .where(sql<boolean>`(select key from submissions where submissions.key = endpoints.newest_key) is null`)
    .orderBy('created_at')
    .limit(MAX_ENDPOINTS_PER_WRITE)
    // Locked endpoints are skipped: the next hour tries again.
    .forUpdate()
    .skipLocked()
    .execute()
  if (rows.length === 0) return 0
  const keys = rows.map((row) => row.key)
  await db
    .updateTable('endpoints')
    .set({ recipient: '', network_key: null, site_host: null })
    .where('key', 'in', keys)
    .execute()
  return rows.length
}
