import { type Kysely, type Selectable, sql } from 'kysely'
import { EVENT_ID_HOURS, type EventCount, parseStoredEvents } from '../../domain/telemetry/event.ts'
import { HOURS_A_DAY } from '../../domain/telemetry/event-span.ts'
import { HOUR, later } from '../../domain/time.ts'
import type { EventBatch, TelemetryStore } from '../contract/telemetry-store.ts'
import type { Schema } from '../engine/schema.ts'
import { keyAt } from '../engine/sequence.ts'
import { findSeenRows } from './events.ts'

/** Number of hours counted by one statement. */
const HOURS_PER_STATEMENT = { hour: 2 * HOURS_A_DAY, day: 8 * HOURS_A_DAY } as const

/** Maximum size of the batches parsed without yielding. */
const MAX_READ_BYTES = 512 * 1024

/** @property yieldToEventLoop awaited before each piece that is read, see createYield */
type Reading = { reads: Kysely<Schema>; yieldToEventLoop: () => Promise<void> }
type RequestOf<Method extends keyof TelemetryStore> = Parameters<TelemetryStore[Method]>[0]

/** See TelemetryStore.listBatches. */
export async function listBatches(
  { reads, yieldToEventLoop }: Reading,
  { endpointId, upTo, from, to, limit }: RequestOf<'listBatches'>,
): Promise<EventBatch[]> {
  let page = reads
    .selectFrom('event_batches')
    .select(SIZE_COLUMNS)
    .where('endpoint_key', '=', selectKey(reads, endpointId))
    .orderBy('key', 'desc')
    .limit(limit)
  if (upTo !== null) page = page.where('key', '<=', upTo)
  if (to !== null) page = page.where('key', '<', keyAt(to))
  if (from !== null) page = page.where('key', '>=', keyAt(from))
  await yieldToEventLoop()
  const [first = []] = splitBySize(await page.execute())
  return (await readBatches(reads, first)).sort((one, other) => other.key - one.key)
}

/** See TelemetryStore.findBatches. */
export async function findBatches(
  { reads, yieldToEventLoop }: Reading,
  keys: readonly number[],
): Promise<EventBatch[]> {
  if (keys.length === 0) return []
  const found = await reads
    .selectFrom('event_batches')
    .select(SIZE_COLUMNS)
    .where('key', 'in', keys)
    .orderBy('key')
    .execute()
  const batches: EventBatch[] = []
  for (const piece of splitBySize(found)) {
    await yieldToEventLoop()
    batches.push(...(await readBatches(reads, piece)))
  }
  return batches
}

/** Columns with the size of a batch, without its events. */
const SIZE_COLUMNS = ['key', sql<number>`octet_length(events)`.as('bytes')] as const

type Measured = { key: number; bytes: number }

/** Splits batches into pieces of at most `MAX_READ_BYTES` bytes, or of one batch. */
function splitBySize(batches: readonly Measured[]): Measured[][] {
  const pieces: Measured[][] = []
  let bytes = Infinity
  for (const batch of batches) {
    bytes += batch.bytes
    if (bytes > MAX_READ_BYTES) {
      pieces.push([])
      bytes = batch.bytes
    }
    pieces.at(-1)?.push(batch)
  }
  return pieces
}

async function readBatches(reads: Kysely<Schema>, piece: readonly Measured[]): Promise<EventBatch[]> {
  if (piece.length === 0) return []
  const keys = piece.map(({ key }) => key)
  const rows = await reads
    .selectFrom('event_batches')
    .selectAll()
    .where('key', 'in', keys)
    .orderBy('key')
    .execute()
  return rows.map(toBatch)
}

/** See TelemetryStore.count. Counts a few days per statement: each hour may hold a hundred names. */
export async function countEvents(
  { reads, yieldToEventLoop }: Reading,
  request: RequestOf<'count'>,
): Promise<EventCount[]> {
  const { since, until, by } = request
  const counts: EventCount[] = []
  for (let from = since; from < until; from += HOURS_PER_STATEMENT[by]) {
    await yieldToEventLoop()
    const to = Math.min(until, from + HOURS_PER_STATEMENT[by])
    counts.push(...(await countPiece(reads, { ...request, since: from, until: to })))
  }
  return counts
}

async function countPiece(
  db: Kysely<Schema>,
  { endpointId, since, until, name, by }: RequestOf<'count'>,
): Promise<EventCount[]> {
  const hour = by === 'hour' ? sql<number>`hour` : sql<number>`hour / ${sql.lit(HOURS_A_DAY)}`
  let counts = db
    .selectFrom('event_counts')
    .select((select) => [hour.as('place'), 'name', select.fn.sum<number>('count').as('count')])
    .where('endpoint_key', '=', selectKey(db, endpointId))
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
  { endpointId, ids, now }: RequestOf<'findSeen'>,
): Promise<Set<string>> {
  const endpoint = ids.length === 0 ? undefined : await selectKey(db, endpointId).executeTakeFirst()
  if (!endpoint) return new Set()
  const oldest = later(now, -EVENT_ID_HOURS * HOUR).getTime()
  const rows = await findSeenRows(db, endpoint.key, ids)
  return new Set(rows.filter((row) => row.seen_at > oldest).map((row) => row.id))
}

function selectKey(db: Kysely<Schema>, endpointId: string) {
  return db.selectFrom('endpoints').select('key').where('id', '=', endpointId)
}

function toBatch(row: Selectable<Schema['event_batches']>): EventBatch {
  return {
    key: row.key,
    receivedAt: new Date(row.received_at),
    size: row.events.length,
    events: parseStoredEvents(row.events),
  }
}
