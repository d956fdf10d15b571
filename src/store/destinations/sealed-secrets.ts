import { type Kysely, type SqlBool, sql } from 'kysely'
import { SEAL_KEY_ID } from '../../domain/secret-place.ts'
import type { Schema } from '../engine/schema.ts'
import type { DestinationSecret } from './destination-secrets.ts'

/** The sealed secrets of a destination, with what names their place. */
export type SealedRow = DestinationSecret & { endpointKey: number; endpointId: string; destinationId: string }

/** Position in the list of all destinations with secrets; null: before the first. */
type Position = Pick<SealedRow, 'endpointKey' | 'destinationId'> | null

/** Lists destinations that have a secret which none of the keys with these ids has sealed, in a constant order. */
export async function listSealedOtherwise(
  db: Kysely<Schema>,
  { keyIds, after, limit }: { keyIds: readonly string[]; after: Position; limit: number },
): Promise<SealedRow[]> {
  const last = after ?? { endpointKey: 0, destinationId: '' }
  const rows = await db
    .selectFrom('destination_secrets')
    .innerJoin('endpoints', 'endpoints.key', 'destination_secrets.endpoint_key')
    .select(['endpoint_key', 'destination_id', 'endpoints.id', 'address', 'signing'])
    .where(isSealedOtherwise(keyIds))
    .where(sql<SqlBool>`(endpoint_key, destination_id) > (${last.endpointKey}, ${last.destinationId})`)
    .orderBy('endpoint_key')
    .orderBy('destination_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    endpointKey: row.endpoint_key,
    endpointId: row.id,
    destinationId: row.destination_id,
    address: row.address,
    signing: row.signing,
  }))
}

/** Counts the destinations that have a secret which none of the keys with these ids has sealed. */
export async function countSealedOtherwise(db: Kysely<Schema>, keyIds: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('destination_secrets')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where(isSealedOtherwise(keyIds))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Replaces secrets, unless they have changed in the meantime. Returns how many destinations have the new ones. */
export async function replaceSecrets(
  db: Kysely<Schema>,
  changes: readonly { from: SealedRow; to: DestinationSecret }[],
): Promise<number> {
  let replaced = 0
  for (const { from, to } of changes) {
    const { numUpdatedRows } = await db
      .updateTable('destination_secrets')
      .set({ address: to.address, signing: to.signing })
      .where('endpoint_key', '=', from.endpointKey)
      .where('destination_id', '=', from.destinationId)
      .where('address', '=', from.address)
      .where('signing', 'is not distinct from', from.signing)
      .executeTakeFirstOrThrow()
    replaced += Number(numUpdatedRows)
  }
  return replaced
}

function isSealedOtherwise(keyIds: readonly string[]) {
  if (keyIds.length === 0) return sql<SqlBool>`true`
  const { start, length } = SEAL_KEY_ID
  const isOther = (column: 'address' | 'signing') =>
    sql<SqlBool>`substr(${sql.ref(column)}, ${sql.lit(start)}, ${sql.lit(length)}) not in (${sql.join(keyIds)})`
  return sql<SqlBool>`(${isOther('address')} or ${isOther('signing')})`
}
