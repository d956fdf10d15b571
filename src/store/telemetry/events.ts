import { type Kysely, sql } from 'kysely'
import { EVENT_ID_HOURS, MAX_NAMES_PER_HOUR, OTHER_NAMES } from '../../domain/telemetry/event.ts'
import { HOUR, later } from '../../domain/time.ts'
import type { ChangeRequest, Consequence } from '../contract/changes.ts'
import type { StoredEndpoint } from '../endpoints/endpoints.ts'
import type { Schema } from '../engine/schema.ts'

/** Rows in one statement; SQLite takes 32,766 parameters at most. */
const AT_ONCE = 500
/** Batches deleted by one statement; each may be large. */
const DELETED_AT_ONCE = 200
/** The same of ids, and of hours with all that was counted in them. */
const IDS_AT_ONCE = 2000
const HOURS_AT_ONCE = 48

/** The events that one transaction takes in. */
export type EventIntake = {
  /** Those of the ids of the request that came before, within the last day. */
  seen(request: ChangeRequest<unknown>, stored: StoredEndpoint | null): ReadonlySet<string>
  take(consequence: Extract<Consequence, { kind: 'events' }>, stored: StoredEndpoint, now: Date): void
  /** The batches to be saved. */
  rows(): Schema['event_batches'][]
  /** The ids to be saved with them, once those they replace have been deleted. */
  idRows(): Promise<Schema['event_ids'][]>
  /** Counts what was taken in. */
  count(db: Kysely<Schema>): Promise<void>
}

/** Loads which ids of the events that ask to be taken in came before. */
export async function openEventIntake(
  db: Kysely<Schema>,
  requests: readonly ChangeRequest<unknown>[],
  endpoints: ReadonlyMap<string, StoredEndpoint>,
): Promise<EventIntake> {
  const seenAt = await loadSeen(db, requests, endpoints)
  const batches: Schema['event_batches'][] = []
  const counts = new Map<string, Schema['event_counts']>()
  const ids = new Map<string, Schema['event_ids']>()
  /** Seen longer ago than a day, and now anew. */
  const stale: Pick<Schema['event_ids'], 'endpoint_key' | 'id'>[] = []

  return {
    seen({ eventIds = [], now }, stored) {
      if (!stored || eventIds.length === 0) return NONE
      const oldest = later(now, -EVENT_ID_HOURS * HOUR).getTime()
      return new Set(eventIds.filter((id) => (seenAt.get(idKey(stored.key, id)) ?? -1) > oldest))
    },
    take(consequence, stored, now) {
      const endpoint_key = stored.key
      const at = now.getTime()
      batches.push({ key: consequence.key, endpoint_key, received_at: at, events: consequence.text })
      for (const { hour, name, count } of consequence.counts) {
        const key = `${endpoint_key} ${hour} ${name}`
        const known = counts.get(key)
        if (known) known.count += count
        else counts.set(key, { endpoint_key, hour, name, count })
      }
      for (const id of consequence.ids) {
        const key = idKey(endpoint_key, id)
        if (seenAt.has(key)) stale.push({ endpoint_key, id })
        seenAt.set(key, at)
        ids.set(key, { endpoint_key, id, seen_at: at })
      }
    },
    rows: () => batches,
    async idRows() {
      await deleteIds(db, stale)
      return [...ids.values()]
    },
    count: (db) => saveCounts(db, [...counts.values()]),
  }
}

const NONE: ReadonlySet<string> = new Set()

function idKey(endpointKey: number, id: string): string {
  return `${endpointKey} ${id}`
}

async function loadSeen(
  db: Kysely<Schema>,
  requests: readonly ChangeRequest<unknown>[],
  endpoints: ReadonlyMap<string, StoredEndpoint>,
): Promise<Map<string, number>> {
  const asked = new Map<number, Set<string>>()
  for (const { endpointId, eventIds = [] } of requests) {
    const stored = endpoints.get(endpointId)
    if (!stored || eventIds.length === 0) continue
    const known = asked.get(stored.key) ?? new Set()
    for (const id of eventIds) known.add(id)
    asked.set(stored.key, known)
  }
  const seenAt = new Map<string, number>()
  for (const [endpointKey, ids] of asked) {
    for (const row of await findSeenRows(db, endpointKey, [...ids])) {
      seenAt.set(idKey(endpointKey, row.id), row.seen_at)
    }
  }
  return seenAt
}

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

/**
 * Adds what happened in each hour to what is known of it. Where an hour knows as many names as are counted apart, further
 * ones count together: who invents names fills neither the table nor the statistics.
 */
async function saveCounts(db: Kysely<Schema>, rows: readonly Schema['event_counts'][]): Promise<void> {
  if (rows.length === 0) return
  const known = await loadNames(db, rows)
  const counted = new Map<string, Schema['event_counts']>()
  for (const row of rows) {
    const place = `${row.endpoint_key} ${row.hour}`
    const names = known.get(place) ?? new Set()
    known.set(place, names)
    const name = names.has(row.name) || names.size < MAX_NAMES_PER_HOUR ? row.name : OTHER_NAMES
    if (name !== OTHER_NAMES) names.add(name)
    const key = `${place} ${name}`
    const same = counted.get(key)
    if (same) same.count += row.count
    else counted.set(key, { ...row, name })
  }
  // In one order everywhere; the endpoints are locked, so nobody else counts for them meanwhile.
  const all = [...counted.values()]
  for (let at = 0; at < all.length; at += AT_ONCE) {
    await db
      .insertInto('event_counts')
      .values(all.slice(at, at + AT_ONCE))
      .onConflict((conflict) =>
        conflict
          .columns(['endpoint_key', 'hour', 'name'])
          .doUpdateSet({ count: sql`event_counts.count + excluded.count` }),
      )
      .execute()
  }
}

/** The names that these hours know, by endpoint and hour. */
async function loadNames(
  db: Kysely<Schema>,
  rows: readonly Schema['event_counts'][],
): Promise<Map<string, Set<string>>> {
  const hours = new Map<number, Set<number>>()
  for (const { endpoint_key, hour } of rows) {
    hours.set(endpoint_key, (hours.get(endpoint_key) ?? new Set()).add(hour))
  }
  const names = new Map<string, Set<string>>()
  for (const [endpointKey, those] of hours) {
    const found = await db
      .selectFrom('event_counts')
      .select(['hour', 'name'])
      .where('endpoint_key', '=', endpointKey)
      .where('hour', 'in', [...those])
      .execute()
    for (const { hour, name } of found) {
      if (name === OTHER_NAMES) continue
      const place = `${endpointKey} ${hour}`
      names.set(place, (names.get(place) ?? new Set()).add(name))
    }
  }
  return names
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
