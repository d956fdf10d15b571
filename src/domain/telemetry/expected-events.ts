import type { EndpointFacts } from '../endpoints/endpoint.ts'
import { type Refused, refused } from '../refusal.ts'
import type { FieldValue } from '../submissions/fields.ts'
import { HOUR, MINUTE } from '../time.ts'
import { isSpan, type Span, spanLength, WATCH_CHANNELS, type WatchRule } from './watch.ts'

/** An event may be late by a tenth of its interval, up to this limit: no job is exact. */
const LATE_SHARE = 10
const MAX_LATE_MS = HOUR

/** Reads the interval that the creator of a telemetry endpoint promises; null where none is promised. */
export function readExpectEvery(
  given: readonly FieldValue[],
): { kind: 'read'; every: Span | null } | Refused {
  const [every, ...more] = given
  if (every === undefined) return { kind: 'read', every: null }
  if (typeof every === 'string' && more.length === 0 && isSpan(every)) return { kind: 'read', every }
  const message =
    'Send one interval in minutes, hours or days, such as 15m, 1h or 7d. The shortest is 5m, the longest 30d.'
  return refused({ code: 'value_invalid', field: 'expect_every', message })
}

/** Returns the time without an event after which a promised one is overdue, in whole minutes. */
function overdueAfter(every: Span): number {
  const length = spanLength(every)
  const late = Math.min(length / LATE_SHARE, MAX_LATE_MS)
  return Math.ceil((length + late) / MINUTE) * MINUTE
}

/** Returns true when a promised event is overdue; null where none is promised. */
export function isOverdue({ settings, createdAt, lastAcceptedAt }: EndpointFacts, now: Date): boolean | null {
  const { expectEvery } = settings
  if (expectEvery === null) return null
  return now.getTime() - (lastAcceptedAt ?? createdAt).getTime() >= overdueAfter(expectEvery)
}

/** Returns the watch that a promise becomes with the claim. */
export function toExpectedRule(every: Span): WatchRule {
  const minutes = overdueAfter(every) / MINUTE
  return {
    name: null,
    props: [],
    when: { kind: 'silence', for: minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m` },
    per: null,
    tells: WATCH_CHANNELS,
  }
}
