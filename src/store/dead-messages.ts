import { type Kysely, sql } from 'kysely'
import { MOST_DELIVERIES } from '../domain/queue.ts'
import { bury, countMessages, storedMessage } from './messages.ts'
import type { StoredMessage } from './queue-store.ts'
import { keyAt } from './row-keys.ts'
import type { Schema } from './schema.ts'

/** See QueueStore.listDead. */
export async function listDead(
  db: Kysely<Schema>,
  request: { queueKey: number; before: number | null; limit: number },
): Promise<StoredMessage[]> {
  let page = dead(db, request.queueKey).selectAll().orderBy('key', 'desc').limit(request.limit)
  if (request.before !== null) page = page.where('key', '<', request.before)
  return (await page.execute()).map(storedMessage)
}

/** See QueueStore.replay. */
export async function replayDead(
  db: Kysely<Schema>,
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
  if (row) await countMessages(db, request.queueKey, { backlog: 1, dead: -1 })
  return row !== undefined
}

/** See QueueStore.deleteDead. */
export async function deleteDead(
  db: Kysely<Schema>,
  request: { queueKey: number; limit: number },
): Promise<number> {
  const rows = await dead(db, request.queueKey).select('key').orderBy('key').limit(request.limit).execute()
  const keys = rows.map((row) => row.key)
  if (keys.length > 0) await db.deleteFrom('messages').where('key', 'in', keys).execute()
  await countMessages(db, request.queueKey, { backlog: 0, dead: -keys.length })
  return keys.length
}

/** See QueueStore.purge. Keys grow with time, so the oldest messages stand at the left edge. */
export async function purgeMessages(
  db: Kysely<Schema>,
  request: { before: Date; now: Date; limit: number },
): Promise<number> {
  const old = await db
    .selectFrom('messages')
    .select(['key', 'endpoint_key', 'dead_at'])
    .where('key', '<', keyAt(request.before))
    .orderBy('key')
    .limit(request.limit)
    .forUpdate()
    .execute()
  await deleteMessages(db, old)
  const worn = await db
    .selectFrom('messages')
    .select(['key', 'endpoint_key'])
    .where('deliveries', '>=', sql.lit(MOST_DELIVERIES))
    .where('ready_at', '<=', request.now.getTime())
    .where('dead_at', 'is', null)
    .limit(request.limit)
    .forUpdate()
    .execute()
  for (const [queueKey, rows] of Map.groupBy(worn, (row) => row.endpoint_key)) {
    await bury(
      db,
      queueKey,
      rows.map((row) => row.key),
      request.now,
    )
  }
  return old.length + worn.length
}

/** Deletes a batch of what a queue holds; how many. */
export async function emptyQueue(db: Kysely<Schema>, queueKey: number, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('messages')
    .select(['key', 'endpoint_key', 'dead_at'])
    .where('endpoint_key', '=', queueKey)
    .limit(limit)
    .execute()
  await deleteMessages(db, rows)
  return rows.length
}

async function deleteMessages(
  db: Kysely<Schema>,
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
    await countMessages(db, queueKey, { backlog: dead - gone.length, dead: -dead })
  }
}

function dead(db: Kysely<Schema>, queueKey: number) {
  return db.selectFrom('messages').where('endpoint_key', '=', queueKey).where('dead_at', 'is not', null)
}
