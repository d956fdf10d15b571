import type { Kysely } from 'kysely'
import type { ToldWatch } from '../../domain/outbox/notice.ts'
import type { ParsedEvent } from '../../domain/telemetry/event.ts'
import { isWatched, type Watch, type WatchFacts, type WatchRule } from '../../domain/telemetry/watch.ts'
import { toDate } from '../../domain/time.ts'
import type { Schema } from '../engine/schema.ts'
import { findBatches } from './event-reads.ts'

/** Maximum number of events that an email shows. */
const MAX_TOLD_EVENTS = 5
/** Maximum number of endpoints that the timer looks at in one round. */
const MAX_DUE_ENDPOINTS = 100

export const NO_WATCHES: readonly Watch[] = []

type WatchedRow = { key: number; has_watches: 1 | null }
type StoredFacts = {
  [Name in keyof Omit<WatchFacts, 'tally' | 'pending' | 'emailedAt'>]: number | null
} & Pick<WatchFacts, 'tally' | 'pending'> & { startedAt: number; emailedAt: readonly number[] }

/** Loads the watches of these endpoints by their keys; those without watches are absent and cost nothing. */
export async function loadWatches(
  db: Kysely<Schema>,
  endpoints: readonly WatchedRow[],
): Promise<ReadonlyMap<number, readonly Watch[]>> {
  const keys = endpoints.filter((row) => row.has_watches !== null).map((row) => row.key)
  const rows = await db
    .selectFrom('watches')
    .selectAll()
    .where('endpoint_key', 'in', keys)
    .orderBy('key')
    .execute()
  const byEndpoint = Map.groupBy(rows, (row) => row.endpoint_key)
  return new Map([...byEndpoint].map(([key, watches]) => [key, watches.map(toWatch)]))
}

/** Saves the watches of an endpoint that differ from the stored ones, and deletes those that it no longer has. */
export async function saveWatches(
  db: Kysely<Schema>,
  {
    key: endpointKey,
    watches,
    savedWatches,
  }: { key: number; watches: readonly Watch[]; savedWatches: readonly Watch[] },
): Promise<void> {
  const kept = new Set(watches.map(({ key }) => key))
  const removed = savedWatches.map(({ key }) => key).filter((key) => !kept.has(key))
  if (removed.length > 0) await db.deleteFrom('watches').where('key', 'in', removed).execute()
  const changed = watches.filter((watch) => !savedWatches.includes(watch))
  if (changed.length > 0) {
    await db
      .insertInto('watches')
      .values(changed.map((watch) => toRow(endpointKey, watch)))
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((set) => ({
          rule: set.ref('excluded.rule'),
          facts: set.ref('excluded.facts'),
          due_at: set.ref('excluded.due_at'),
        })),
      )
      .execute()
  }
  if (watches.length > 0 === savedWatches.length > 0) return
  await db
    .updateTable('endpoints')
    .set({ has_watches: watches.length > 0 ? 1 : null })
    .where('key', '=', endpointKey)
    .execute()
}

/** Lists the ids of endpoints with watches that are due, the longest overdue first; at most as many as one round takes. */
export async function listDueWatches(db: Kysely<Schema>, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('watches')
    .innerJoin('endpoints', 'endpoints.key', 'watches.endpoint_key')
    .select('endpoints.id')
    .where('watches.due_at', '<=', now.getTime())
    .orderBy('watches.due_at')
    .limit(MAX_DUE_ENDPOINTS)
    .execute()
  return [...new Set(rows.map(({ id }) => id))]
}

/** Returns when the next watch is due; null while none is. */
export async function nextWatchDueAt(db: Kysely<Schema>): Promise<Date | null> {
  const row = await db
    .selectFrom('watches')
    .select('due_at')
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return toDate(row?.due_at ?? null)
}

/** Loads the newest events that each of these watches tells of, as far as they are still stored. */
export async function loadToldEvents(
  db: Kysely<Schema>,
  told: readonly ToldWatch[],
): Promise<(readonly ParsedEvent[])[]> {
  const loaded: (readonly ParsedEvent[])[] = []
  for (const one of told) {
    const batches = one.kind === 'events' ? await findBatches(db, one.batches) : []
    const events = batches.flatMap((batch) => batch.events.filter((event) => isWatched(one, event)))
    loaded.push(events.reverse().slice(0, MAX_TOLD_EVENTS))
  }
  return loaded
}

/** Deletes the watches of an endpoint. */
export async function deleteWatches(db: Kysely<Schema>, endpointKey: number): Promise<void> {
  await db.deleteFrom('watches').where('endpoint_key', '=', endpointKey).execute()
  await db.updateTable('endpoints').set({ has_watches: null }).where('key', '=', endpointKey).execute()
}

/** Deletes the watches of all endpoints of an account. */
export async function deleteWatchesOfAccount(db: Kysely<Schema>, accountKey: number): Promise<void> {
  await db
    .deleteFrom('watches')
    .where('endpoint_key', 'in', (select) =>
      select.selectFrom('endpoints').select('key').where('account_key', '=', accountKey),
    )
    .execute()
  await db
    .updateTable('endpoints')
    .set({ has_watches: null })
    .where('account_key', '=', accountKey)
    .where('has_watches', 'is not', null)
    .execute()
}

function toRow(endpointKey: number, watch: Watch): Schema['watches'] {
  const { name, props, when, per, tells } = watch
  const rule: WatchRule = { name, props, when, per, tells }
  const facts: StoredFacts = {
    startedAt: watch.startedAt.getTime(),
    lastSeenAt: watch.lastSeenAt?.getTime() ?? null,
    firedAt: watch.firedAt?.getTime() ?? null,
    clearedAt: watch.clearedAt?.getTime() ?? null,
    calmSince: watch.calmSince?.getTime() ?? null,
    tally: watch.tally,
    pending: watch.pending,
    emailedAt: watch.emailedAt.map((at) => at.getTime()),
  }
  return {
    key: watch.key,
    endpoint_key: endpointKey,
    created_at: watch.createdAt.getTime(),
    rule: JSON.stringify(rule),
    facts: JSON.stringify(facts),
    due_at: watch.dueAt?.getTime() ?? null,
  }
}

function toWatch(row: Schema['watches']): Watch {
  const facts = JSON.parse(row.facts) as StoredFacts
  return {
    key: row.key,
    createdAt: new Date(row.created_at),
    ...(JSON.parse(row.rule) as WatchRule),
    startedAt: new Date(facts.startedAt),
    lastSeenAt: toDate(facts.lastSeenAt),
    firedAt: toDate(facts.firedAt),
    clearedAt: toDate(facts.clearedAt),
    calmSince: toDate(facts.calmSince),
    tally: facts.tally,
    pending: facts.pending,
    emailedAt: facts.emailedAt.map((at) => new Date(at)),
    dueAt: toDate(row.due_at),
  }
}
