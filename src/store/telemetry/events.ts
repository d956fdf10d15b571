import type { Kysely } from 'kysely'
import type { Schema } from '../engine/schema.ts'
import { deleteVisitors } from './visitors.ts'

/** Maximum number of rows in one statement; SQLite takes up to 32,766 parameters. */
const MAX_ROWS_PER_STATEMENT = 500
/** Maximum number of batches deleted by one statement; each may be large. */
const MAX_BATCHES_PER_STATEMENT = 200
/** Maximum number of ids, and of hours with all their counts, deleted by one statement. */
const MAX_IDS_PER_STATEMENT = 2000
const MAX_HOURS_PER_STATEMENT = 48

/** Returns those of these ids that were seen, with the times. */
export async function findSeenRows(
  db: Kysely<Schema>,
  endpointKey: number,
  ids: readonly string[],
): Promise<Pick<Schema['event_ids'], 'id' | 'seen_at'>[]> {
  const rows: Pick<Schema['event_ids'], 'id' | 'seen_at'>[] = []
  for (let at = 0; at < ids.length; at += MAX_ROWS_PER_STATEMENT) {
    const found = await db
      .selectFrom('event_ids')
      .select(['id', 'seen_at'])
      .where('endpoint_key', '=', endpointKey)
      .where('id', 'in', ids.slice(at, at + MAX_ROWS_PER_STATEMENT))
      .execute()
    rows.push(...found)
  }
  return rows
}

/** Deletes these ids. */
export async function deleteIds(
  db: Kysely<Schema>,
  rows: readonly Pick<Schema['event_ids'], 'endpoint_key' | 'id'>[],
): Promise<void> {
  for (const [endpointKey, those] of Map.groupBy(rows, (row) => row.endpoint_key)) {
    for (let at = 0; at < those.length; at += MAX_ROWS_PER_STATEMENT) {
      const ids = those.slice(at, at + MAX_ROWS_PER_STATEMENT).map((row) => row.id)
      await db
        .deleteFrom('event_ids')
        .where('endpoint_key', '=', endpointKey)
        .where('id', 'in', ids)
        .execute()
    }
  }
}

/** Deletes batches by their keys. */
export async function deleteBatches(db: Kysely<Schema>, keys: readonly number[]): Promise<void> {
  if (keys.length > 0) await db.deleteFrom('event_batches').where('key', 'in', keys).execute()
}

type Emptied = { deleted: number; more: boolean }

/** Deletes a batch of the data of a telemetry endpoint. `deleted`: number of requests with events; `more`: more may be left. */
export async function deleteAllEvents(db: Kysely<Schema>, endpointKey: number): Promise<Emptied> {
  const rows = await db
    .selectFrom('event_batches')
    .select('key')
    .where('endpoint_key', '=', endpointKey)
    .orderBy('key')
    .limit(MAX_BATCHES_PER_STATEMENT)
    .execute()
  if (rows.length > 0) {
    await deleteBatches(
      db,
      rows.map((row) => row.key),
    )
    return { deleted: rows.length, more: true }
  }
  return {
    deleted: 0,
    more:
      (await deleteSomeIds(db, endpointKey)) ||
      (await deleteSomeCounts(db, endpointKey)) ||
      (await deleteVisitors(db, endpointKey)),
  }
}

/** Deletes some ids, because a month of them at once would block all writes. Returns false when there were none. */
async function deleteSomeIds(db: Kysely<Schema>, endpointKey: number): Promise<boolean> {
  const ids = await db
    .selectFrom('event_ids')
    .select(['endpoint_key', 'id'])
    .where('endpoint_key', '=', endpointKey)
    .limit(MAX_IDS_PER_STATEMENT)
    .execute()
  await deleteIds(db, ids)
  return ids.length > 0
}

async function deleteSomeCounts(db: Kysely<Schema>, endpointKey: number): Promise<boolean> {
  const first = await db
    .selectFrom('event_counts')
    .select('hour')
    .where('endpoint_key', '=', endpointKey)
    .orderBy('hour')
    .limit(1)
    .executeTakeFirst()
  if (!first) return false
  await db
    .deleteFrom('event_counts')
    .where('endpoint_key', '=', endpointKey)
    .where('hour', '<', first.hour + MAX_HOURS_PER_STATEMENT)
    .execute()
  return true
}
