import { type Kysely, sql } from 'kysely'
import { shouldRecordUse } from '../../domain/accounts/session.ts'
import {
  ACCOUNT_KEY_STEP,
  CATCH_UP_HOURS,
  type DigestFacts,
  WEEK_HOURS,
} from '../../domain/outbox/spam-digest.ts'
import { HOUR, toDate } from '../../domain/time.ts'
import type { NewNotice } from '../contract/changes.ts'
import { bindKeyedWrites, bindReads } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import type { QueueWrite, WriteContext } from '../engine/write-queue.ts'
import { saveNotice } from '../outbox/notices.ts'
import { type By, recordAudit } from './audit.ts'

const COLUMNS = ['key', 'mailbox', 'spam_digested_until', 'spam_seen_at'] as const

export type DigestAccount = DigestFacts & {
  /** `mailboxIdentity` of the owner's mailbox. */
  mailbox: string
}

/** The weekly email about the spam folder of an account. */
export type SpamDigestStore = ReturnType<typeof createSpamDigestStore>

/** Creates the store of the weekly emails on the write queue and the reading connection. */
export function createSpamDigestStore(write: QueueWrite, reads: Kysely<Schema>) {
  return {
    ...bindReads(reads, { listDue, findStop }),
    ...bindKeyedWrites(write, { save }, { makesDeliveries: true }),
    ...bindKeyedWrites(write, { set }),
    /** Records that the owner looked at the spam folder; written at most once a minute. */
    async recordSeen(accountKey: number, now: Date): Promise<void> {
      const row = await reads
        .selectFrom('accounts')
        .select('spam_seen_at')
        .where('key', '=', accountKey)
        .executeTakeFirst()
      if (!row || !shouldRecordUse(toDate(row.spam_seen_at), now)) return
      await write(({ db }) =>
        db
          .updateTable('accounts')
          .set({ spam_seen_at: now.getTime() })
          .where('key', '=', accountKey)
          .execute()
          .then(() => {}),
      )
    },
  }
}

/** Lists a page of the accounts whose weekly slot was within the last hours and that have no email since, by key. */
async function listDue(
  db: Kysely<Schema>,
  { now, after, limit }: { now: Date; after: number; limit: number },
): Promise<DigestAccount[]> {
  const hour = Math.floor(now.getTime() / HOUR) % WEEK_HOURS
  const week = sql.lit(WEEK_HOURS)
  // `latestSlot`, in SQL.
  const slot = sql`(key / ${sql.lit(ACCOUNT_KEY_STEP)}) % ${week}`
  const rows = await selectOpen(db)
    .where('key', '>', after)
    .where(sql<number>`(${sql.lit(hour + WEEK_HOURS)} - ${slot}) % ${week}`, '<', CATCH_UP_HOURS)
    .where('spam_digest_stopped_at', 'is', null)
    .orderBy('key')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    key: row.key,
    mailbox: row.mailbox,
    digestedUntil: toDate(row.spam_digested_until),
    spamSeenAt: toDate(row.spam_seen_at),
  }))
}

/**
 * Saves the email about the spam that arrived before `before`. Returns false when another node saved one, or the owner
 * turned the emails off or looked at the folder meanwhile.
 */
async function save(
  { db, nextKey }: WriteContext,
  request: { account: DigestAccount; before: Date; email: NewNotice; now: Date },
): Promise<boolean> {
  const { account, before, email, now } = request
  // Of two nodes, the second one finds the row of the first.
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ spam_digested_until: before.getTime() })
    .where('key', '=', account.key)
    .where('closed_at', 'is', null)
    .where('spam_digest_stopped_at', 'is', null)
    .where((where) =>
      where.or([
        where('spam_digested_until', 'is', null),
        where('spam_digested_until', '<', before.getTime()),
      ]),
    )
    .where((where) =>
      where.or([
        where('spam_seen_at', 'is', null),
        where('spam_seen_at', '=', account.spamSeenAt?.getTime() ?? 0),
      ]),
    )
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await saveNotice(db, nextKey, { ...email, now })
  return true
}

/** Returns when the owner turned the emails off, null while they are on; undefined for an account that is gone. */
async function findStop(db: Kysely<Schema>, accountKey: number): Promise<Date | null | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select('spam_digest_stopped_at')
    .where('key', '=', accountKey)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return row && toDate(row.spam_digest_stopped_at)
}

/** Turns the emails off or on, and records it. Returns false for an account that is gone. */
async function set(
  context: WriteContext,
  { accountKey, to, by, now }: { accountKey: number; to: 'stopped' | 'flowing' } & By,
): Promise<boolean> {
  const { db } = context
  const row = await selectOpen(db).where('key', '=', accountKey).forUpdate().executeTakeFirst()
  if (!row) return false
  const isStopped = row.spam_digest_stopped_at !== null
  if (isStopped === (to === 'stopped')) return true
  await db
    .updateTable('accounts')
    .set({ spam_digest_stopped_at: to === 'stopped' ? now.getTime() : null })
    .where('key', '=', accountKey)
    .execute()
  const action = to === 'stopped' ? 'emails_stopped' : 'emails_started'
  await recordAudit(context, { accountKey, by, now, action, subject: null, detail: 'spam_digest' })
  return true
}

function selectOpen(db: Kysely<Schema>) {
  return db
    .selectFrom('accounts')
    .select([...COLUMNS, 'spam_digest_stopped_at'])
    .where('closed_at', 'is', null)
}
