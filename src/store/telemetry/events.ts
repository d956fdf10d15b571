import type { Kysely } from 'kysely'
import type { Schema } from '../engine/schema.ts'

/** Rows in one statement; SQLite takes 32,766 parameters at most. */
const AT_ONCE = 500
/** Batches deleted by one statement; each may be large. */
const DELETED_AT_ONCE = 200
/** Number of ids, and of hours with all counts in them, deleted by one statement. */
const IDS_AT_ONCE = 2000
const HOURS_AT_ONCE = 48

/** Those of these ids that are remembered, and since when. */
export async function findSeenRows(
  db: Kysely<Schema>,
  endpointKey: number,
  ids: readonly string[],
): Promise<Pick<Schema['event_ids'], 'id' | 'seen_at'>[]> {
  const rows: Pick<Schema['event_ids'], 'id' | 'seen_at'>[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const found = await db
      .selectFrom('event_ids')
      .select(['id', 'seen_at'])
      .where('endpoint_key', '=', endpointKey)
      .where('id', 'in', ids.slice(at, at + AT_ONCE))
      .execute()
    rows.push(...found)
  }
  return rows
}

/** Forgets these ids. */
export async function deleteIds(
  db: Kysely<Schema>,
  rows: readonly Pick<Schema['event_ids'], 'endpoint_key' | 'id'>[],
): Promise<void> {
  for (const [endpointKey, those] of Map.groupBy(rows, (row) => row.endpoint_key)) {
    for (let at = 0; at < those.length; at += AT_ONCE) {
      const ids = those.slice(at, at + AT_ONCE).map((row) => row.id)
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

export type Emptied = { deleted: number; more: boolean }

/** Deletes a piece of what a telemetry endpoint holds: `deleted` requests with events. `more`: there may be more of it. */
export async function deleteAllEvents(db: Kysely<Schema>, endpointKey: number): Promise<Emptied> {
  const rows = await db
    .selectFrom('event_batches')
    .select('key')
    .where('endpoint_key', '=', endpointKey)
    .orderBy('key')
    .limit(DELETED_AT_ONCE)
    .execute()
  if (rows.length > 0) {
    await deleteBatches(
      db,
      rows.map((row) => row.key),
    )
    return { deleted: rows.length, more: true }
  }
  return { deleted: 0, more: (await emptyOfIds(db, endpointKey)) || (await emptyOfCounts(db, endpointKey)) }
}

/** Whether there were any: a month of them at once would keep all who write waiting. */
async function emptyOfIds(db: Kysely<Schema>, endpointKey: number): Promise<boolean> {
  const ids = await db
    .selectFrom('event_ids')
    .select(['endpoint_key', 'id'])
    .where('endpoint_key', '=', endpointKey)
    .limit(IDS_AT_ONCE)
    .execute()
  await deleteIds(db, ids)
  return ids.length > 0
}

async function emptyOfCounts(db: Kysely<Schema>, endpointKey: number): Promise<boolean> {
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
    .where('hour', '<', first.hour + HOURS_AT_ONCE)
    .execute()
  return true
}
