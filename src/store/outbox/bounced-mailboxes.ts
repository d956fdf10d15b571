import type { Kysely } from 'kysely'
import type { MailboxEffect } from '../../domain/outbox/bounce.ts'
import type { BounceReason } from '../../domain/outbox/bounce-reason.ts'
import { addRecentEmail, type RecentEmail } from '../../domain/outbox/recent-emails.ts'
import { toDate } from '../../domain/time.ts'
import type { Schema } from '../engine/schema.ts'

const MAX_ROWS_PER_STATEMENT = 500

/** A mailbox to which nothing is sent because emails bounced. `until`: null if only its owner can end that. */
export type BouncedMailbox = {
  mailboxKey: string
  since: Date
  until: Date | null
  because: BounceReason
}

const NO_BOUNCES = {
  undeliverable_at: null,
  undeliverable_until: null,
  undeliverable_because: null,
  recent_emails: null,
}

/** Records that an email bounced because the mailbox does not exist, and, depending on `effect`, that emails to it stop. */
export async function blameMailbox(
  db: Kysely<Schema>,
  request: {
    mailboxKey: string
    deliveryKey: number
    effect: MailboxEffect
    because: BounceReason
    now: Date
  },
): Promise<void> {
  const { mailboxKey: mailbox_key, deliveryKey, effect, because, now } = request
  const known = await lockMailbox(db, mailbox_key)
  const email = { deliveryKey, at: now.getTime(), bounced: true }
  const recent = addRecentEmail(parseRecent(known), email, now)
  const isOver = effect.kind === 'paused' || effect.kind === 'stopped'
  await db
    .updateTable('mailboxes')
    .set({
      recent_emails: JSON.stringify(recent),
      ...(isOver
        ? {
            undeliverable_at: now.getTime(),
            undeliverable_until: effect.kind === 'paused' ? effect.until.getTime() : null,
            undeliverable_because: because,
          }
        : {}),
    })
    .where('mailbox_key', '=', mailbox_key)
    .execute()
}

/** Locks the row of a mailbox, and creates it if it is missing; returns its recent emails. */
async function lockMailbox(db: Kysely<Schema>, mailbox_key: string): Promise<string | null> {
  await db
    .insertInto('mailboxes')
    .values({ mailbox_key })
    .onConflict((conflict) => conflict.column('mailbox_key').doNothing())
    .execute()
  const { recent_emails } = await db
    .selectFrom('mailboxes')
    .select('recent_emails')
    .where('mailbox_key', '=', mailbox_key)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return recent_emails
}

/** Records that the mail server accepted an email to a mailbox for which earlier ones bounced. */
export async function recordAccepted(
  db: Kysely<Schema>,
  { mailboxKey, deliveryKey, now }: { mailboxKey: string; deliveryKey: number; now: Date },
): Promise<void> {
  const recent = parseRecent(await lockMailbox(db, mailboxKey))
  if (recent.length === 0 || recent.some((email) => email.deliveryKey === deliveryKey)) return
  const added = addRecentEmail(recent, { deliveryKey, at: now.getTime(), bounced: false }, now)
  await db
    .updateTable('mailboxes')
    .set({ recent_emails: JSON.stringify(added) })
    .where('mailbox_key', '=', mailboxKey)
    .execute()
}

/** Lists the mailboxes among these that get no emails because earlier ones bounced. */
export async function listBounced(
  db: Kysely<Schema>,
  { mailboxKeys, now }: { mailboxKeys: readonly string[]; now: Date },
): Promise<BouncedMailbox[]> {
  if (mailboxKeys.length === 0) return []
  const rows = await db
    .selectFrom('mailboxes')
    .selectAll()
    .where('mailbox_key', 'in', mailboxKeys)
    .where('undeliverable_at', 'is not', null)
    .where((where) =>
      where.or([where('undeliverable_until', 'is', null), where('undeliverable_until', '>', now.getTime())]),
    )
    .execute()
  return rows.map((row) => ({
    mailboxKey: row.mailbox_key,
    since: new Date(row.undeliverable_at ?? 0),
    until: toDate(row.undeliverable_until),
    because: row.undeliverable_because ?? 'other',
  }))
}

/** Forgets the bounces of a batch of mailboxes whose pauses are over. Returns the number of changed rows. */
export async function forgetPauses(db: Kysely<Schema>, now: Date): Promise<number> {
  const forgotten = await db
    .updateTable('mailboxes')
    .set(NO_BOUNCES)
    .where('mailbox_key', 'in', (select) =>
      select
        .selectFrom('mailboxes')
        .select('mailbox_key')
        .where('undeliverable_until', '<=', now.getTime())
        // Locked by nodes that send: the next hour tries again.
        .forUpdate()
        .skipLocked()
        .limit(MAX_ROWS_PER_STATEMENT),
    )
    .executeTakeFirst()
  return Number(forgotten.numUpdatedRows)
}

/** Starts emails to a mailbox again, as if none had bounced. Returns false if they were not stopped. */
export async function lift(db: Kysely<Schema>, mailboxKey: string): Promise<boolean> {
  const lifted = await db
    .updateTable('mailboxes')
    .set(NO_BOUNCES)
    .where('mailbox_key', '=', mailboxKey)
    .where('undeliverable_at', 'is not', null)
    .executeTakeFirst()
  return lifted.numUpdatedRows > 0n
}

/** Reads the recent emails of a mailbox as they are stored. */
export function parseRecent(text: string | null): RecentEmail[] {
  return text === null ? [] : (JSON.parse(text) as RecentEmail[])
}
