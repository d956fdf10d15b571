import type { Kysely, Selectable } from 'kysely'
import { toDate } from '../../domain/time.ts'
import type { Attempt, Delivery, FoundDeliveries, RoutedDeliveries } from '../contract/delivery-store.ts'
import { toEndpointFacts } from '../endpoints/endpoint-row.ts'
import type { Schema } from '../engine/schema.ts'
import { KEYS_IN_A_SLOT } from '../engine/sequence.ts'
import { findRouting } from '../queues/routings.ts'
import { toSubmissionDelivery } from './delivery-states.ts'

/** See DeliveryStore.findMany. */
export async function findManyDeliveries(
  db: Kysely<Schema>,
  { accountKey, submissionKeys }: { accountKey: number; submissionKeys: readonly number[] },
): Promise<Map<number, RoutedDeliveries>> {
  const found = new Map<number, RoutedDeliveries>()
  for (const submissionKey of submissionKeys) {
    const deliveries = await findDeliveries(db, { accountKey, submissionKey })
    if (deliveries) found.set(submissionKey, { ...deliveries, routing: await findRouting(db, submissionKey) })
  }
  return found
}

/** Finds all deliveries of a submission, oldest first, with what they are decided on. `write` locks the submission. */
export async function findDeliveries(
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
