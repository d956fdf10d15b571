import type { Kysely } from 'kysely'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { StartedEmail } from '../../domain/outbox/email-budget.ts'
import type { Notice } from '../../domain/outbox/notice.ts'
import { parseStoredFields } from '../../domain/submissions/fields.ts'
import { DAY, later } from '../../domain/time.ts'
import type { FoundEmail, FoundNotice, FoundSubmissionEmail, LeasedEmail } from '../contract/outbox-store.ts'
import { dateOf, factsOf } from '../endpoints/endpoints.ts'
import type { Schema } from '../engine/schema.ts'
import { noticeOf } from './notices.ts'

/** An email whose lease is held, with the columns by which others are held together with it. */
export type LoadedEmail = {
  found: FoundEmail
  job: Schema['outbox']['kind']
  mailboxKey: string
  endpointKey: number | null
}

/** Loads what a leased email is about, and locks it until the transaction ends; null when the lease is lost. */
export async function loadEmail(
  db: Kysely<Schema>,
  email: LeasedEmail,
  now: Date,
): Promise<LoadedEmail | null> {
  return (await loadSubmissionEmail(db, email, now)) ?? (await loadNotice(db, email, now))
}

async function loadSubmissionEmail(
  db: Kysely<Schema>,
  email: LeasedEmail,
  now: Date,
): Promise<LoadedEmail | null> {
  const row = await db
    .selectFrom('outbox')
    .innerJoin('endpoints', 'endpoints.key', 'outbox.endpoint_key')
    .innerJoin('submissions', 'submissions.key', 'outbox.submission_key')
    .innerJoin('mailboxes', 'mailboxes.mailbox_key', 'outbox.target')
    .selectAll('endpoints')
    .select([
      'outbox.kind',
      'outbox.created_at as job_created_at',
      'outbox.attempts',
      'outbox.started_at',
      'outbox.submission_key',
      'outbox.endpoint_key',
      'outbox.destination',
      'submissions.received_at',
      'submissions.fields',
      'mailboxes.consented_at',
      'mailboxes.suppressed_at',
    ])
    .where('outbox.kind', '!=', 'notice')
    .$narrowType<{ kind: 'claim' | 'submission'; submission_key: number; endpoint_key: number }>()
    .where('outbox.key', '=', email.jobKey)
    .where('outbox.lease', '=', email.lease)
    // Also while nobody else has taken it: it may happen before the attempt is written.
    .where('outbox.leased_until', '>', now.getTime())
    // The mailbox too: two nodes that begin emails to it must not both take the last of its email budget.
    .forUpdate(['outbox', 'mailboxes'])
    .executeTakeFirst()
  if (!row) return null
  const found: FoundSubmissionEmail = {
    kind: row.kind,
    place: email.jobKey - row.submission_key,
    resends: await earlierEmails(db, email.jobKey, row),
    destination:
      row.destination === null ? null : { id: row.destination, plan: await planOf(db, row.account_key) },
    createdAt: new Date(row.job_created_at),
    attempts: row.attempts,
    startedAt: dateOf(row.started_at),
    endpoint: factsOf(row),
    submission: {
      key: row.submission_key,
      receivedAt: new Date(row.received_at),
      fields: parseStoredFields(row.fields),
    },
    claimEmailDueAt: await dueClaimEmail(db, row.endpoint_key),
    mailbox: {
      consented: row.consented_at !== null,
      suppressed: row.suppressed_at !== null,
      // The email budget does not bind who consented, and a busy mailbox has thousands of them.
      started: row.consented_at === null ? await startedEmails(db, row.mailbox_key, now) : [],
    },
  }
  return { found, job: row.kind, mailboxKey: row.mailbox_key, endpointKey: row.endpoint_key }
}

