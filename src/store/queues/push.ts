import type { Kysely } from 'kysely'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { QueueLimits } from '../../domain/queues/queue.ts'
import { later, toDate } from '../../domain/time.ts'
import type { DeliveredSecret } from '../contract/outbox-store.ts'
import { toEndpointFacts } from '../endpoints/endpoints.ts'
import type { QueueTally } from '../engine/queue-tally.ts'
import type { Schema } from '../engine/schema.ts'
import { type PulledMessage, pullMessages } from './messages.ts'

/** A queue that posts its messages to a webhook. `hasBacklog`: it may hold messages to post. */
export type PushingQueue = { queueKey: number; hasBacklog: boolean }

/** The webhook of a queue as it is stored. */
export type StoredPush = { endpoint: EndpointFacts; destinationId: string; secret: DeliveredSecret }

export type PushLeaseRequest<Target> = {
  queueKey: number
  lease: string
  now: Date
  /** Decides how to post; null while the webhook gets nothing. `limit`: messages that may be posted now. */
  decide(
    stored: StoredPush,
  ): { target: Target; limits: QueueLimits; concurrency: number; limit: number; leaseMs: number } | null
}

/** `busy`: another node leases at this moment. `cut`: other messages can be posted at once. */
export type PushLease<Target> =
  | { kind: 'leased'; target: Target; messages: readonly PulledMessage[]; cut: boolean }
  | { kind: 'waiting' | 'busy' | 'off' }

/** Lists the queues that post their messages. Costs an index without entries where there are none. */
export async function listPushing(db: Kysely<Schema>): Promise<PushingQueue[]> {
  const rows = await db
    .selectFrom('queue_counts')
    .innerJoin('endpoints', 'endpoints.key', 'queue_counts.endpoint_key')
    .select(['endpoint_key', 'backlog'])
    .where('pushes', 'is not', null)
    .where('retired_at', 'is', null)
    .execute()
  return rows.map(({ endpoint_key: queueKey, backlog }) => ({ queueKey, hasBacklog: backlog > 0 }))
}

/**
 * Leases the messages that may be posted now, oldest first. The row of the secrets is locked, so that all nodes together lease
 * no more messages than the queue has places: one that is in progress, or waits to be posted again, keeps its place.
 */
export async function leasePush<Target>(
  db: Kysely<Schema>,
  tally: QueueTally,
  { queueKey, lease, now, decide }: PushLeaseRequest<Target>,
): Promise<PushLease<Target>> {
  const secrets = selectSecrets(db, queueKey)
  // A node that waited for the lock could hold that of another queue which the first waits for.
  const [row] = await secrets.forUpdate().skipLocked().execute()
  if (!row) return { kind: (await secrets.execute()).length === 0 ? 'off' : 'busy' }
  // Read after the lock: a change of the settings also writes the locked row.
  const endpoint = await db
    .selectFrom('endpoints')
    .selectAll()
    .where('key', '=', queueKey)
    .executeTakeFirstOrThrow()
  const { destination_id: destinationId, address, signing, failing_since } = row
  const secret = { address, signing, failingSince: toDate(failing_since) }
  const decided = decide({ endpoint: toEndpointFacts(endpoint), destinationId, secret })
  if (!decided) return { kind: 'off' }
  const { target, limits, concurrency, leaseMs } = decided
  const limit = Math.min(decided.limit, concurrency - (await countPlaces(db, queueKey, now)))
  if (limit <= 0) return { kind: 'waiting' }
  const until = later(now, leaseMs)
  const pulled = await pullMessages(db, tally, {
    queueKey,
    limits,
    now,
    until,
    limit,
    lease,
    isPushed: true,
  })
  const { messages, cut } = pulled
  return messages.length === 0 && !cut ? { kind: 'waiting' } : { kind: 'leased', target, messages, cut }
}

function selectSecrets(db: Kysely<Schema>, queueKey: number) {
  return db
    .selectFrom('destination_secrets')
    .select(['destination_id', 'address', 'signing', 'failing_since'])
    .where('endpoint_key', '=', queueKey)
}

/** Counts the messages that are being posted, or wait to be posted again. */
async function countPlaces(db: Kysely<Schema>, queueKey: number, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('messages')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('endpoint_key', '=', queueKey)
    .where('pushed', 'is not', null)
    .where('ready_at', '>', now.getTime())
    .where('dead_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
