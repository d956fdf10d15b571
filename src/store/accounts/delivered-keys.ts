import type { Kysely } from 'kysely'
import { toDate } from '../../domain/time.ts'
import type { DeliveredKey } from '../contract/outbox-store.ts'
import type { Schema } from '../engine/schema.ts'

/** Finds a key that an email is encrypted to; null when it is gone. */
export async function findDeliveredKey(db: Kysely<Schema>, key: number): Promise<DeliveredKey | null> {
  const row = await db
    .selectFrom('email_keys')
    .select(['armored', 'expires_at'])
    .where('key', '=', key)
    .executeTakeFirst()
  return row ? { armored: row.armored, expiresAt: toDate(row.expires_at) } : null
}

/** Locks these accounts until the transaction ends, and finds their keys in use, by account. */
export async function lockKeysInUse(
  db: Kysely<Schema>,
  accountKeys: ReadonlySet<number>,
): Promise<ReadonlyMap<number, DeliveredKey>> {
  const keys = new Map<number, DeliveredKey>()
  if (accountKeys.size === 0) return keys
  const accounts = await db
    .selectFrom('accounts')
    .select(['key', 'email_key'])
    .where('key', 'in', [...accountKeys])
    // In the same order everywhere, so that two nodes cannot deadlock.
    .orderBy('key')
    .forUpdate()
    .execute()
  for (const account of accounts) {
    const key = account.email_key === null ? null : await findDeliveredKey(db, account.email_key)
    if (key) keys.set(account.key, key)
  }
  return keys
}

/** Finds the key in use of the account of a mailbox; null without one. */
export async function findKeyOfMailbox(db: Kysely<Schema>, mailbox: string): Promise<DeliveredKey | null> {
  const account = await db
    .selectFrom('accounts')
    .select('email_key')
    .where('mailbox', '=', mailbox)
    .executeTakeFirst()
  return account?.email_key ? findDeliveredKey(db, account.email_key) : null
}
