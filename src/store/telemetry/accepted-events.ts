import { type Kysely, sql } from 'kysely'
import { EVENT_ID_HOURS, MAX_NAMES_PER_HOUR, OTHER_NAMES } from '../../domain/telemetry/event.ts'
import { toDay } from '../../domain/telemetry/visitor.ts'
import { HOUR, later } from '../../domain/time.ts'
import type { ChangeRequest, Consequence } from '../contract/changes.ts'
import type { StoredEndpoint } from '../endpoints/endpoints.ts'
import type { Schema } from '../engine/schema.ts'
import { deleteIds, findSeenRows } from './events.ts'
import { type DayVisitors, saveVisitors } from './visitors.ts'

/** Maximum number of rows in one statement; SQLite takes up to 32,766 parameters. */
const MAX_ROWS_PER_STATEMENT = 500

/** Time at which event ids were last seen, in milliseconds since 1970, by `idKey`. */
export type SeenEventIds = Map<string, number>

/** Telemetry events accepted by one transaction. */
export type AcceptedEvents = {
  add(events: Extract<Consequence, { kind: 'events' }>, to: { endpointKey: number; now: Date }): void
  /** The batches to be saved. */
  batchRows: readonly Schema['event_batches'][]
  /** Returns the ids to be saved, once the outdated ones that they replace have been deleted. */
  idRows(db: Kysely<Schema>): Promise<Schema['event_ids'][]>
  /** Adds the events to the hourly counts, and their visitors to those of the day. */
  saveCounts(db: Kysely<Schema>): Promise<void>
}

/** Loads when the event ids of these requests were last seen. */
export async function loadSeenEventIds(
  db: Kysely<Schema>,
  requests: readonly ChangeRequest<unknown>[],
  endpoints: ReadonlyMap<string, StoredEndpoint>,
): Promise<SeenEventIds> {
  const idsByEndpoint = new Map<number, Set<string>>()
  for (const { endpointId, eventIds = [] } of requests) {
    const stored = endpoints.get(endpointId)
    if (!stored || eventIds.length === 0) continue
    const ids = idsByEndpoint.get(stored.key) ?? new Set()
    for (const id of eventIds) ids.add(id)
    idsByEndpoint.set(stored.key, ids)
  }
  const seen: SeenEventIds = new Map()
  for (const [endpointKey, ids] of idsByEndpoint) {
    for (const row of await findSeenRows(db, endpointKey, [...ids])) {
      seen.set(idKey(endpointKey, row.id), row.seen_at)
    }
  }
  return seen
}

/** Returns those of the request's event ids that were seen within the last day. */
export function getSeenEventIds(
  seen: SeenEventIds,
  { eventIds = [], now }: ChangeRequest<unknown>,
  stored: StoredEndpoint | null,
): ReadonlySet<string> {
  if (!stored) return new Set()
  const oldest = later(now, -EVENT_ID_HOURS * HOUR).getTime()
  return new Set(eventIds.filter((id) => (seen.get(idKey(stored.key, id)) ?? -1) > oldest))
}

/** Gathers the telemetry events of one transaction; their ids count as seen for the requests that follow. */
export function createAcceptedEvents(seen: SeenEventIds): AcceptedEvents {
  const batchRows: Schema['event_batches'][] = []
  const counts = new Map<string, Schema['event_counts']>()
  const ids = new Map<string, Schema['event_ids']>()
  const visitors = new Map<string, DayVisitors>()
  /** Ids that were last seen more than a day ago. */
  const outdated: Pick<Schema['event_ids'], 'endpoint_key' | 'id'>[] = []
  return {
    batchRows,
    add(events, { endpointKey: endpoint_key, now }) {
      const at = now.getTime()
      batchRows.push({ key: events.key, endpoint_key, received_at: at, events: events.text })
      for (const { hour, name, count } of events.counts) {
        const key = `${endpoint_key} ${hour} ${name}`
        const known = counts.get(key)
        if (known) known.count += count
        else counts.set(key, { endpoint_key, hour, name, count })
      }
      for (const id of events.ids) {
        const key = idKey(endpoint_key, id)
        if (seen.has(key)) outdated.push({ endpoint_key, id })
        seen.set(key, at)
        ids.set(key, { endpoint_key, id, seen_at: at })
      }
      if (events.visitor !== null) {
        const day = toDay(now)
        const key = `${endpoint_key} ${day}`
        const known = visitors.get(key) ?? { endpointKey: endpoint_key, day, bits: new Set() }
        visitors.set(key, known)
        known.bits.add(events.visitor)
      }
    },
    async idRows(db) {
      await deleteIds(db, outdated)
      return [...ids.values()]
    },
    async saveCounts(db) {
      await saveCounts(db, [...counts.values()])
      await saveVisitors(db, [...visitors.values()])
    },
  }
}

function idKey(endpointKey: number, id: string): string {
  return `${endpointKey} ${id}`
}

/**
 * Adds counts to those of each hour. Beyond the maximum number of names in an hour, further names count together, so that
 * invented names fill neither the table nor the statistics.
 */
async function saveCounts(db: Kysely<Schema>, rows: readonly Schema['event_counts'][]): Promise<void> {
  if (rows.length === 0) return
  const known = await loadNames(db, rows)
  const counted = new Map<string, Schema['event_counts']>()
  for (const row of rows) {
    const hourKey = `${row.endpoint_key} ${row.hour}`
    const names = known.get(hourKey) ?? new Set()
    known.set(hourKey, names)
    const name = names.has(row.name) || names.size < MAX_NAMES_PER_HOUR ? row.name : OTHER_NAMES
    if (name !== OTHER_NAMES) names.add(name)
    const key = `${hourKey} ${name}`
    const same = counted.get(key)
    if (same) same.count += row.count
    else counted.set(key, { ...row, name })
  }
  // The endpoints are locked, so nobody else counts for them meanwhile.
  const all = [...counted.values()]
  for (let at = 0; at < all.length; at += MAX_ROWS_PER_STATEMENT) {
    await db
      .insertInto('event_counts')
      .values(all.slice(at, at + MAX_ROWS_PER_STATEMENT))
      .onConflict((conflict) =>
        conflict
          .columns(['endpoint_key', 'hour', 'name'])
          .doUpdateSet({ count: sql`event_counts.count + excluded.count` }),
      )
      .execute()
  }
}

/** Loads the names counted in these hours, by endpoint and hour. */
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
      const hourKey = `${endpointKey} ${hour}`
      names.set(hourKey, (names.get(hourKey) ?? new Set()).add(name))
    }
  }
  return names
}
