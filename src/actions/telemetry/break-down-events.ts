import type { Refusal, Refused } from '../../domain/refusal.ts'
import type { EventBreakdown } from '../../domain/telemetry/event-breakdown.ts'
import type { EventFilter, PropFilter } from '../../domain/telemetry/event-filter.ts'
import { parseEventSpan } from '../../domain/telemetry/event-span.ts'
import type { ValueCounts, ValueSelection } from '../../domain/telemetry/event-values.ts'
import type { Context } from '../context.ts'
import { SPAN_INVALID } from './read-events.ts'

/** `complete`: false when there were too many events to count all. */
type BrokenDownEvents = { kind: 'broken_down'; complete: boolean } & EventBreakdown

/** Counts the props of the events and their values, pages, sources and users, without test events; returns the most frequent of each. */
export async function breakDownEvents(
  { store }: Context,
  { now, ...filter }: EventFilter & PropFilter & { now: Date },
): Promise<BrokenDownEvents | Refused> {
  const span = parseEventSpan({ ...filter, now, interval: 'day' })
  if (!span) return { kind: 'refused', refusal: SPAN_INVALID }
  return { kind: 'broken_down', ...(await store.telemetry.breakDown(filter)) }
}

const PROP_MISSING: Refusal = {
  code: 'value_invalid',
  field: 'prop',
  message: 'Name the prop whose values to list, or ask for another part of the events with `of`.',
}

/** `complete`: false when there were too many events to count all. */
type CountedValues = { kind: 'counted'; complete: boolean } & ValueCounts

/** Counts the values of a prop of the events, or of their pages, sources or users, without test events. */
export async function countEventValues(
  { store }: Context,
  { now, ...request }: EventFilter & ValueSelection & { limit: number; now: Date },
): Promise<CountedValues | Refused> {
  if (request.of === 'prop' && request.prop === null) return { kind: 'refused', refusal: PROP_MISSING }
  const span = parseEventSpan({ ...request, now, interval: 'day' })
  if (!span) return { kind: 'refused', refusal: SPAN_INVALID }
  return { kind: 'counted', ...(await store.telemetry.countValues(request)) }
}
