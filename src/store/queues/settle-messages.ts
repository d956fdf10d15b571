import type { Kysely } from 'kysely'
import type { PushFailure } from '../../domain/queues/push.ts'
import { afterDelivery, type QueueLimits } from '../../domain/queues/queue.ts'
import type { QueueTally } from '../engine/queue-tally.ts'
import type { Schema } from '../engine/schema.ts'
import { deadLetter } from './messages.ts'

export type SettleRequest = {
  queueKey: number
  limits: QueueLimits
  now: Date
  acks: readonly LeasedMessage[]
  retries: readonly (LeasedMessage & {
    readyAt: Date | null
    reason: string | null
    /** It keeps its place among the messages that its queue posts. */
    isHeld?: boolean
  })[]
  /** The failure of the push that returns a message. */
  failure?: PushFailure
}

/** A message by its key, and the token of its lease. */
export type LeasedMessage = { key: number; lease: string }

/** Keys of the messages whose leases were still valid. */
type SettleResult = { acked: ReadonlySet<number>; retried: ReadonlySet<number> }

/** Deletes acknowledged messages, and returns others to the queue for a retry. */
export async function settleMessages(
  db: Kysely<Schema>,
  tally: QueueTally,
  request: SettleRequest,
): Promise<SettleResult> {
  const { queueKey, limits, now } = request
  const acked = new Set<number>()
  let tests = 0
  for (const [lease, keys] of byLease(request.acks)) {
    const removed = await db
      .deleteFrom('messages')
      .where('key', 'in', keys)
      .where('endpoint_key', '=', queueKey)
      .where('lease', '=', lease)
      .where('dead_at', 'is', null)
      .returning(['key', 'is_test'])
      .execute()
    for (const row of removed) {
      acked.add(row.key)
      if (row.is_test === 1) tests += 1
    }
  }
  tally.addMessages(queueKey, { backlog: -acked.size })
  tally.addRates(queueKey, { acked: acked.size - tests }, now)
  if (request.failure) tally.addMessages(queueKey, { failure: request.failure })
  const retried = new Set<number>()
  for (const { key, lease, readyAt, reason, isHeld } of request.retries) {
    const row = await db
      .updateTable('messages')
      .set({
        ready_at: readyAt?.getTime() ?? null,
        lease: null,
        reason,
        pushed: isHeld ? (1 as const) : null,
      })
      .where('key', '=', key)
      .where('endpoint_key', '=', queueKey)
      .where('lease', '=', lease)
      .where('dead_at', 'is', null)
      .returning(['key', 'deliveries'])
      .executeTakeFirst()
    if (!row) continue
    retried.add(row.key)
    if (afterDelivery(row.deliveries, limits) === 'dead')
      await deadLetter(db, tally, { queueKey, keys: [row.key], now })
  }
  return { acked, retried }
}

/** Deletes messages that are not dead, leased ones too. Returns their keys. */
export async function removeMessages(
  db: Kysely<Schema>,
  tally: QueueTally,
  { queueKey, keys }: { queueKey: number; keys: readonly number[] },
): Promise<Set<number>> {
  if (keys.length === 0) return new Set()
  const removed = await db
    .deleteFrom('messages')
    .where('key', 'in', keys)
    .where('endpoint_key', '=', queueKey)
    .where('dead_at', 'is', null)
    .returning('key')
    .execute()
  tally.addMessages(queueKey, { backlog: -removed.length })
  return new Set(removed.map(({ key }) => key))
}

function byLease(messages: readonly LeasedMessage[]): Map<string, number[]> {
  const grouped = Map.groupBy(messages, (message) => message.lease)
  return new Map([...grouped].map(([lease, those]) => [lease, those.map(({ key }) => key)]))
}
