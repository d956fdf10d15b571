import type { Kysely, Selectable } from 'kysely'
import { parseStoredFields } from '../../domain/submissions/fields.ts'
import type { DeliveredSubmission, DeliveryReads } from '../contract/outbox-store.ts'
import { toDate, toEndpointFacts } from '../endpoints/endpoints.ts'
import type { Schema } from '../engine/schema.ts'
import { createEmailReads } from './email-reads.ts'

/** Creates the reads of a locked delivery, in the transaction of `db`. */
export function createDeliveryReads(
  db: Kysely<Schema>,
  row: Selectable<Schema['outbox']>,
  now: Date,
): DeliveryReads {
  return {
    loadSubmission: () => loadSubmission(db, row),
    email: createEmailReads(db, row, now),
  }
}

async function loadSubmission(
  db: Kysely<Schema>,
  delivery: Selectable<Schema['outbox']>,
): Promise<DeliveredSubmission | null> {
  const { submission_key: key } = delivery
  if (key === null) return null
  const row = await db
    .selectFrom('submissions')
    .innerJoin('endpoints', 'endpoints.key', 'submissions.endpoint_key')
    .leftJoin('accounts', 'accounts.key', 'endpoints.account_key')
    .selectAll('endpoints')
    .select(['submissions.received_at', 'submissions.withdrawn_at', 'submissions.fields', 'accounts.plan'])
    .where('submissions.key', '=', key)
    .executeTakeFirstOrThrow()
  return {
    key,
    receivedAt: new Date(row.received_at),
    withdrawnAt: toDate(row.withdrawn_at),
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
