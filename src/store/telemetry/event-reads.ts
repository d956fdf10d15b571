import { type Kysely, type Selectable, sql } from 'kysely'
import {
  EVENT_ID_HOURS,
  type EventCount,
  type ParsedEvent,
  parseStoredEvents,
} from '../../domain/telemetry/event.ts'
import { HOURS_A_DAY } from '../../domain/telemetry/event-span.ts'
import { HOUR, later } from '../../domain/time.ts'
import { createYield } from '../../runtime/yield-to-event-loop.ts'
import type { Schema } from '../engine/schema.ts'
import { keyAt } from '../engine/sequence.ts'
import { findSeenRows } from './events.ts'

/** Number of hours counted by one statement. */
const HOURS_PER_STATEMENT = { hour: 2 * HOURS_A_DAY, day: 8 * HOURS_A_DAY } as const

/** Maximum size of the batches parsed without yielding. */
const MAX_READ_BYTES = 512 * 1024

/** Awaited before each piece that is read. */
const yieldToEventLoop = createYield()

/** Events of one request. `size`: number of stored characters. */
export type EventBatch = { key: number; receivedAt: Date; size: number; events: readonly ParsedEvent[] }

/** Events to be counted in each hour or day from `since` to before `until`. */
export type CountRequest = {
  endpointId: string
  since: number
  until: number
  /** Null for all names. */
  name: string | null
  by: 'hour' | 'day'
}

/**
 * Lists batches of events of an endpoint, newest first, up to `limit` or a size limit; empty at the end.
 *
 * @param request.upTo largest key of the page; null for the newest
 * @param request.from time of receipt, as `to`, which is exclusive; null for no limit
 */
export async function listBatches(
  reads: Kysely<Schema>,
  request: { endpointId: string; upTo: number | null; from: Date | null; to: Date | null; limit: number },
): Promise<EventBatch[]> {
  const { endpointId, upTo, from, to, limit } = request
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

/** Returns those of these batches that exist, oldest first. */
export async function findBatches(reads: Kysely<Schema>, keys: readonly number[]): Promise<EventBatch[]> {
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

/** Splits a span into pieces of a few days, because each hour may hold a hundred names. */
export function* splitSpan(span: CountRequest): Generator<CountRequest> {
  const { since, until, by } = span
  for (let from = since; from < until; from += HOURS_PER_STATEMENT[by]) {
    yield { ...span, since: from, until: Math.min(until, from + HOURS_PER_STATEMENT[by]) }
  }
}

/** Counts the events of each name in each hour or day of a piece of a span. */
export async function countEvents(
  db: Kysely<Schema>,
  { endpointId, since, until, name, by }: CountRequest,
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

/** Returns those of these ids that an event of the endpoint had within the last day. */
export async function findSeen(
  db: Kysely<Schema>,
  { endpointId, ids, now }: { endpointId: string; ids: readonly string[]; now: Date },
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
