import type { Kysely } from 'kysely'
import type { Schema } from '../engine/schema.ts'
import type { StoredEndpoint } from './endpoints.ts'

/** Maximum number of endpoints found by one read. */
const MAX_ENDPOINTS_PER_READ = 100

/** Saves when an endpoint was declined, and when its data was deleted: apart from the columns that a submission writes. */
export async function saveDecline(
  db: Kysely<Schema>,
  { key, endpoint }: Pick<StoredEndpoint, 'key' | 'endpoint'>,
): Promise<void> {
  const { declinedAt, purgedAt } = endpoint
  await db
    .updateTable('endpoints')
    .set({ declined_at: declinedAt?.getTime() ?? null, purged_at: purgedAt?.getTime() ?? null })
    .where('key', '=', key)
    .execute()
}

/** Makes the deliveries of an endpoint due that were held while it was declined; the email budget may hold them again. */
export async function releaseDeclinedDeliveries(
  db: Kysely<Schema>,
  { endpointKey, now }: { endpointKey: number; now: Date },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ due_at: now.getTime(), held_at: null })
    .where('endpoint_key', '=', endpointKey)
    .where('held_at', 'is not', null)
    .where('settled_at', 'is', null)
    // Those that are part of a digest go with it.
    .where((where) => where.or([where('digest_key', 'is', null), where('digest_key', '=', 0)]))
    .execute()
}

/** Lists endpoints that were declined before then and still hold their data, oldest first; a batch of them. */
export async function listDeclined(db: Kysely<Schema>, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('endpoints')
    .select('id')
    .where('declined_at', 'is not', null)
    .where('purged_at', 'is', null)
    .where('declined_at', '<=', before.getTime())
    .orderBy('declined_at')
    .limit(MAX_ENDPOINTS_PER_READ)
    .execute()
  return rows.map((row) => row.id)
}
