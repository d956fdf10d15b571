import { type Insertable, type Kysely, sql } from 'kysely'
import type { LeasedEmail, MailPause } from '../contract/outbox-store.ts'
import type { Schema } from '../engine/schema.ts'

/** The job of a claim email about no submission: it stands on the key of its notice. */
export function newClaimJob(job: {
  key: number
  endpointKey: number
  mailboxKey: string
  createdAt: Date
}): Insertable<Schema['outbox']> {
  return {
    key: job.key,
    kind: 'claim',
    endpoint_key: job.endpointKey,
    submission_key: null,
    destination: null,
    channel: 'email',
    target: job.mailboxKey,
    created_at: job.createdAt.getTime(),
    due_at: job.createdAt.getTime(),
    attempts: 0,
  }
}

/** A new job, due at once. The first stands on the key of its submission, further ones on the keys behind it. */
export function newJob(job: {
  email: 'claim' | 'submission'
  endpointKey: number
  submissionKey: number
  mailboxKey: string
  createdAt: Date
  further?: { destination: string | null; place: number }
}): Insertable<Schema['outbox']> {
  return {
    key: job.submissionKey + (job.further?.place ?? 0),
    kind: job.email,
    endpoint_key: job.endpointKey,
    submission_key: job.submissionKey,
    destination: job.further?.destination ?? null,
    channel: 'email',
    target: job.mailboxKey,
    created_at: job.createdAt.getTime(),
    due_at: job.createdAt.getTime(),
    attempts: 0,
  }
}

type LeaseRequest = { now: Date; until: Date; limit: number; holder: string; lease: string }

/**
 * Takes due jobs that nobody holds, the longest due first; before them those about no submission, which are worth
 * nothing behind a long queue. Each gets `lease` and its key as fencing token.
 */
export async function leaseJobs(db: Kysely<Schema>, request: LeaseRequest): Promise<LeasedEmail[]> {
  const notices = await leaseSome(db, request, 'notices')
  const limit = request.limit - notices.length
  return limit === 0 ? notices : [...notices, ...(await leaseSome(db, { ...request, limit }, 'all'))]
}

async function leaseSome(
  db: Kysely<Schema>,
  request: LeaseRequest,
  which: 'notices' | 'all',
): Promise<LeasedEmail[]> {
  const now = request.now.getTime()
  const rows = await db
    .updateTable('outbox')
    .set({ lease: request.lease, leased_by: request.holder, leased_until: request.until.getTime() })
    .where('key', 'in', (select) =>
      select
        .selectFrom('outbox')
        .select('key')
        .where('due_at', '<=', now)
        .where((where) => where.or([where('leased_until', 'is', null), where('leased_until', '<=', now)]))
        // Written out, so that SQLite sees that the index of notices serves.
        .$if(which === 'notices', (jobs) => jobs.where('kind', '=', sql.lit('notice')))
        .orderBy('due_at')
        .orderBy('key')
        .limit(request.limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('key')
    .execute()
  return rows.map((row) => ({ jobKey: row.key, lease: request.lease }))
}

/** Nobody holds the job. */
export const RELEASED = { lease: null, leased_by: null, leased_until: null }

/** Gives back whatever this holder had leased; how many emails that were. */
export async function releaseLeases(db: Kysely<Schema>, holder: string): Promise<number> {
  const released = await db
    .updateTable('outbox')
    .set(RELEASED)
    .where('leased_by', '=', holder)
    .executeTakeFirst()
  return Number(released.numUpdatedRows)
}

/** Gives an email back, unless the lease is another one by now. */
export async function release(db: Kysely<Schema>, email: LeasedEmail): Promise<void> {
  await db
    .updateTable('outbox')
    .set(RELEASED)
    .where('key', '=', email.jobKey)
    .where('lease', '=', email.lease)
    .execute()
}

/** Whether the lease was still held, and is now held until then. */
export async function renewLease(db: Kysely<Schema>, email: LeasedEmail, until: Date): Promise<boolean> {
  const renewed = await db
    .updateTable('outbox')
    .set({ leased_until: until.getTime() })
    .where('key', '=', email.jobKey)
    .where('lease', '=', email.lease)
    .executeTakeFirst()
  return renewed.numUpdatedRows > 0n
}

/** When an email next becomes due, or the lease of one ends; null when nothing waits. Two index reads, however long the queue. */
export async function nextDueAt(db: Kysely<Schema>): Promise<Date | null> {
  const due = await db
    .selectFrom('outbox')
    .select('due_at')
    .where('due_at', 'is not', null)
    .where('leased_by', 'is', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  const leased = await db
    .selectFrom('outbox')
    .select((select) => select.fn.min('leased_until').as('until'))
    .where('leased_by', 'is not', null)
    .executeTakeFirst()
  const instants = [due?.due_at, leased?.until].filter((instant) => typeof instant === 'number')
  return instants.length === 0 ? null : new Date(Math.min(...instants))
}

/** How many emails wait, how many of them are held, and since when the oldest is due; null: none is. */
export async function backlog(
  db: Kysely<Schema>,
  now: Date,
): Promise<{ waiting: number; held: number; oldestDueAt: Date | null }> {
  const row = await db
    .selectFrom('outbox')
    .select((select) => [
      select.fn.countAll<number>().as('waiting'),
      select.fn.count<number>('held_at').as('held'),
      select.fn.min('due_at').as('oldest_due_at'),
    ])
    .where('due_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const oldest = row.oldest_due_at
  return {
    waiting: row.waiting,
    held: row.held,
    oldestDueAt: oldest !== null && oldest <= now.getTime() ? new Date(oldest) : null,
  }
}

/** The pause that holds up all mail; null when there is none. */
export async function readPause(db: Kysely<Schema>): Promise<MailPause | null> {
  const row = await db.selectFrom('channel_pauses').selectAll().executeTakeFirst()
  return row ? { since: new Date(row.since), until: new Date(row.until), reason: row.reason } : null
}

/** Begins a pause in place of the one there is; null ends it. */
export async function writePause(db: Kysely<Schema>, pause: MailPause | null): Promise<void> {
  await db.deleteFrom('channel_pauses').execute()
  if (!pause) return
  await db
    .insertInto('channel_pauses')
    .values({
      channel: 'email',
      since: pause.since.getTime(),
      until: pause.until.getTime(),
      reason: pause.reason,
    })
    .execute()
}
