import { type Kysely, sql } from 'kysely'
import { ANSWERED } from '../destinations/address-confirmations.ts'
import { deleteSecretsOfAccount } from '../destinations/destination-secrets.ts'
import { deleteHandOversOfAccount } from '../endpoints/hand-over-rows.ts'
import { deleteSpamLists } from '../endpoints/spam-lists.ts'
import type { QueueTally } from '../engine/queue-tally.ts'
import type { Schema } from '../engine/schema.ts'
import { deleteObservations } from '../health/observations.ts'
import { forgetLessons } from '../judging/lessons.ts'
import { forgetOwner } from '../operator/operator-log.ts'
import { RELEASED } from '../outbox/new-delivery.ts'
import { deleteNotices, parseNotice } from '../outbox/notices.ts'
import { deleteWebEvents } from '../outbox/web-events.ts'
import { emptyQueue } from '../queues/purge-messages.ts'
import { forgetQueue } from '../queues/queue-tally.ts'
import { deleteSubmissions } from '../submissions/submissions.ts'
import { deleteLabelsAndViews } from '../submissions/work/work-rows.ts'
import { deleteAnnotations } from '../telemetry/annotations.ts'
import { deleteAllEvents } from '../telemetry/events.ts'
import { deleteWatchesOfAccount } from '../telemetry/watches.ts'
import { deleteMembersOfAccount } from './members.ts'

/** Maximum number of rows deleted by one write: few enough that a new submission hardly waits. */
const MAX_ROWS_PER_STATEMENT = 500
/** Columns of a delivery that is not attempted any more. */
const SUPPRESSED = { ...RELEASED, held_at: null, due_at: null, outcome: 'suppressed' } as const

/**
 * Closes an account: retires its endpoints and deletes their recipients, its sessions and keys, and stops its deliveries.
 * Personal data, sessions, keys and pending emails are deleted at once; `emptyClosedAccounts` deletes the data of the
 * endpoints in batches.
 */
export async function closeAccount(
  db: Kysely<Schema>,
  request: { accountKey: number; now: Date },
): Promise<void> {
  const { accountKey } = request
  const now = request.now.getTime()
  // In the order in which all transactions lock them.
  const endpoints = await db
    .selectFrom('endpoints')
    .select(['key', 'id'])
    .where('account_key', '=', accountKey)
    .orderBy(sql`case when id like 'f%' then 0 else 1 end`)
    .orderBy('key')
    .forUpdate()
    .execute()
  const account = await db
    .selectFrom('accounts')
    .select('mailbox')
    .where('key', '=', accountKey)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!account) return
  await db
    .updateTable('accounts')
    // The same mailbox may open another account.
    .set({
      mailbox: closedName(accountKey),
      closed_at: now,
      email_key: null,
      canned_answers: null,
      language: null,
    })
    .where('key', '=', accountKey)
    .execute()
  await db
    .updateTable('outbox')
    .set({ ...SUPPRESSED, settled_at: now })
    .where('due_at', 'is not', null)
    .where('endpoint_key', 'in', (select) =>
      select.selectFrom('endpoints').select('key').where('account_key', '=', accountKey),
    )
    .execute()
  await db
    .updateTable('endpoints')
    .set({
      retired_at: sql<number>`coalesce(retired_at, ${now})`,
      recipient: '',
      mailbox_key: '',
      network_key: null,
      settings: null,
      site_host: null,
      public_link: null,
      has_spam_lists: null,
    })
    .where('account_key', '=', accountKey)
    .execute()
  await deleteWatchesOfAccount(db, accountKey)
  await deleteHandOversOfAccount(db, { accountKey, mailbox: account.mailbox })
  await deleteMembersOfAccount(db, { accountKey, mailbox: account.mailbox })
  await deleteEndpointKeys(db, accountKey)
  await deleteSpamLists(db, accountKey)
  await deleteSecretsOfAccount(db, accountKey)
  await deleteWebEvents(
    db,
    endpoints.map(({ key }) => key),
  )
  await forgetLessons(db, accountKey)
  await deleteLabelsAndViews(db, accountKey)
  await deleteCredentials(db, accountKey)
  await forgetOwner(db, { mailbox: account.mailbox, name: closedName(accountKey) })
  await deleteAccountNotices(db, {
    key: accountKey,
    mailbox: account.mailbox,
    endpointIds: new Set(endpoints.map((endpoint) => endpoint.id)),
    now,
  })
}

