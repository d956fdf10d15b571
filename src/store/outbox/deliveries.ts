import { type Kysely, type Selectable, sql } from 'kysely'
import {
  type DeliveryState,
  type EmailState,
  emailState,
  type SentEmail,
} from '../../domain/outbox/delivery.ts'
import type {
  Attempt,
  Deliveries,
  Delivery,
  DeliveryStore,
  FailedEmail,
  ResendRequest,
} from '../contract/delivery-store.ts'
import { dateOf, factsOf } from '../endpoints/endpoints.ts'
import type { Schema } from '../engine/schema.ts'
import { KEYS_IN_A_SLOT } from '../engine/sequence.ts'
import type { QueueWrite } from '../engine/write-queue.ts'
import { findRouting } from '../queues/routings.ts'
import { newJob } from './outbox.ts'

/** The emails of owners, on the write queue and the reading connection of the store. */
export function openDeliveries(parts: {
  reads: Kysely<Schema>
  write: QueueWrite
  /** Told of the account whose emails are not what they were. */
  onChanged(accountKey: number): void
}): DeliveryStore {
  const { reads, write } = parts
  return {
    find: (accountKey, submissionKey) => findDeliveries(reads, { accountKey, submissionKey }),
    findRouting: (submissionKey) => findRouting(reads, submissionKey),
    findFailed: (request) => findFailed(reads, request),
    async resend(request) {
      const answer = await write(({ db }) => resend(db, request), { makesEmails: true })
      parts.onChanged(request.accountKey)
      return answer
    },
  }
}

async function findDeliveries(
  db: Kysely<Schema>,
  whose: { accountKey: number; submissionKey: number },
  purpose: 'read' | 'write' = 'read',
): Promise<(Deliveries & { endpointKey: number }) | null> {
  const { accountKey, submissionKey } = whose
  const row = await db
    .selectFrom('submissions')
    .innerJoin('endpoints', 'endpoints.key', 'submissions.endpoint_key')
    .innerJoin('accounts', 'accounts.key', 'endpoints.account_key')
    .selectAll('endpoints')
    .select('accounts.plan')
    .where('submissions.key', '=', submissionKey)
    .where('endpoints.account_key', '=', accountKey)
    // Two that make an email about it do so one after the other.
    .$if(purpose === 'write', (select) => select.forUpdate('submissions'))
    .executeTakeFirst()
  if (!row) return null
  const emails = await emailsAbout(db, submissionKey)
  const { key: endpointKey, mailbox_key: mailboxKey, plan } = row
  return { endpointKey, endpoint: factsOf(row), plan, mailboxKey, emails }
}

async function emailsAbout(db: Kysely<Schema>, submissionKey: number): Promise<Delivery[]> {
  const jobs = await db
    .selectFrom('outbox')
    .selectAll()
    .where('key', '>=', submissionKey)
    .where('key', '<', submissionKey + KEYS_IN_A_SLOT)
    .orderBy('key')
    .execute()
  if (jobs.length === 0) return []
  const attempts = await db
    .selectFrom('attempts')
    .selectAll()
    .where(
      'delivery_key',
      'in',
      jobs.map((job) => job.key),
    )
    .orderBy('key')
    .execute()
  const byJob = Map.groupBy(attempts, (attempt) => attempt.delivery_key)
  return jobs.flatMap((job) => {
    const { kind } = job
    if (kind === 'notice') return []
    const made = (byJob.get(job.key) ?? []).map(attemptOf)
    const email = { key: job.key, kind, dueAt: dateOf(job.due_at), attempts: made }
    return [{ ...email, ...sentEmailOf(job, submissionKey) }]
  })
}

function attemptOf(row: Selectable<Schema['attempts']>): Attempt {
  return {
    startedAt: new Date(row.started_at),
    endedAt: dateOf(row.ended_at),
    outcome: row.outcome,
    answer: row.answer,
  }
}

type JobRow = Pick<
  Selectable<Schema['outbox']>,
  'key' | 'destination' | 'created_at' | 'held_at' | 'settled_at' | 'outcome'
