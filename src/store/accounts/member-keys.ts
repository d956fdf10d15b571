import type { Expression, Kysely, SqlBool } from 'kysely'
import { expressionBuilder } from 'kysely'
import type { Schema } from '../engine/schema.ts'

type KeyTable = 'api_keys' | 'endpoint_keys'

/**
 * True for a key that nobody's membership limits, or that a member created who is still an owner of the whole account: one
 * that was written while they were being removed must not work.
 */
export function isKeyHeld(table: KeyTable): Expression<SqlBool> {
  const where = expressionBuilder<Schema, KeyTable>()
  return where.or([
    where(`${table}.member_key`, 'is', null),
    where.exists(
      where
        .selectFrom('members')
        .select('members.key')
        .whereRef('members.key', '=', `${table}.member_key`)
        .where('members.role', '=', 'owner')
        .where('members.endpoint_key', 'is', null),
    ),
  ])
}

/** Deletes the keys that these members created. */
export async function deleteKeysOfMembers(db: Kysely<Schema>, memberKeys: readonly number[]): Promise<void> {
  if (memberKeys.length === 0) return
  for (const table of ['api_keys', 'endpoint_keys'] as const) {
    await db.deleteFrom(table).where('member_key', 'in', memberKeys).execute()
  }
}
