import type { Kysely } from 'kysely'
import type { OperatorEntry } from '../../domain/operator/operator-log.ts'
import type { Schema } from '../engine/schema.ts'
import type { WriteContext } from '../engine/write-queue.ts'

const MAX_ROWS_PER_STATEMENT = 1000

export type ListedOperatorEntry = OperatorEntry & { key: number; at: Date; operator: string }

/** `operator`: `toOperatorName`. */
export type OperatorEntryRequest = OperatorEntry & { operator: string; now: Date }

/** Inserts an entry in the transaction of what it records. */
export async function recordOperatorEntry(
  { db, nextKey }: Pick<WriteContext, 'db' | 'nextKey'>,
  { action, subject, detail, operator, now }: OperatorEntryRequest,
): Promise<void> {
  await db
    .insertInto('operator_entries')
    .values({ key: nextKey(), at: now.getTime(), operator, action, subject, detail })
    .execute()
}

/** Replaces the address of an owner whose account is closed, also where they acted as an operator. */
export async function forgetOwner(
  db: Kysely<Schema>,
  { mailbox, name }: { mailbox: string; name: string },
): Promise<void> {
  await db.updateTable('operator_entries').set({ subject: name }).where('subject', '=', mailbox).execute()
  await db.updateTable('operator_entries').set({ operator: name }).where('operator', '=', mailbox).execute()
}

/** Lists a page of the log, newest first; `next` is the key to go on before. */
export async function listOperatorEntries(
  db: Kysely<Schema>,
  { before, limit }: { before: number | null; limit: number },
): Promise<{ entries: ListedOperatorEntry[]; next: number | null }> {
  const rows = await db
    .selectFrom('operator_entries')
    .selectAll()
    .$if(before !== null, (query) => query.where('key', '<', before ?? 0))
    .orderBy('key', 'desc')
    .limit(limit + 1)
    .execute()
  const entries = rows.slice(0, limit).map((row) => ({ ...row, at: new Date(row.at) }))
  return { entries, next: rows.length > limit ? (entries.at(-1)?.key ?? null) : null }
}

/** Deletes a batch of entries recorded before this time, the oldest first. Returns true when there may be more. */
export async function purgeOperatorEntries(db: Kysely<Schema>, before: Date): Promise<boolean> {
  const rows = await db
    .selectFrom('operator_entries')
    .select(['key', 'at'])
    .orderBy('key')
    .limit(MAX_ROWS_PER_STATEMENT)
    .execute()
  const keys = rows.filter((row) => row.at < before.getTime()).map((row) => row.key)
  if (keys.length > 0) await db.deleteFrom('operator_entries').where('key', 'in', keys).execute()
  return keys.length === MAX_ROWS_PER_STATEMENT
}
