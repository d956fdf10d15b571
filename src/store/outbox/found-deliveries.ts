import type { Kysely, Selectable } from 'kysely'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { SubmissionDelivery } from '../../domain/outbox/delivery.ts'
import { type DeliveryReport, parseReports } from '../../domain/outbox/delivery-report.ts'
import { toDate } from '../../domain/time.ts'
import type { Routing } from '../contract/changes.ts'
import type { AttemptOutcome } from '../contract/outbox-store.ts'
import { toEndpointFacts } from '../endpoints/endpoints.ts'
import type { Schema } from '../engine/schema.ts'
import { KEYS_IN_A_SLOT } from '../engine/sequence.ts'
import { findRouting } from '../queues/routings.ts'
import { toSubmissionDelivery } from './delivery-states.ts'

export type FoundDeliveries = {
  endpoint: EndpointFacts
  /** The plan of its owner. */
  plan: string | null
  /** The keyed hash of its recipient's address. */
  mailboxKey: string
  /** Time at which its visitor withdrew it; null for all others. */
  withdrawnAt: Date | null
  deliveries: readonly Delivery[]
}

/** `routing`: null when it was not routed to a queue. */
export type RoutedDeliveries = FoundDeliveries & { routing: Routing | null }

export type Delivery = SubmissionDelivery & {
  key: number
  kind: 'claim' | 'submission'
  channel: string
  /** Time of the next attempt; null once it has ended. */
  dueAt: Date | null
  attempts: readonly Attempt[]
  /** Later reports of mail servers about it, oldest first. */
  reports: readonly DeliveryReport[]
  /** It is part of a digest, whose attempts these are. */
  isInDigest: boolean
}

type Attempt = {
  startedAt: Date
  /** Null while it is in progress, or when its end is unknown. */
  endedAt: Date | null
  outcome: AttemptOutcome | null
  /** The answer of the other side or the system; without addresses. */
  answer: string | null
}

/** Finds the deliveries and routings of these submissions, by the keys of the submissions. */
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
  const deliveries = await toDeliveries(db, rows)
  return deliveries.flatMap(({ kind, ...delivery }) => (kind === 'notice' ? [] : [{ ...delivery, kind }]))
}

/** Converts rows of the outbox to deliveries, in their order, each with its attempts. */
export async function toDeliveries(
  db: Kysely<Schema>,
  rows: readonly Selectable<Schema['outbox']>[],
): Promise<(Omit<Delivery, 'kind'> & Pick<Selectable<Schema['outbox']>, 'kind'>)[]> {
  if (rows.length === 0) return []
  const attempts = await db
    .selectFrom('attempts')
    .selectAll()
    .where('delivery_key', 'in', rows.map(toAttemptedKey))
    .orderBy('key')
    .execute()
  const byDelivery = Map.groupBy(attempts, (attempt) => attempt.delivery_key)
  return rows.map((row) => ({
    ...toSubmissionDelivery(row, row.submission_key ?? row.key),
    key: row.key,
    kind: row.kind,
    channel: row.channel,
    dueAt: toDate(row.due_at),
    attempts: (byDelivery.get(toAttemptedKey(row)) ?? []).map(toAttempt),
    reports: parseReports(row.reports),
    isInDigest: toAttemptedKey(row) !== row.key,
  }))
}

/** Returns the key of the delivery that is attempted: that of its digest, or its own. */
function toAttemptedKey({ key, digest_key: digestKey }: Selectable<Schema['outbox']>): number {
  return digestKey || key
}

function toAttempt(row: Selectable<Schema['attempts']>): Attempt {
  return {
    startedAt: new Date(row.started_at),
    endedAt: toDate(row.ended_at),
    outcome: row.outcome,
    answer: row.answer,
  }
}