>

function sentEmailOf(job: JobRow, submissionKey: number): SentEmail {
  return {
    place: job.key - submissionKey,
    destination: job.destination,
    createdAt: new Date(job.created_at),
    state: stateOf(job),
  }
}

function stateOf({ settled_at, held_at, outcome }: JobRow): DeliveryState {
  if (settled_at === null) return held_at === null ? 'waiting' : 'held'
  // Only emails about no submission expire.
  return outcome === null || outcome === 'expired' ? 'given_up' : outcome
}

/** What became of the emails about these submissions, in one word each; none for those without emails. */
export async function emailStates(
  db: Kysely<Schema>,
  keys: readonly number[],
): Promise<Map<number, EmailState>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('submissions')
    .innerJoin('outbox', (join) =>
      join.on((on) =>
        on.and([
          on('outbox.key', '>=', on.ref('submissions.key')),
          on('outbox.key', '<', on('submissions.key', '+', KEYS_IN_A_SLOT)),
        ]),
      ),
    )
    .select([
      'submissions.key as submission_key',
      'outbox.key',
      'outbox.destination',
      'outbox.created_at',
      'outbox.held_at',
      'outbox.settled_at',
      'outbox.outcome',
    ])
    .where('submissions.key', 'in', keys)
    .execute()
  const states = new Map<number, EmailState>()
  for (const [key, jobs] of Map.groupBy(rows, (row) => row.submission_key)) {
    const state = emailState(jobs.map((job) => sentEmailOf(job, key)))
    if (state) states.set(key, state)
  }
  return states
}

/** Stands for null, which is equal to nothing; no destination has this id. */
const RECIPIENT = ''

function placeOf(table: 'failed' | 'later') {
  return sql<string>`coalesce(${sql.ref(`${table}.destination`)}, ${sql.lit(RECIPIENT)})`
}

/** See DeliveryStore.findFailed. */
async function findFailed(
  db: Kysely<Schema>,
  request: Parameters<DeliveryStore['findFailed']>[0],
): Promise<FailedEmail[]> {
  const endpoint = await db
    .selectFrom('endpoints')
    .select('key')
    .where('id', '=', request.endpointId)
    .where('account_key', '=', request.accountKey)
    .executeTakeFirst()
  if (!endpoint || request.destinations.length === 0) return []
  const meant = request.destinations.map((destination) => destination ?? RECIPIENT)
  const rows = await db
    .selectFrom('outbox as failed')
    .select(['failed.submission_key', 'failed.destination'])
    .where('failed.endpoint_key', '=', endpoint.key)
    // Written out, so that the index of those that failed serves.
    .where('failed.outcome', 'in', [sql.lit('bounced' as const), sql.lit('given_up' as const)])
    .where((where) =>
      where.not(
        where.exists((select) =>
          select
            .selectFrom('outbox as later')
            .select('later.key')
            .whereRef('later.key', '>', 'failed.key')
            .where('later.key', '<', where('failed.submission_key', '+', KEYS_IN_A_SLOT))
            .where(where.eb(placeOf('later'), '=', placeOf('failed'))),
        ),
      ),
    )
    .where(placeOf('failed'), 'in', meant)
    .orderBy('failed.key', 'desc')
    .limit(request.limit)
    .execute()
  return rows.flatMap(({ submission_key, destination }) =>
    submission_key === null ? [] : [{ submissionKey: submission_key, destination }],
  )
}

/** See DeliveryStore.resend. */
async function resend<Answer>(db: Kysely<Schema>, request: ResendRequest<Answer>): Promise<Answer> {
  const { submissionKey, now } = request
  const found = await findDeliveries(db, request, 'write')
  const { answer, email } = request.decide(found)
  if (!found || !email) return answer
  const { mailboxKey, ...further } = email
  const { endpointKey } = found
  const job = newJob({
    email: 'submission',
    endpointKey,
    submissionKey,
    mailboxKey,
    createdAt: now,
    further,
  })
  await db.insertInto('outbox').values(job).execute()
  return answer
}