async function loadNotice(db: Kysely<Schema>, email: LeasedEmail, now: Date): Promise<LoadedEmail | null> {
  const row = await db
    .selectFrom('outbox')
    .innerJoin('notices', 'notices.key', 'outbox.key')
    .leftJoin('mailboxes', 'mailboxes.mailbox_key', 'outbox.target')
    .selectAll('notices')
    .select([
      'outbox.kind as job',
      'outbox.target',
      'outbox.endpoint_key',
      'outbox.attempts',
      'outbox.started_at',
      'mailboxes.consented_at',
      'mailboxes.suppressed_at',
      'mailboxes.confirmations_refused_at',
    ])
    .where('outbox.key', '=', email.jobKey)
    .where('outbox.lease', '=', email.lease)
    .where('outbox.leased_until', '>', now.getTime())
    .forUpdate('outbox')
    .executeTakeFirst()
  if (!row) return null
  const { job, target: mailboxKey, endpoint_key: endpointKey } = row
  if (job === 'claim') await lockMailbox(db, mailboxKey)
  const consented = row.consented_at !== null
  const notice = noticeOf(row)
  const found: FoundNotice = {
    kind: 'notice',
    key: row.key,
    notice,
    endpoint: await endpointOf(db, notice),
    createdAt: new Date(row.created_at),
    attempts: row.attempts,
    startedAt: dateOf(row.started_at),
    mailbox: {
      address: row.mailbox,
      consented,
      suppressed: row.suppressed_at !== null,
      refusesConfirmations: row.confirmations_refused_at !== null,
    },
    budget:
      job === 'claim'
        ? { consented, started: consented ? [] : await startedEmails(db, mailboxKey, now) }
        : null,
    expiresAt: new Date(row.expires_at),
  }
  return { found, job, mailboxKey, endpointKey }
}

/** Two nodes that begin emails to it must not both take the last of its email budget. */
async function lockMailbox(db: Kysely<Schema>, mailboxKey: string): Promise<void> {
  await db
    .selectFrom('mailboxes')
    .select('mailbox_key')
    .where('mailbox_key', '=', mailboxKey)
    .forUpdate()
    .execute()
}

async function dueClaimEmail(db: Kysely<Schema>, endpointKey: number): Promise<Date | null> {
  const row = await db
    .selectFrom('claim_emails')
    .innerJoin('outbox', 'outbox.key', 'claim_emails.delivery_key')
    .select('outbox.due_at')
    .where('claim_emails.endpoint_key', '=', endpointKey)
    .where('outbox.started_at', 'is', null)
    .executeTakeFirst()
  return dateOf(row?.due_at ?? null)
}

async function startedEmails(db: Kysely<Schema>, mailboxKey: string, now: Date): Promise<StartedEmail[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['kind', 'budgeted_at as at'])
    .where('target', '=', mailboxKey)
    .where('budgeted_at', '>', later(now, -DAY).getTime())
    .where('kind', '!=', 'notice')
    .$narrowType<{ kind: 'claim' | 'submission'; at: number }>()
    .orderBy('budgeted_at')
    .execute()
  return rows.map((row) => ({ kind: row.kind, at: new Date(row.at) }))
}

/** Emails about the same submission to the same place that were made before. The first email has none. */
async function earlierEmails(
  db: Kysely<Schema>,
  jobKey: number,
  { submission_key, destination }: { submission_key: number; destination: string | null },
): Promise<number> {
  if (jobKey === submission_key) return 0
  const row = await db
    .selectFrom('outbox')
    .select((select) => select.fn.countAll<number>().as('earlier'))
    .where('key', '>=', submission_key)
    .where('key', '<', jobKey)
    .where('destination', destination === null ? 'is' : '=', destination)
    .executeTakeFirstOrThrow()
  return row.earlier
}

async function planOf(db: Kysely<Schema>, accountKey: number | null): Promise<string | null> {
  if (accountKey === null) return null
  const account = await db
    .selectFrom('accounts')
    .select('plan')
    .where('key', '=', accountKey)
    .executeTakeFirst()
  return account?.plan ?? null
}

async function endpointOf(db: Kysely<Schema>, notice: Notice): Promise<EndpointFacts | null> {
  const id = 'endpointId' in notice ? notice.endpointId : null
  if (id === null) return null
  const row = await db.selectFrom('endpoints').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? factsOf(row) : null
}
