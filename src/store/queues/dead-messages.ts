import { type Kysely, sql } from 'kysely'
import { getMessageCutoff, MAX_DELIVERIES, MESSAGE_RETENTION_DAYS } from '../../domain/queues/queue.ts'
import { DAY, later } from '../../domain/time.ts'
import type { StoredMessage } from '../contract/queue-store.ts'
import type { QueueTally } from '../engine/queue-tally.ts'
import type { Schema } from '../engine/schema.ts'
import { keyAt } from '../engine/sequence.ts'
import { deadLetter, toStoredMessage, withinBytes } from './messages.ts'

/** Maximum number of keys in one statement; SQLite takes up to 32,766 parameters. */
const MAX_ROWS_PER_STATEMENT = 1000
/** The conditions of the three indexes that together hold all messages of a queue. */
const MESSAGE_PARTS = [
  sql<boolean>`ready_at is null and dead_at is null`,
  sql<boolean>`ready_at is not null and dead_at is null`,
  sql<boolean>`dead_at is not null`,
] as const

/** See QueueStore.listDead. */
export async function listDead(
  db: Kysely<Schema>,
  request: { queueKey: number; before: number | null; limit: number },
): Promise<{ messages: StoredMessage[]; more: boolean }> {
  const { before, limit } = request
  let page = selectDead(db, request.queueKey)
    .select(['key', sql<number>`octet_length(body)`.as('bytes')])
    .orderBy('key', 'desc')
    // One more than requested shows whether there are more.
    .limit(limit + 1)
  if (before !== null) page = page.where('key', '<', before)
  const found = await page.execute()
  const shown = withinBytes(found.slice(0, limit)).map((row) => row.key)
  const rows =
    shown.length === 0
      ? []
      : await selectDead(db, request.queueKey)
          .selectAll()
          .where('key', 'in', shown)
          .orderBy('key', 'desc')
          .execute()
  return { messages: rows.map(toStoredMessage), more: found.length > shown.length }
}

/** See QueueStore.list. */
export async function listMessages(
  db: Kysely<Schema>,
  { queueKey, after, limit }: { queueKey: number; after: number; limit: number },
): Promise<StoredMessage[]> {
  const found = await Promise.all(
    selectAllMessages(db, queueKey).map((messages) =>
      messages
        .select(['key', sql<number>`octet_length(body)`.as('bytes')])
        .where('key', '>', after)
        .orderBy('key')
        .limit(limit)
        .execute(),
    ),
  )
  const first = found
    .flat()
    .sort((one, other) => one.key - other.key)
    .slice(0, limit)
  const keys = withinBytes(first).map((row) => row.key)
  if (keys.length === 0) return []
  const rows = await db.selectFrom('messages').selectAll().where('key', 'in', keys).orderBy('key').execute()
  return rows.map(toStoredMessage)
}

/** See QueueStore.replay. */
export async function replayDead(
  db: Kysely<Schema>,
  tally: QueueTally,
  request: { queueKey: number; key: number },
): Promise<boolean> {
  const row = await db
    .updateTable('messages')
    .set({ dead_at: null, ready_at: null, deliveries: 0, lease: null })
    .where('key', '=', request.key)
    .where('endpoint_key', '=', request.queueKey)
    .where('dead_at', 'is not', null)
    .returning('key')
    .executeTakeFirst()
  if (row) tally.addMessages(request.queueKey, { backlog: 1, dead: -1 })
  return row !== undefined
}

/** See QueueStore.replayAll. */
export async function replayAllDead(
  db: Kysely<Schema>,
  tally: QueueTally,
  { queueKey, limit }: { queueKey: number; limit: number },
): Promise<number> {
  const rows = await selectDead(db, queueKey).select('key').orderBy('key').limit(limit).forUpdate().execute()
  const keys = rows.map((row) => row.key)
  if (keys.length === 0) return 0
  await db
    .updateTable('messages')
    .set({ dead_at: null, ready_at: null, deliveries: 0, lease: null })
    .where('key', 'in', keys)
    .execute()
  tally.addMessages(queueKey, { backlog: keys.length, dead: -keys.length })
  return keys.length
}

/** See QueueStore.deleteOneDead. */
export async function deleteOneDead(
  db: Kysely<Schema>,
  tally: QueueTally,
  request: { queueKey: number; key: number },
): Promise<boolean> {
  const row = await db
    .deleteFrom('messages')
    .where('key', '=', request.key)
    .where('endpoint_key', '=', request.queueKey)
    .where('dead_at', 'is not', null)
    .returning('key')
    .executeTakeFirst()
  if (row) tally.addMessages(request.queueKey, { dead: -1 })
  return row !== undefined
}

/** See QueueStore.deleteDead. */
export async function deleteDead(
  db: Kysely<Schema>,
  tally: QueueTally,
  request: { queueKey: number; limit: number },
): Promise<number> {
  const rows = await selectDead(db, request.queueKey)
    .select('key')
    .orderBy('key')
    .limit(request.limit)
    .forUpdate()
    .execute()
  const keys = rows.map((row) => row.key)
  if (keys.length > 0) await db.deleteFrom('messages').where('key', 'in', keys).execute()
  tally.addMessages(request.queueKey, { dead: -keys.length })
  return keys.length
}

/** See QueueStore.purge. Keys grow with time, so the oldest messages stand at the left edge. */
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

/** Returns three queries that together find all messages of a queue, each served by one index. */
function selectAllMessages(db: Kysely<Schema>, queueKey: number) {
  const alive = db.selectFrom('messages').where('endpoint_key', '=', queueKey).where('dead_at', 'is', null)
  return [
    alive.where('ready_at', 'is', null),
    alive.where('ready_at', 'is not', null),
    selectDead(db, queueKey),
  ] as const
}

function selectDead(db: Kysely<Schema>, queueKey: number) {
  return db.selectFrom('messages').where('endpoint_key', '=', queueKey).where('dead_at', 'is not', null)
}
