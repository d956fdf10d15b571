import type { Kysely } from 'kysely'
import {
  addVisitor,
  createBitmap,
  estimateVisitors,
  toDay,
  type VisitorCount,
} from '../../domain/telemetry/visitor.ts'
import type { Schema } from '../engine/schema.ts'
import type { QueueWrite } from '../engine/write-queue.ts'

/** Maximum number of bitmaps that one batch deletes. */
const MAX_BITMAPS_PER_BATCH = 500

/** Visitors of an endpoint on a day, by their bits in its bitmap. */
export type DayVisitors = { endpointKey: number; day: number; bits: Set<number> }

/** Adds visitors to the bitmaps and counts of their days. The endpoints are locked, so nobody else counts meanwhile. */
export async function saveVisitors(db: Kysely<Schema>, visitors: readonly DayVisitors[]): Promise<void> {
  for (const [day, those] of Map.groupBy(visitors, (one) => one.day)) {
    const known = await loadBitmaps(
      db,
      day,
      those.map(({ endpointKey }) => endpointKey),
    )
    const rows = those.flatMap(({ endpointKey, bits }) => {
      const stored = known.get(endpointKey)
      // A day whose bitmap was deleted is complete: another node has passed midnight already.
      if (stored === null) return []
      const bitmap = stored ?? createBitmap()
      const added = [...bits].filter((bit) => addVisitor(bitmap, bit))
      if (added.length === 0) return []
      const count = estimateVisitors(bitmap)
      return [{ endpoint_key: endpointKey, day, count, bitmap: Buffer.from(bitmap).toString('base64') }]
    })
    if (rows.length === 0) continue
    await db
      .insertInto('visitor_counts')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['endpoint_key', 'day']).doUpdateSet((set) => ({
          count: set.ref('excluded.count'),
          bitmap: set.ref('excluded.bitmap'),
        })),
      )
      .execute()
  }
}

/** Loads the bitmaps of a day by endpoint; null for one that was deleted. */
async function loadBitmaps(
  db: Kysely<Schema>,
  day: number,
  endpointKeys: readonly number[],
): Promise<Map<number, Uint8Array | null>> {
  const rows = await db
    .selectFrom('visitor_counts')
    .select(['endpoint_key', 'bitmap'])
    .where('endpoint_key', 'in', endpointKeys)
    .where('day', '=', day)
    .orderBy('endpoint_key')
    // Whoever deletes these rows waits, so that what was deleted is not saved again.
    .forUpdate()
    .execute()
  return new Map(
    rows.map((row) => [row.endpoint_key, row.bitmap === null ? null : Buffer.from(row.bitmap, 'base64')]),
  )
}

/** Counts the unique visitors of each day from `since` to before `until` (days since 1970), oldest first. */
export async function countVisitors(
  db: Kysely<Schema>,
  { endpointId, since, until }: { endpointId: string; since: number; until: number },
): Promise<VisitorCount[]> {
  return db
    .selectFrom('visitor_counts')
    .innerJoin('endpoints', 'endpoints.key', 'visitor_counts.endpoint_key')
    .select(['visitor_counts.day', 'visitor_counts.count'])
    .where('endpoints.id', '=', endpointId)
    .where('visitor_counts.day', '>=', since)
    .where('visitor_counts.day', '<', until)
    .orderBy('visitor_counts.day')
    .execute()
}

/** The salts of visitor hashes, which all nodes share. */
type VisitorSalts = {
  /** Returns the salt of the visitor hashes of today, the same for all nodes: the first one that any of them created. */
  load(request: { now: Date; newSalt: () => string }): Promise<string>
  /** Forgets the salt of an earlier day. */
  forget(now: Date): void
}

/** Creates the salts on the write queue; this node remembers the newest one. */
export function createVisitorSalts(write: QueueWrite): VisitorSalts {
  let known: { day: number; salt: Promise<string> } | null = null
  return {
    load({ now, newSalt }) {
      const day = toDay(now)
      if (known?.day === day) return known.salt
      const salt = write(({ db }) => saveSalt(db, { day, salt: newSalt() }))
      const loading = { day, salt }
      known = loading
      salt.catch(() => {
        if (known === loading) known = null
      })
      return salt
    },
    forget(now) {
      if (known && known.day < toDay(now)) known = null
    },
  }
}

/** Saves the salt of a day, unless it has one, and deletes those of earlier days. Returns the salt of the day. */
async function saveSalt(db: Kysely<Schema>, row: Schema['visitor_salts']): Promise<string> {
  await db.deleteFrom('visitor_salts').where('day', '<', row.day).execute()
  await db
    .insertInto('visitor_salts')
    .values(row)
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute()
  const { salt } = await db
    .selectFrom('visitor_salts')
    .select('salt')
    .where('day', '=', row.day)
    .executeTakeFirstOrThrow()
  return salt
}

/**
 * Deletes the salts of earlier days and of clocks that were ahead, and a batch of the bitmaps of days that are over. Returns
 * 0 when none is left.
 */
export async function purgeVisitors(db: Kysely<Schema>, now: Date): Promise<number> {
  const today = toDay(now)
  // A salt of a later day is that of a clock that was ahead; another node may have passed midnight already.
  await db
    .deleteFrom('visitor_salts')
    .where((row) => row.or([row('day', '<', today), row('day', '>', today + 1)]))
    .execute()
  const rows = await db
    .selectFrom('visitor_counts')
    .select(['endpoint_key', 'day'])
    .where('bitmap', 'is not', null)
    .where('day', '<', today)
    .orderBy('day')
    .limit(MAX_BITMAPS_PER_BATCH)
    .execute()
  for (const [day, those] of Map.groupBy(rows, (row) => row.day)) {
    const keys = those.map((row) => row.endpoint_key)
    await db
      .updateTable('visitor_counts')
      .set({ bitmap: null })
      .where('endpoint_key', 'in', keys)
      .where('day', '=', day)
      .execute()
  }
  return rows.length
}

/** Deletes the visitors of an endpoint: a row for each day. Returns false when there were none. */
export async function deleteVisitors(db: Kysely<Schema>, endpointKey: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('visitor_counts')
    .where('endpoint_key', '=', endpointKey)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