/** Deletes the keys of all endpoints of an account. */
export async function deleteEndpointKeys(db: Kysely<Schema>, accountKey: number): Promise<void> {
  await db
    .deleteFrom('endpoint_keys')
    .where('endpoint_key', 'in', (select) =>
      select.selectFrom('endpoints').select('key').where('account_key', '=', accountKey),
    )
    .execute()
}

async function deleteCredentials(db: Kysely<Schema>, accountKey: number): Promise<void> {
  for (const table of ['sessions', 'api_keys', 'sign_ins', 'audit_entries', 'email_keys'] as const) {
    await db.deleteFrom(table).where('account_key', '=', accountKey).execute()
  }
}

/**
 * Deletes emails to the owner. Emails to destinations are not sent any more. They stay without their address, because
 * those that ask for confirmation count against a limit: deleting an account must not allow asking a mailbox again.
 */
async function deleteAccountNotices(
  db: Kysely<Schema>,
  account: { key: number; mailbox: string; endpointIds: ReadonlySet<string>; now: number },
): Promise<void> {
  // Few: notices are deleted a day after they expire.
  const rows = await db.selectFrom('notices').select(['key', 'kind', 'data', 'mailbox']).execute()
  const own = rows.filter((row) => row.kind !== 'destination' && row.mailbox === account.mailbox)
  await deleteNotices(
    db,
    own.map((row) => row.key),
  )
  const toDestinations = rows.filter((row) => {
    const notice = parseNotice(row)
    const isToDestination = notice.kind === 'destination' || notice.kind === 'destination_stopped'
    return isToDestination && account.endpointIds.has(notice.endpointId)
  })
  if (toDestinations.length === 0) return
  const keys = toDestinations.map((row) => row.key)
  await db
    .updateTable('notices')
    .set({ mailbox: closedName(account.key) })
    .where('key', 'in', keys)
    // Otherwise their links would again ask whether to refuse all confirmation emails.
    .where('mailbox', '!=', ANSWERED)
    .execute()
  await db
    .updateTable('outbox')
    .set({ ...SUPPRESSED, settled_at: account.now })
    .where('key', 'in', keys)
    .where('due_at', 'is not', null)
    .execute()
}

/** Returns a placeholder for a deleted mailbox: no address contains a space, so nobody can sign in with it. */
function closedName(accountKey: number): string {
  return `closed ${accountKey}`
}

/**
 * Deletes a batch of the data of closed accounts, and an account once its endpoints are empty. Returns false when nothing
 * is left.
 */
export async function emptyClosedAccounts(db: Kysely<Schema>, tally: QueueTally): Promise<boolean> {
  const account = await db
    .selectFrom('accounts')
    .select('key')
    .where('closed_at', 'is not', null)
    .orderBy('closed_at')
    .limit(1)
    .executeTakeFirst()
  if (!account) return false
  const endpoint = await db
    .selectFrom('endpoints')
    .select('key')
    .where('account_key', '=', account.key)
    .orderBy('key')
    .limit(1)
    .executeTakeFirst()
  if (!endpoint) {
    // A sign-in may have been requested while the account was being closed: it does not lock the account.
    await deleteCredentials(db, account.key)
    await db.deleteFrom('account_counts').where('account_key', '=', account.key).execute()
    await db.deleteFrom('accounts').where('key', '=', account.key).execute()
    return true
  }
  const rows = await db
    .selectFrom('submissions_by_endpoint')
    .select('key')
    .where('endpoint_key', '=', endpoint.key)
    .orderBy('key')
    .limit(MAX_ROWS_PER_STATEMENT)
    .execute()
  await deleteSubmissions(
    db,
    rows.map((row) => row.key),
  )
  const events = await deleteAllEvents(db, endpoint.key)
  const queue = { queueKey: endpoint.key, limit: MAX_ROWS_PER_STATEMENT }
  const messages = await emptyQueue(db, tally, queue)
  if (rows.length < MAX_ROWS_PER_STATEMENT && messages === 0 && !events.more) {
    await forgetQueue(db, endpoint.key)
    await deleteObservations(db, endpoint.key)
    await deleteAnnotations(db, endpoint.key)
    await db.updateTable('endpoints').set({ account_key: null }).where('key', '=', endpoint.key).execute()
  }
  return true
}
