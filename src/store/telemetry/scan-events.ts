import type { Kysely } from 'kysely'
import { MAX_EVENT_AGE_MS, MAX_EVENT_AHEAD_MS, type ParsedEvent } from '../../domain/telemetry/event.ts'
import { createBreakdown, type EventBreakdown } from '../../domain/telemetry/event-breakdown.ts'
import { type EventFilter, matchesFilter, type PropFilter } from '../../domain/telemetry/event-filter.ts'
import {
  createValueTally,
  type ValueCounts,
  type ValueSelection,
} from '../../domain/telemetry/event-values.ts'
import { later } from '../../domain/time.ts'
import type { Schema } from '../engine/schema.ts'
import { type EventBatch, listBatches } from './event-reads.ts'

/** Maximum number of batches per read. */
const BATCHES_PER_READ = 50
/** Maximum number of batches, and of characters, scanned for one page; a breakdown scans twice as many characters. */
const MAX_BATCHES = 1000
const MAX_SCANNED_CHARACTERS = 8 * 1024 * 1024
/** Maximum number of events that a breakdown counts. */
const MAX_SCANNED_EVENTS = 100_000

/** Position of an event in the order of an endpoint: its batch, and its number in it. */
export type EventPosition = { key: number; index: number }

/** A stored event with its position. */
export type PositionedEvent = ParsedEvent & { position: EventPosition; receivedAt: Date }

/** `next`: `before` of the next page; null on the last page. */
export type EventPage = { events: PositionedEvent[]; next: EventPosition | null }

/** Lists a page of the events that the filter selects, newest first. It ends early when much has been scanned. */
export async function listEvents(
  db: Kysely<Schema>,
  request: EventFilter & PropFilter & { before: EventPosition | null; limit: number },
): Promise<EventPage> {
  const { before, limit } = request
  const events: PositionedEvent[] = []
  let last = before
  let looked = 0
  let size = 0
  for await (const batch of scanBatches(db, { ...request, upTo: before?.key ?? null })) {
    looked += 1
    size += batch.size
    for (let index = batch.events.length - 1; index >= 0; index -= 1) {
      const event = batch.events[index]
      if (!event || (batch.key === before?.key && index >= before.index)) continue
      if (!matchesFilter(event, request)) continue
      if (events.length === limit) return { events, next: last }
      last = { key: batch.key, index }
      events.push({ ...event, position: last, receivedAt: batch.receivedAt })
    }
    if (looked === MAX_BATCHES || size > MAX_SCANNED_CHARACTERS) {
      return { events, next: { key: batch.key, index: 0 } }
    }
  }
  return { events, next: null }
}

/** Counts what the newest of these events contain, without test events; `complete` says whether they are all. */
export async function breakDownEvents(
  db: Kysely<Schema>,
  filter: EventFilter & PropFilter,
): Promise<EventBreakdown & { complete: boolean }> {
  const breakdown = createBreakdown()
  const complete = await tallyEvents(db, filter, breakdown)
  return { ...breakdown.summarize(), complete }
}

/** Counts the values of a part of the newest of these events, without test events; `complete` says whether they are all. */
export async function countValues(
  db: Kysely<Schema>,
  { limit, ...filter }: EventFilter & ValueSelection & { limit: number },
): Promise<ValueCounts & { complete: boolean }> {
  const tally = createValueTally(filter)
  // The prop is that of the values, and no filter of the events.
  const complete = await tallyEvents(db, { ...filter, prop: null, value: null }, tally)
  return { ...tally.summarize(limit), complete }
}

/** Adds the newest of these events to a tally, without test events. Returns true when they are all. */
async function tallyEvents(
  db: Kysely<Schema>,
  filter: EventFilter & PropFilter,
  tally: { events(): number; add(event: ParsedEvent): void },
): Promise<boolean> {
  let size = 0
  for await (const batch of scanBatches(db, { ...filter, upTo: null })) {
    for (const event of batch.events) {
      if (!event.isTest && matchesFilter(event, filter)) tally.add(event)
    }
    size += batch.size
    if (tally.events() >= MAX_SCANNED_EVENTS || size >= 2 * MAX_SCANNED_CHARACTERS) return false
  }
  return true
}

/** Reads the batches that may contain matching events, newest first. */
async function* scanBatches(
  db: Kysely<Schema>,
  request: EventFilter & { upTo: number | null },
): AsyncGenerator<EventBatch> {
  const { endpointId, since, until } = request
  const from = since && later(since, -MAX_EVENT_AHEAD_MS)
  const to = until && later(until, MAX_EVENT_AGE_MS)
  let { upTo } = request
  for (;;) {
    const batches = await listBatches(db, { endpointId, upTo, from, to, limit: BATCHES_PER_READ })
    yield* batches
    const last = batches.at(-1)
    if (!last) return
    upTo = last.key - 1
  }
}
