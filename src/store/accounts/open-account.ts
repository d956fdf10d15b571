import type { Kysely } from 'kysely'
import type { Schema } from '../engine/schema.ts'
import type { WriteContext } from '../engine/write-queue.ts'
import { beginCounts } from './account-counts.ts'

/** Opens an account, suspended where the operator suspended one of this mailbox before. Returns its key. */
export async function openAccount(
  { db, nextKey }: Pick<WriteContext, 'db' | 'nextKey'>,
  request: { mailbox: string; mailboxKey: string; plan: string; now: Date },
): Promise<number> {
  const { mailbox, mailboxKey, plan, now } = request
  const suspension = await findKeptSuspension(db, mailboxKey)
  const key = nextKey()
  await db
    .insertInto('accounts')
    .values({ key, mailbox, plan, created_at: now.getTime(), ...suspension })
    .execute()
  await beginCounts(db, key)
  return key
}

/** Finds the suspension that holds for the next account of a mailbox; undefined without one. */
export function findKeptSuspension(db: Kysely<Schema>, mailboxKey: string) {
  return db
    .selectFrom('suspended_mailboxes')
    .select(['suspended_at', 'suspended_reason'])
    .where('mailbox_key', '=', mailboxKey)
    .executeTakeFirst()
}
