import { type Kysely, sql } from 'kysely'
import { getMessageCutoff, MAX_DELIVERIES, MESSAGE_RETENTION_DAYS } from '../../domain/queues/queue.ts'
import { DAY, later } from '../../domain/time.ts'
import type { QueueTally } from '../engine/queue-tally.ts'
import type { Schema } from '../engine/schema.ts'
import { keyAt } from '../engine/sequence.ts'
import { deadLetter, selectAllMessages } from './messages.ts'

/** Maximum number of keys in one statement; SQLite takes up to 32,766 parameters. */
const MAX_ROWS_PER_STATEMENT = 1000
/** The conditions of the three indexes that together hold all messages of a queue. */
const MESSAGE_PARTS = [
  sql<boolean>`ready_at is null and dead_at is null`,
  sql<boolean>`ready_at is not null and dead_at is null`,
  sql<boolean>`dead_at is not null`,
] as const

/**
 * Deletes a batch of messages past their retention, and dead-letters exhausted ones. Returns 0 when nothing is left. Keys
 * grow with time, so the oldest messages stand at the left edge.
 */
export async function purgeMessages(
  db: Kysely<Schema>,
  tally: QueueTally,
  request: { now: Date; limit: number },
): Promise<number> {
  const old = await db
    .selectFrom('messages')
    .select(['key', 'endpoint_key', 'dead_at'])
    .where('key', '<', keyAt(getMessageCutoff(request.now)))
    .orderBy('key')
    .limit(request.limit)
    .forUpdate()
    .execute()
  await deleteMessages(db, tally, old)
  const outlived = await deleteOutlived(db, tally, request)
  const exhausted = [...(await selectExhausted(db, request)), ...(await selectExhaustedEarly(db, request))]
  for (const [queueKey, rows] of Map.groupBy(exhausted, (row) => row.endpoint_key)) {
    const keys = rows.map((row) => row.key)
    await deadLetter(db, tally, { queueKey, keys, now: request.now })
  }
  return old.length + outlived + exhausted.length
}

/** Deletes messages of queues whose owners chose a shorter retention. Returns their number. */
async function deleteOutlived(
  db: Kysely<Schema>,
  tally: QueueTally,
  { now, limit }: { now: Date; limit: number },
): Promise<number> {
  let deleted = 0
  for (let days = 1; days < MESSAGE_RETENTION_DAYS; days += 1) {
    const cutoff = keyAt(later(now, -days * DAY))
    const queues = db.selectFrom('queue_counts').select('endpoint_key').where('retention_days', '=', days)
    for (const isPart of MESSAGE_PARTS) {
      const rows = await db
        .selectFrom('messages')
        .select(['key', 'endpoint_key', 'dead_at'])
        .where('endpoint_key', 'in', queues)
        .where('key', '<', cutoff)
        .where(isPart)
        .limit(limit)
        .forUpdate()
        .execute()
      await deleteMessages(db, tally, rows)
      deleted += rows.length
    }
  }
  return deleted
}

/** Selects messages that nobody may receive again, except in queues whose owners chose more deliveries. */
function selectExhausted(db: Kysely<Schema>, { now, limit }: { now: Date; limit: number }) {
  return db
    .selectFrom('messages')
    .select(['messages.key', 'messages.endpoint_key'])
    .where('deliveries', '>=', sql.lit(MAX_DELIVERIES))
    .where('ready_at', '<=', now.getTime())
    .where('dead_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('queue_counts')
            .select('queue_counts.endpoint_key')
            .whereRef('queue_counts.endpoint_key', '=', 'messages.endpoint_key')
            .whereRef('queue_counts.max_deliveries', '>', 'messages.deliveries'),
        ),
      ),
    )
    .limit(limit)
    .forUpdate()
    .execute()
}

/** Selects messages that nobody may receive again in queues whose owners chose fewer deliveries. */
async function selectExhaustedEarly(db: Kysely<Schema>, { now, limit }: { now: Date; limit: number }) {
  const found = []
  for (let deliveries = 1; deliveries < MAX_DELIVERIES; deliveries += 1) {
    const rows = await db
      .selectFrom('messages')
      .select(['key', 'endpoint_key'])
      .where(
        'endpoint_key',
        'in',
        db.selectFrom('queue_counts').select('endpoint_key').where('max_deliveries', '=', deliveries),
      )
      .where('ready_at', '<=', now.getTime())
      .where('dead_at', 'is', null)
      .where('deliveries', '>=', deliveries)
      .where('deliveries', '<', MAX_DELIVERIES)
      .limit(limit)
      .forUpdate()
      .execute()
    found.push(...rows)
  }
  return found
}

/** Deletes a batch of the messages of a queue. Returns their number. */
export async function emptyQueue(
  db: Kysely<Schema>,
  tally: QueueTally,
  { queueKey, limit }: { queueKey: number; limit: number },
): Promise<number> {
  for (const messages of selectAllMessages(db, queueKey)) {
    const rows = await messages.select(['key', 'endpoint_key', 'dead_at']).limit(limit).forUpdate().execute()
    await deleteMessages(db, tally, rows)
    if (rows.length > 0) return rows.length
  }
  return 0
}

/** Deletes all messages of a queue. */
export async function purgeQueue(db: Kysely<Schema>, tally: QueueTally, queueKey: number): Promise<void> {
  let gone = 0
  do gone = await emptyQueue(db, tally, { queueKey, limit: MAX_ROWS_PER_STATEMENT })
  while (gone > 0)
}

/** Deletes the message that a submission was routed as, if the queue still holds it; it has the key of the submission. */
export async function deleteRoutedMessage(
  db: Kysely<Schema>,
  tally: QueueTally,
  submissionKey: number,
): Promise<void> {
  const rows = await db
    .selectFrom('messages')
    .select(['key', 'endpoint_key', 'dead_at'])
    .where('key', '=', submissionKey)
    .forUpdate()
    .execute()
  await deleteMessages(db, tally, rows)
}

async function deleteMessages(
  db: Kysely<Schema>,
  tally: QueueTally,
  rows: readonly Pick<Schema['messages'], 'key' | 'endpoint_key' | 'dead_at'>[],
): Promise<void> {
  if (rows.length === 0) return
  await db
    .deleteFrom('messages')
    .where(
      'key',
      'in',
      rows.map((row) => row.key),
    )
    .execute()
  for (const [queueKey, gone] of Map.groupBy(rows, (row) => row.endpoint_key)) {
    const dead = gone.filter((row) => row.dead_at !== null).length
    tally.addMessages(queueKey, { backlog: dead - gone.length, dead: -dead })
  }
}
