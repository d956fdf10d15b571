import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, type Selectable, sql } from 'kysely'
import { type EventCount, eventsOfText, SAME_EVENT_HOURS } from '../domain/event.ts'
import { HOUR, later } from '../domain/time.ts'
import { findSeenRows } from './events.ts'
import { keyAt } from './row-keys.ts'
import type { Schema } from './schema.ts'
import type { EventBatch, TelemetryStore } from './telemetry-store.ts'

const HOURS_A_DAY = 24

type Asked<Method extends keyof TelemetryStore> = Parameters<TelemetryStore[Method]>[0]

/** See TelemetryStore.listBatches. */
export async function listBatches(
  db: Kysely<Schema>,
  { endpointId, upTo, from, to, limit }: Asked<'listBatches'>,
): Promise<EventBatch[]> {
  let page = db
    .selectFrom('event_batches')
    .selectAll()
    .where('endpoint_key', '=', keyOf(db, endpointId))
    .orderBy('key', 'desc')
    .limit(limit)
  if (upTo !== null) page = page.where('key', '<=', upTo)
  if (to !== null) page = page.where('key', '<', keyAt(to))
  if (from !== null) page = page.where('key', '>=', keyAt(from))
  const rows = await page.execute()
  // Whoever goes through many lets others have their turn between.
  await nextTurn()
  return rows.map(batchOf)
}

/** See TelemetryStore.findBatches. */
export async function findBatches(db: Kysely<Schema>, keys: readonly number[]): Promise<EventBatch[]> {
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('event_batches')
    .selectAll()
    .where('key', 'in', keys)
    .orderBy('key')
    .execute()
  return rows.map(batchOf)
}

/** See TelemetryStore.count. */
export async function countEvents(
  db: Kysely<Schema>,
  { endpointId, since, until, name, by }: Asked<'count'>,
): Promise<EventCount[]> {
  const hour = by === 'hour' ? sql<number>`hour` : sql<number>`hour / ${sql.lit(HOURS_A_DAY)}`
  let counts = db
    .selectFrom('event_counts')
    .select((select) => [hour.as('place'), 'name', select.fn.sum<number>('count').as('count')])
    .where('endpoint_key', '=', keyOf(db, endpointId))
    .where('hour', '>=', since)
    .where('hour', '<', until)
    .groupBy([hour, 'name'])
  if (name !== null) counts = counts.where('name', '=', name)
  const rows = await counts.execute()
  const hours = by === 'hour' ? 1 : HOURS_A_DAY
  return rows.map((row) => ({ hour: row.place * hours, name: row.name, count: Number(row.count) }))
}

/** See TelemetryStore.findSeen. */
export async function findSeen(
  db: Kysely<Schema>,
  { endpointId, ids, now }: Asked<'findSeen'>,
): Promise<Set<string>> {
  const endpoint = ids.length === 0 ? undefined : await keyOf(db, endpointId).executeTakeFirst()
  if (!endpoint) return new Set()
  const oldest = later(now, -SAME_EVENT_HOURS * HOUR).getTime()
  const rows = await findSeenRows(db, endpoint.key, ids)
  return new Set(rows.filter((row) => row.seen_at > oldest).map((row) => row.id))
}

function keyOf(db: Kysely<Schema>, endpointId: string) {
  return db.selectFrom('endpoints').select('key').where('id', '=', endpointId)
}

function batchOf(row: Selectable<Schema['event_batches']>): EventBatch {
  return {
    key: row.key,
    receivedAt: new Date(row.received_at),
    size: row.events.length,
    events: eventsOfText(row.events),
  }
}
