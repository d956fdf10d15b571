import type { Refusal } from '../../domain/refusal.ts'
import { MAX_EVENT_AGE_MS, MAX_EVENT_AHEAD_MS, type TelemetryEvent } from '../../domain/telemetry/event.ts'
import { later } from '../../domain/time.ts'
import type { EventBatch } from '../../store/contract/telemetry-store.ts'
import type { Context } from '../context.ts'

/** Maximum number of batches per read. */
const BATCHES_PER_READ = 50

/** Maximum number of characters scanned for one page; statistics scan twice as many. */
export const MAX_SCANNED_CHARACTERS = 8 * 1024 * 1024

/** A selection of events. */
export type EventFilter = {
  endpointId: string
  name: string | null
  since: Date | null
  until: Date | null
}

/** A selection by a prop with this name, this value, or both. */
export type PropFilter = { prop: string | null; value: string | null }

/** Refusal of an invalid time range. */
export const SPAN_INVALID: Refusal = {
  code: 'value_invalid',
  field: 'since',
  message: 'The time range is empty or too long. It can cover at most 31 days by hour or 400 days by day.',
}

/** Reads the batches that may contain matching events, newest first. */
export async function* scanBatches(
  { store }: Context,
  request: EventFilter & { upTo: number | null },
): AsyncGenerator<EventBatch> {
  const { endpointId, since, until } = request
  const from = since && later(since, -MAX_EVENT_AHEAD_MS)
  const to = until && later(until, MAX_EVENT_AGE_MS)
  let { upTo } = request
  for (;;) {
    const batches = await store.telemetry.listBatches({ endpointId, upTo, from, to, limit: BATCHES_PER_READ })
    yield* batches
    const last = batches.at(-1)
    if (!last) return
    upTo = last.key - 1
  }
}

/** Returns true when the filter selects the event. */
export function matchesFilter(event: TelemetryEvent, filter: EventFilter & PropFilter): boolean {
  const { name, since, until } = filter
  if (name !== null && event.name !== name) return false
  if ((since !== null && event.time < since) || (until !== null && event.time >= until)) return false
  return hasProp(event, filter)
}

function hasProp({ props }: TelemetryEvent, { prop, value }: PropFilter): boolean {
  if (prop === null && value === null) return true
  return props.some(
    ([name, given]) => (prop === null || name === prop) && (value === null || String(given) === value),
  )
}

/** Returns the most frequent items first. */
export function listMostFrequent<Counted extends { count: number }>(
  counted: readonly Counted[],
  most: number,
): Counted[] {
  return [...counted].sort((one, other) => other.count - one.count).slice(0, most)
}
