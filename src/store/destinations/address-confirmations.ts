import type { Kysely } from 'kysely'
import type { ConfirmationFacts } from '../../domain/destinations/email-destination.ts'
import { DAY, later } from '../../domain/time.ts'
import { isSuppressed } from '../accounts/suppressions.ts'
import type { ChangeRequest } from '../contract/changes.ts'
import type { Schema } from '../engine/schema.ts'
import { selectNotices, stringifyNotice } from '../outbox/notices.ts'

/**
 * Loads the destination mailboxes of changes, by their keys. They are locked until the transaction ends, so that their
 * limits are exact across nodes.
 */
export async function lockMailboxes(
  db: Kysely<Schema>,
  requests: readonly Pick<ChangeRequest<unknown>, 'mailboxKey' | 'now'>[],
): Promise<Map<string, ConfirmationFacts>> {
  const found = new Map<string, ConfirmationFacts>()
  const keys = new Set(requests.map((request) => request.mailboxKey).filter((key) => key !== undefined))
  if (keys.size === 0) return found
  const now = new Date(Math.min(...requests.map((request) => request.now.getTime())))
  // In order, so that two nodes cannot deadlock.
  for (const key of [...keys].sort()) {
    await db
      .insertInto('mailboxes')
      .values({ mailbox_key: key })
      .onConflict((conflict) => conflict.column('mailbox_key').doNothing())
      .execute()
    const row = await db
      .selectFrom('mailboxes')
      .select((select) => ['confirmations_refused_at', isSuppressed(select).as('suppressed')])
      .where('mailbox_key', '=', key)
      .forUpdate()
      .executeTakeFirstOrThrow()
    found.set(key, {
      suppressed: Boolean(row.suppressed),
      refusesConfirmations: row.confirmations_refused_at !== null,
      confirmationsSent: await listConfirmations(db, key, later(now, -DAY)),
    })
  }
  return found
}

/** Records that this mailbox refuses further confirmation emails. */
export async function recordConfirmationsRefused(
  db: Kysely<Schema>,
  mailboxKey: string,
  now: Date,
): Promise<void> {
  const refused = { confirmations_refused_at: now.getTime() }
  await db
    .insertInto('mailboxes')
    .values({ mailbox_key: mailboxKey, ...refused })
    .onConflict((conflict) => conflict.column('mailbox_key').doUpdateSet(refused))
    .execute()
}

/** Lists the times of the emails since then that asked a mailbox to confirm, invited it, or offered it a form, oldest first. */
async function listConfirmations(db: Kysely<Schema>, mailboxKey: string, since: Date): Promise<Date[]> {
  const rows = await selectNotices(db, {
    kinds: ['destination', 'invitation', 'hand_over_request'],
    mailboxKey,
    since,
  })
    .select('notices.created_at')
    .orderBy('outbox.created_at')
    .execute()
  return rows.map((row) => new Date(row.created_at))
}

type ConfirmationRequest = { endpointId: string; destinationId: string }

/** Replaces the address of answered confirmation emails. */
export const ANSWERED = ''

/** See Store.findUnanswered. */
export async function findUnanswered(
  db: Kysely<Schema>,
  request: ConfirmationRequest,
): Promise<string | null> {
  const row = await db
    .selectFrom('notices')
    .innerJoin('outbox', 'outbox.key', 'notices.key')
    .select('outbox.target')
    .where('notices.kind', '=', 'destination')
    .where('notices.data', '=', stringifyNotice({ kind: 'destination', ...request }))
    .where('notices.mailbox', '!=', ANSWERED)
    .limit(1)
    .executeTakeFirst()
  return row?.target ?? null
}

/** Records that the mailbox of a destination has confirmed. */
export async function recordConfirmationAnswered(
  db: Kysely<Schema>,
  request: ConfirmationRequest,
): Promise<void> {
  await db
    .updateTable('notices')
    .set({ mailbox: ANSWERED })
    .where('kind', '=', 'destination')
    .where('data', '=', stringifyNotice({ kind: 'destination', ...request }))
    .execute()
}
