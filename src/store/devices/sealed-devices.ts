import { type Kysely, type SqlBool, sql } from 'kysely'
import { SEAL_KEY_ID } from '../../domain/secret-place.ts'
import type { Schema } from '../engine/schema.ts'

/** The sealed subscription of a device. */
export type SealedDevice = { key: number; addressHash: string; sealed: string }

/** Lists devices above a key, in its order, whose subscription none of the keys with these ids has sealed. */
export async function listSealedDevices(
  db: Kysely<Schema>,
  { keyIds, after, limit }: { keyIds: readonly string[]; after: number; limit: number },
): Promise<SealedDevice[]> {
  const { start, length } = SEAL_KEY_ID
  const rows = await db
    .selectFrom('devices')
    .select(['key', 'address_hash', 'subscription'])
    .where('key', '>', after)
    .$if(keyIds.length > 0, (query) =>
      query.where(
        sql<SqlBool>`substr(subscription, ${sql.lit(start)}, ${sql.lit(length)}) not in (${sql.join(keyIds)})`,
      ),
    )
    .orderBy('key')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ key: row.key, addressHash: row.address_hash, sealed: row.subscription }))
}

/** Replaces sealed subscriptions, unless they have changed in the meantime. Returns how many it replaced. */
export async function resealDevices(
  db: Kysely<Schema>,
  changes: readonly { from: SealedDevice; sealed: string }[],
): Promise<number> {
  let replaced = 0
  for (const { from, sealed } of changes) {
    const { numUpdatedRows } = await db
      .updateTable('devices')
      .set({ subscription: sealed })
      .where('key', '=', from.key)
      .where('subscription', '=', from.sealed)
      .executeTakeFirstOrThrow()
    replaced += Number(numUpdatedRows)
  }
  return replaced
}
