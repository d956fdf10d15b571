import type { Refusal, Refused } from '../../domain/refusal.ts'
import { type EventCount, OTHER_NAMES, type ParsedEvent } from '../../domain/telemetry/event.ts'
import { listMostFrequent } from '../../domain/telemetry/event-breakdown.ts'
import type { EventFilter, PropFilter } from '../../domain/telemetry/event-filter.ts'
import {
  type EventSpan,
  HOURS_A_DAY,
  type Interval,
  parseEventSpan,
} from '../../domain/telemetry/event-span.ts'
import type { VisitorCount } from '../../domain/telemetry/visitor.ts'
import type { EventPosition } from '../../store/telemetry/scan-events.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'

/** Number of names counted separately: fewer for a long span by hour, so that an answer has at most `MAX_COUNTS` counts. */
const MAX_NAMES = 50
const MIN_NAMES = 10
const MAX_COUNTS = 10_000

/** Refusal of an invalid time range. */
export const SPAN_INVALID: Refusal = {
  code: 'value_invalid',
  field: 'since',
  message: 'The time range is empty or too long. It can cover at most 31 days by hour or 400 days by day.',
}

/** An event that is stored. */
export type StoredEvent = ParsedEvent & { eventId: string; receivedAt: Date }

/**
 * Lists a page of the events of an endpoint, newest first. It ends early when much has been scanned. Callers have
 * checked the right to read the endpoint, here and below.
 */
export async function listEvents(
  context: Context,
  request: EventFilter & PropFilter & { limit: number; cursor: string | undefined },
): Promise<{ kind: 'listed'; events: StoredEvent[]; next: string | null } | Refused> {
  const begin = parsePosition(context, request.cursor)
  if (begin === null) {
    const message = 'This is not a next_cursor of this list.'
    return { kind: 'refused', refusal: { code: 'value_invalid', field: 'cursor', message } }
  }
  const { events, next } = await context.store.telemetry.listEvents({ ...request, before: begin.position })
  return {
    kind: 'listed',
    events: events.map(({ position, ...event }) => ({
      ...event,
      eventId: context.keys.eventId(position.key, position.index),
    })),
    next: next && toCursor(context, next),
  }
}

export type EventStats = {
  kind: 'counted'
  interval: Interval
  span: EventSpan
  counts: EventCount[]
  /** Unique visitors of each day of the span, oldest first; null for a single name, because they are counted for all. */
  visitors: VisitorCount[] | null
}

/** Counts the events of each name in each hour or day, and the unique visitors of each day; oldest first. */
export async function countEvents(
  { store }: Context,
  request: EventFilter & { interval: Interval; now: Date },
): Promise<EventStats | Refused> {
  const { endpointId, name, interval } = request
  const span = parseEventSpan(request)
  if (!span) return { kind: 'refused', refusal: SPAN_INVALID }
  const counts = await store.telemetry.count({ endpointId, ...span, name, by: interval })
  const shown = name === null ? foldedNames(counts, countNames(span, interval)) : counts
  const sorted = shown.sort((one, other) => one.hour - other.hour || (one.name < other.name ? -1 : 1))
  const days = { since: Math.floor(span.since / HOURS_A_DAY), until: Math.ceil(span.until / HOURS_A_DAY) }
  const visitors = name === null ? await store.telemetry.countVisitors({ endpointId, ...days }) : null
  return { kind: 'counted', interval, span, counts: sorted, visitors }
}

/** Loads the events of new batches, oldest first. */
export async function toEvents(context: Context, batchKeys: readonly number[]): Promise<StoredEvent[]> {
  const batches = await context.store.telemetry.findBatches(batchKeys)
  return batches.flatMap(({ key, receivedAt, events }) =>
    events.map((event, index) => ({ ...event, eventId: context.keys.eventId(key, index), receivedAt })),
  )
}

/** Returns the event before which a page begins; null for an unknown cursor. */
function parsePosition(
  { keys }: Context,
  cursor: string | undefined,
): { position: EventPosition | null } | null {
  if (cursor === undefined) return { position: null }
  const [, row = '', index] = /^(.{1,60})\.(\d{1,3})$/.exec(cursor) ?? []
  const key = keys.rowKey('cursor', row)
  return key === null || index === undefined ? null : { position: { key, index: Number(index) } }
}

function toCursor({ keys }: Context, { key, index }: EventPosition): string {
  return `${keys.rowId('cursor', key)}.${index}`
}

function countNames({ since, until }: EventSpan, interval: Interval): number {
  const places = interval === 'hour' ? until - since : (until - since) / HOURS_A_DAY
  return Math.max(MIN_NAMES, Math.min(MAX_NAMES, Math.floor(MAX_COUNTS / places)))
}

/** Returns the counts of the most frequent names, and adds up all others as one. */
function foldedNames(counts: EventCount[], most: number): EventCount[] {
  const totals = new Map<string, number>()
  for (const { name, count } of counts) totals.set(name, (totals.get(name) ?? 0) + count)
  if (totals.size <= most) return counts
  const kept = new Set(
    listMostFrequent(
      [...totals].map(([name, count]) => ({ name, count })),
      most - 1,
    ).map(({ name }) => name),
  )
  const others = new Map<number, EventCount>()
  const shown: EventCount[] = []
  for (const one of counts) {
    if (kept.has(one.name) && one.name !== OTHER_NAMES) {
      shown.push(one)
      continue
    }
    const other = others.get(one.hour) ?? { hour: one.hour, name: OTHER_NAMES, count: 0 }
    other.count += one.count
    others.set(one.hour, other)
  }
  return [...shown, ...others.values()]
}

/** Calls `listener` with the batches that arrive, or with null when some were missed; the returned function ends it. */
export async function followEvents(
  { store }: Context,
  endpointId: string,
  listener: (batchKeys: readonly number[] | null) => void,
): Promise<() => void> {
  return store.telemetry.follow(endpointId, listener)
}

/** Deletes all events of an endpoint. Returns the number of requests that had sent them; null when it is not the caller's. */
export async function emptyTelemetry(
  { store }: Context,
  { accountKey }: Caller,
  endpointId: string,
): Promise<number | null> {
  let deleted = 0
  for (;;) {
    const emptied = await store.telemetry.empty({ accountKey, endpointId })
    if (emptied === null) return null
    deleted += emptied.deleted
    if (!emptied.more) return deleted
  }
}
