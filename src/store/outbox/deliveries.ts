import { type Kysely, type Selectable, sql } from 'kysely'
import type {
  Attempt,
  Delivery,
  DeliveryStore,
  FailedDelivery,
  FoundDeliveries,
  ResendRequest,
} from '../contract/delivery-store.ts'
import { toDate, toEndpointFacts } from '../endpoints/endpoints.ts'
import type { Schema } from '../engine/schema.ts'
import { KEYS_IN_A_SLOT } from '../engine/sequence.ts'
import type { QueueWrite } from '../engine/write-queue.ts'
import { findRouting } from '../queues/routings.ts'
import { toSubmissionDelivery } from './delivery-states.ts'
import { newDelivery } from './new-delivery.ts'

/** Creates the deliveries as owners see them, on the write queue and the reading connection of the store. */
export function createDeliveryStore(deps: {
  reads: Kysely<Schema>
  write: QueueWrite
  /** Called with the account whose deliveries have changed. */
  onChanged(accountKey: number): void
}): DeliveryStore {
  const { reads, write } = deps
  return {
    find: (accountKey, submissionKey) => findDeliveries(reads, { accountKey, submissionKey }),
    findRouting: (submissionKey) => findRouting(reads, submissionKey),
    findFailed: (request) => findFailed(reads, request),
    countHeld: (endpointIds) => countHeld(reads, endpointIds),
    async resend(request) {
      const answer = await write(({ db }) => resend(db, request), { makesDeliveries: true })
      deps.onChanged(request.accountKey)
      return answer
    },
  }
}

async function countHeld(
  db: Kysely<Schema>,
  endpointIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (endpointIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('endpoints')
    // The target leads to the index of held deliveries.
    .innerJoin('outbox', (on) =>
      on
        .onRef('outbox.target', '=', 'endpoints.mailbox_key')
        .onRef('outbox.endpoint_key', '=', 'endpoints.key'),
    )
    .select((select) => ['endpoints.id', select.fn.countAll<number>().as('held')])
    .where('endpoints.id', 'in', endpointIds)
    .where('outbox.destination', 'is', null)
    .where('outbox.held_at', 'is not', null)
    .where('outbox.settled_at', 'is', null)
    .groupBy('endpoints.id')
    .execute()
  return new Map(rows.map((row) => [row.id, row.held]))
}

async function findDeliveries(
  db: Kysely<Schema>,
  whose: { accountKey: number; submissionKey: number },
  purpose: 'read' | 'write' = 'read',
): Promise<(FoundDeliveries & { endpointKey: number }) | null> {
  const { accountKey, submissionKey } = whose
  const row = await db
    .selectFrom('submissions')
    .innerJoin('endpoints', 'endpoints.key', 'submissions.endpoint_key')
    .innerJoin('accounts', 'accounts.key', 'endpoints.account_key')
    .selectAll('endpoints')
    .select(['accounts.plan', 'submissions.withdrawn_at'])
    .where('submissions.key', '=', submissionKey)
    .where('endpoints.account_key', '=', accountKey)
    // Two that make a delivery of it do so one after the other.
    .$if(purpose === 'write', (select) => select.forUpdate('submissions'))
    .executeTakeFirst()
  if (!row) return null
  const deliveries = await listDeliveries(db, submissionKey)
  const { key: endpointKey, mailbox_key: mailboxKey, plan } = row
  const withdrawnAt = toDate(row.withdrawn_at)
  return { endpointKey, endpoint: toEndpointFacts(row), plan, mailboxKey, withdrawnAt, deliveries }
}

async function listDeliveries(db: Kysely<Schema>, submissionKey: number): Promise<Delivery[]> {
  const rows = await db
    .selectFrom('outbox')
    .selectAll()
    .where('key', '>=', submissionKey)
    .where('key', '<', submissionKey + KEYS_IN_A_SLOT)
    .orderBy('key')
    .execute()
  if (rows.length === 0) return []
  const attempts = await db
    .selectFrom('attempts')
    .selectAll()
    .where(
      'delivery_key',
      'in',
      rows.map((row) => row.key),
    )
    .orderBy('key')
    .execute()
  const byDelivery = Map.groupBy(attempts, (attempt) => attempt.delivery_key)
  return rows.flatMap((row) => {
    const { key, kind, channel } = row
    if (kind === 'notice') return []
    const attempts = (byDelivery.get(key) ?? []).map(toAttempt)
    return [
      {
        ...toSubmissionDelivery(row, submissionKey),
        key,
        kind,
        channel,
        dueAt: toDate(row.due_at),
        attempts,
      },
    ]
  })
}

function toAttempt(row: Selectable<Schema['attempts']>): Attempt {
  return {
    startedAt: new Date(row.started_at),
    endedAt: toDate(row.ended_at),
    outcome: row.outcome,
    answer: row.answer,
  }
}

/** Replaces null, which is equal to nothing; no destination has this id. */
const RECIPIENT = ''

function destinationColumn(table: 'failed' | 'later') {
  return sql<string>`coalesce(${sql.ref(`${table}.destination`)}, ${sql.lit(RECIPIENT)})`
}

/** See DeliveryStore.findFailed. */
async function findFailed(
  db: Kysely<Schema>,
  request: Parameters<DeliveryStore['findFailed']>[0],
): Promise<FailedDelivery[]> {
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
    // Literals, so that the index of failed deliveries is used.
    .where('failed.outcome', 'in', [sql.lit('bounced' as const), sql.lit('given_up' as const)])
    .where((where) =>
      where.not(
        where.exists((select) =>
          select
            .selectFrom('outbox as later')
            .select('later.key')
            .whereRef('later.key', '>', 'failed.key')
            .where('later.key', '<', where('failed.submission_key', '+', KEYS_IN_A_SLOT))
            .where(where.eb(destinationColumn('later'), '=', destinationColumn('failed'))),
        ),
      ),
    )
    .where(destinationColumn('failed'), 'in', meant)
    .where((where) =>
      where.not(
        where.exists((select) =>
          select
            .selectFrom('submissions')
            .select('submissions.key')
            .whereRef('submissions.key', '=', 'failed.submission_key')
            .where('submissions.withdrawn_at', 'is not', null),
        ),
      ),
    )
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
  const { answer, delivery } = request.decide(found)
  if (!found || !delivery) return answer
  const row = newDelivery({
    ...delivery,
    kind: 'submission',
    endpointKey: found.endpointKey,
    submissionKey,
    createdAt: now,
  })
  await db.insertInto('outbox').values(row).execute()
  return answer
}
