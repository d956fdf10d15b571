import { type Kysely, sql } from 'kysely'
import type { QueueTally } from '../engine/queue-tally.ts'
import type { Schema } from '../engine/schema.ts'
import { keyAt } from '../engine/sequence.ts'
import { type StoredMessage, toStoredMessage, withinBytes } from './messages.ts'

/**
 * Lists dead messages, newest first, with keys below `before`, up to the size limit. `since` and `until`, which is exclusive,
 * are about their publication; null for no limit.
 */
export async function listDead(
  db: Kysely<Schema>,
  request: {
    queueKey: number
    before: number | null
    limit: number
    since: Date | null
    until: Date | null
  },
): Promise<{ messages: StoredMessage[]; more: boolean }> {
  const { before, limit } = request
  let page = selectDead(db, request.queueKey)
    .select(['key', sql<number>`octet_length(body)`.as('bytes')])
    .orderBy('key', 'desc')
    // One more than requested shows whether there are more.
    .limit(limit + 1)
  if (before !== null) page = page.where('key', '<', before)
  if (request.since !== null) page = page.where('key', '>=', keyAt(request.since))
  if (request.until !== null) page = page.where('key', '<', keyAt(request.until))
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

/** Puts a dead message back as if it had never been delivered. Returns false when there is none with this key. */
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

/** Puts a batch of dead messages back, oldest first; of these keys, if some are given. Returns their number. */
export async function replayAllDead(
  db: Kysely<Schema>,
  tally: QueueTally,
  { queueKey, limit, among }: { queueKey: number; limit: number; among?: readonly number[] },
): Promise<number> {
  let dead = selectDead(db, queueKey).select('key').orderBy('key').limit(limit).forUpdate()
  if (among) dead = dead.where('key', 'in', among)
  const rows = await dead.execute()
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

/** Deletes one dead message. Returns false when there is none with this key. */
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

/** Deletes a batch of dead messages. Returns their number. */
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

function selectDead(db: Kysely<Schema>, queueKey: number) {
  return db.selectFrom('messages').where('endpoint_key', '=', queueKey).where('dead_at', 'is not', null)
}
