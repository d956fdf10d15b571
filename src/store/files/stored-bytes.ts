import { type Kysely, sql } from 'kysely'
import type { Schema } from '../engine/schema.ts'

/** Bytes that accounts store, as one transaction reads and changes them. */
export type StoredBytes = {
  /** Returns the bytes of this account. */
  of(accountKey: number | null): number
  add(accountKey: number, bytes: number): void
  /** Saves what was added. */
  save(db: Kysely<Schema>): Promise<void>
}

/** Loads the bytes of these accounts, and locks them until the transaction ends. */
export async function lockStoredBytes(
  db: Kysely<Schema>,
  accountKeys: ReadonlySet<number>,
): Promise<StoredBytes> {
  const rows =
    accountKeys.size === 0
      ? []
      : await db
          .selectFrom('accounts')
          .select(['key', 'stored_bytes'])
          .where('key', 'in', [...accountKeys])
          // In the same order everywhere, so that two nodes cannot deadlock.
          .orderBy('key')
          .forUpdate()
          .execute()
  const stored = new Map(rows.map((row) => [row.key, row.stored_bytes ?? 0]))
  const added = new Map<number, number>()
  return {
    of: (accountKey) => (accountKey === null ? 0 : (stored.get(accountKey) ?? 0)),
    add(accountKey, bytes) {
      stored.set(accountKey, (stored.get(accountKey) ?? 0) + bytes)
      added.set(accountKey, (added.get(accountKey) ?? 0) + bytes)
    },
    async save(db) {
      for (const [accountKey, bytes] of added) await addStoredBytes(db, accountKey, bytes)
    },
  }
}

/** @param bytes negative where files were deleted */
export async function addStoredBytes(db: Kysely<Schema>, accountKey: number, bytes: number): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ stored_bytes: sql<number>`coalesce(stored_bytes, 0) + ${bytes}` })
    .where('key', '=', accountKey)
    .execute()
}
