import type { Kysely } from 'kysely'
import type { Schema } from '../engine/schema.ts'

/** Locks an account until the transaction ends. Returns false when it is closed: then nothing may be created in it. */
export async function lockOpenAccount(db: Kysely<Schema>, accountKey: number): Promise<boolean> {
  const account = await db
    .selectFrom('accounts')
    .select('key')
    .where('key', '=', accountKey)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return account !== undefined
}
