import { type Kysely, sql } from 'kysely'
import type { DeliveryTarget } from '../contract/outbox-store.ts'
import type { Schema } from '../engine/schema.ts'
import { KEYS_IN_A_SLOT } from '../engine/sequence.ts'
import type { QueueWrite } from '../engine/write-queue.ts'
import { findRouting } from '../queues/routings.ts'
import type { RequestOf } from '../reading/named-reads.ts'
import type { Reader } from '../reading/reader.ts'
import { listMissed, listOfDestination } from './destination-deliveries.ts'
import { type FoundDeliveries, findDeliveries } from './found-deliveries.ts'
import { newDelivery } from './new-delivery.ts'

/** The deliveries of submissions, as their owners see them. Submissions of other accounts do not exist for them. */
export type DeliveryStore = ReturnType<typeof createDeliveryStore>

type FailedRequest = {
  accountKey: number
  endpointId: string
  /** Destinations to look for; null is the recipient. */
  destinations: readonly (string | null)[]
  limit: number
}

/** `destination`: null for the recipient. */
type FailedDelivery = { submissionKey: number; destination: string | null }

type ResendRequest<Answer> = {
  accountKey: number
  submissionKey: number
  now: Date
  decide(found: FoundDeliveries | null): { answer: Answer; delivery: Resend | null }
}

/** `ordinal`: its number among the deliveries of the submission. */
type Resend = DeliveryTarget & { destination: string | null; ordinal: number }

/** Creates the deliveries as owners see them, on the write queue, the reading connection and the reader of the store. */
export function createDeliveryStore(deps: {
  reads: Kysely<Schema>
  reader: Reader
  write: QueueWrite
  /** Called with the account whose deliveries have changed. */
  onChanged(accountKey: number): void
}) {
  const { reads, reader, write } = deps
  return {
    /** Finds all deliveries of a submission, oldest first. */
    find: (accountKey: number, submissionKey: number): Promise<FoundDeliveries | null> =>
      findDeliveries(reads, { accountKey, submissionKey }),
    findRouting: (submissionKey: number) => findRouting(reads, submissionKey),
    findMany: (request: RequestOf<'findManyDeliveries'>) => reader.read('findManyDeliveries', request),
    findFailed: (request: FailedRequest) => findFailed(reads, request),
    listOfDestination: (request: Parameters<typeof listOfDestination>[1]) =>
      listOfDestination(reads, request),
    listMissed: (request: Parameters<typeof listMissed>[1]) => listMissed(reads, request),
    countHeld: (endpointIds: readonly string[]) => countHeld(reads, endpointIds),
    async resend<Answer>(request: ResendRequest<Answer>) {
      const answer = await write(({ db }) => resend(db, request), { makesDeliveries: true })
      deps.onChanged(request.accountKey)
      return answer
    },
  }
}

/** Counts the held emails to the recipients of these endpoints, by endpoint; endpoints with none are absent. */
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

/** Replaces null, which is equal to nothing; no destination has this id. */
const RECIPIENT = ''

function destinationColumn(table: 'failed' | 'later') {
  return sql<string>`coalesce(${sql.ref(`${table}.destination`)}, ${sql.lit(RECIPIENT)})`
}

/** Finds the failed deliveries of an endpoint that were not sent again since, the newest first. */
async function findFailed(db: Kysely<Schema>, request: FailedRequest): Promise<FailedDelivery[]> {
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
    // As in the index of failed deliveries, so that it is used.
    .where((where) =>
      where.or([
        where('failed.outcome', 'in', [sql.lit('bounced' as const), sql.lit('given_up' as const)]),
        where('failed.bounced_at', 'is not', null),
      ]),
    )
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

/** Creates one more delivery of a submission as `decide` says, in the transaction that loaded its facts. */
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
