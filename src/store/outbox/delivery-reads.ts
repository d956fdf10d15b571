import type { Kysely, Selectable } from 'kysely'
import { parseStoredFields } from '../../domain/submissions/fields.ts'
import { toDate } from '../../domain/time.ts'
import type { DeliveredSubmission, DeliveryReads } from '../contract/outbox-store.ts'
import { toEndpointFacts } from '../endpoints/endpoint-row.ts'
import type { Schema } from '../engine/schema.ts'
import { createEmailReads, lockMailboxes } from './email-reads.ts'

type OutboxRow = Selectable<Schema['outbox']>

/**
 * Creates the reads of each of these locked deliveries, in the transaction of `db`. What the deliveries have in common is
 * loaded at once for all of them, when the first needs it.
 */
export function createDeliveryReads(
  db: Kysely<Schema>,
  rows: readonly OutboxRow[],
  now: Date,
): (row: OutboxRow) => DeliveryReads {
  const loadSubmissions = once(() => loadRows(db, rows))
  const lockAllMailboxes = once(() => lockMailboxes(db, new Set(rows.map((row) => row.target))))
  return (row) => ({
    loadSubmission: async () => {
      const { submission_key: key } = row
      return key === null ? null : toDeliveredSubmission(db, row, (await loadSubmissions()).get(key))
    },
    email: createEmailReads(db, row, { now, lockMailboxes: lockAllMailboxes }),
  })
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null
  return () => {
    loading ??= load()
    return loading
  }
}

type SubmissionRow = Selectable<Schema['endpoints']> &
  Pick<Selectable<Schema['submissions']>, 'received_at' | 'withdrawn_at' | 'trashed_at' | 'fields'> & {
    submission_key: number
    plan: string | null
  }

/** Loads the submissions of these deliveries with their endpoints, by the keys of the submissions. */
async function loadRows(
  db: Kysely<Schema>,
  deliveries: readonly OutboxRow[],
): Promise<ReadonlyMap<number, SubmissionRow>> {
  const keys = deliveries.flatMap((row) => row.submission_key ?? [])
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('submissions')
    .innerJoin('endpoints', 'endpoints.key', 'submissions.endpoint_key')
    .leftJoin('accounts', 'accounts.key', 'endpoints.account_key')
    .selectAll('endpoints')
    .select([
      'submissions.key as submission_key',
      'submissions.received_at',
      'submissions.withdrawn_at',
      'submissions.trashed_at',
      'submissions.fields',
      'accounts.plan',
    ])
    .where('submissions.key', 'in', keys)
    .execute()
  return new Map(rows.map((row) => [row.submission_key, row]))
}

async function toDeliveredSubmission(
  db: Kysely<Schema>,
  delivery: OutboxRow,
  row: SubmissionRow | undefined,
): Promise<DeliveredSubmission> {
  if (!row) throw new Error('The submission of the delivery is gone.')
  const { submission_key: key } = row
  return {
    key,
    receivedAt: new Date(row.received_at),
    withdrawnAt: toDate(row.withdrawn_at),
    trashedAt: toDate(row.trashed_at),
    fields: parseStoredFields(row.fields),
    place: delivery.key - key,
    resends: await countEarlier(db, {
      key: delivery.key,
      destination: delivery.destination,
      submissionKey: key,
    }),
    endpoint: toEndpointFacts(row),
    plan: row.plan,
  }
}

/** Counts the deliveries of the same submission to the same destination that were made before. The first one has none. */
async function countEarlier(
  db: Kysely<Schema>,
  delivery: { key: number; destination: string | null; submissionKey: number },
): Promise<number> {
  const { key, destination, submissionKey } = delivery
  if (key === submissionKey) return 0
  const row = await db
    .selectFrom('outbox')
    .select((select) => select.fn.countAll<number>().as('earlier'))
    .where('key', '>=', submissionKey)
    .where('key', '<', key)
    .where('destination', destination === null ? 'is' : '=', destination)
    .executeTakeFirstOrThrow()
  return row.earlier
}
