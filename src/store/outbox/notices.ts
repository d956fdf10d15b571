import type { Insertable, Kysely } from 'kysely'
import type { Notice } from '../../domain/outbox/notice.ts'
import type { NewNotice } from '../contract/changes.ts'
import type { Schema } from '../engine/schema.ts'
import type { NextKey } from '../engine/sequence.ts'

/** Keys in one statement. */
const DELETED_AT_ONCE = 1000

/**
 * Writes a notice and the job that sends it; part of the transaction of its cause. A write of the store
 * that calls this says so (`makesDeliveries`), and the worker is woken.
 */
export async function saveNotice(
  db: Kysely<Schema>,
  nextKey: NextKey,
  { notice, mailbox, mailboxKey, expiresAt, dueAt, now }: NewNotice & { now: Date },
): Promise<void> {
  const row = noticeRow(nextKey(), { notice, mailbox, expiresAt, now })
  const { created_at } = row
  const job: Insertable<Schema['outbox']> = {
    key: row.key,
    kind: 'notice',
    channel: 'email',
    target: mailboxKey,
    created_at,
    due_at: dueAt?.getTime() ?? created_at,
    attempts: 0,
  }
  await db.insertInto('notices').values(row).execute()
  await db.insertInto('outbox').values(job).execute()
}

/** What a notice is composed from, as it is stored: the same text for the same notice. */
export function dataOf({ kind: _kind, ...data }: Notice): string {
  return JSON.stringify(data)
}

/** A notice as a new row. */
export function noticeRow(
  key: number,
  { notice, mailbox, expiresAt, now }: Omit<NewNotice, 'mailboxKey'> & { now: Date },
): Schema['notices'] {
  const { kind } = notice
  return {
    key,
    kind,
    mailbox,
    data: dataOf(notice),
    created_at: now.getTime(),
    expires_at: expiresAt.getTime(),
  }
}

/** What `saveNotice` wrote. */
export function noticeOf(row: { kind: Notice['kind']; data: string }): Notice {
  return { kind: row.kind, ...JSON.parse(row.data) } as Notice
}

/** Forgets what the first event of an endpoint was called, which its claim email says. */
export async function deleteFirstKey(
  db: Kysely<Schema>,
  endpoint: { key: number; endpointId: string },
): Promise<void> {
  await db
    .updateTable('notices')
    .set({ data: dataOf({ kind: 'claim', endpointId: endpoint.endpointId, first: null }) })
    .where('kind', '=', 'claim')
    .where('key', 'in', (select) =>
      select.selectFrom('claim_emails').select('delivery_key').where('endpoint_key', '=', endpoint.key),
    )
    .execute()
}

/** Deletes notices that expired before then, with their jobs and attempts. Returns how many. */
export async function purgeNotices(db: Kysely<Schema>, before: Date): Promise<number> {
  const rows = await db
    .selectFrom('notices')
    .select('key')
    .where('expires_at', '<', before.getTime())
    .orderBy('expires_at')
    .limit(DELETED_AT_ONCE)
    .execute()
  await deleteNotices(
    db,
    rows.map((row) => row.key),
  )
  return rows.length
}

/** Deletes notices with their jobs and attempts. */
export async function deleteNotices(db: Kysely<Schema>, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return
  await db.deleteFrom('attempts').where('delivery_key', 'in', keys).execute()
  await db.deleteFrom('claim_emails').where('delivery_key', 'in', keys).execute()
  await db.deleteFrom('outbox').where('key', 'in', keys).execute()
  await db.deleteFrom('notices').where('key', 'in', keys).execute()
}
