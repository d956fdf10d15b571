import { type Refused, refused } from '../refusal.ts'
import { DAY, HOUR, later, MINUTE } from '../time.ts'
import { MAX_EVENT_AGE_HOURS, type PropValue, type TelemetryEvent } from './event.ts'

/** Limits of the spans of watches, and of the promise of a creator to send events. */
export const MIN_SPAN_MS = 5 * MINUTE
export const MAX_SPAN_MS = 30 * DAY
export const MAX_WATCHED_COUNT = 1_000_000
export const MAX_WATCHED_PROPS = 5
/** Upper limit for plans: each accepted request reads the watches of its endpoint. */
export const MAX_WATCHES = 20
/** Emails of one watch that it fired or cleared, within 24 hours. */
export const MAX_EMAILS_PER_DAY = 6
/** Emails of one watch about each event, within an hour; events beyond it are in the next one. */
export const MAX_EVENT_EMAILS_PER_HOUR = 10
/** Emails of all watches of an account, within 24 hours. */
export const MAX_ACCOUNT_EMAILS_PER_DAY = 30
/** Time after which an email of a watch that could not be sent is out of date. */
export const WATCH_EMAIL_MAX_AGE_MS = MAX_EVENT_AGE_HOURS * HOUR

/** A span as it is written: a number of minutes, hours or days, such as `90m`, `1h` or `7d`. */
export type Span = string

/** The condition of a watch: see docs/telemetry.md. */
export type WatchCondition =
  | { kind: 'silence'; for: Span }
  | { kind: 'over' | 'under'; count: number; per: Span }
  | { kind: 'every' }
  | { kind: 'report'; per: 'week' }

export const WATCH_CHANNELS = ['email', 'destinations'] as const
export type WatchChannel = (typeof WATCH_CHANNELS)[number]

/** The settings of a watch. */
export type WatchRule = {
  /** Name of the events that it counts; null: all. */
  name: string | null
  /** Props that an event must have to be counted. */
  props: readonly (readonly [name: string, value: PropValue])[]
  when: WatchCondition
  /** Time for which the condition must be false before the watch clears; null: that of the condition. */
  per: Span | null
  /** Where it tells. */
  tells: readonly WatchChannel[]
}

/** Facts of a watch: dates and counts, no flags. */
export type WatchFacts = {
  /** Arrival of the newest event that it counts, since its condition was set. */
  lastSeenAt: Date | null
  firedAt: Date | null
  clearedAt: Date | null
  /** Since then the condition has been false, in a watch that has fired; null while it is true. */
  calmSince: Date | null
  /** Counts of events that `over` and `under` compare; null before the first event. */
  tally: Tally | null
  /** Events that no email was about yet, in a watch on each event. */
  pending: PendingEvents | null
  /** Times of its last emails. */
  emailedAt: readonly Date[]
}

/** Counts of as many parts of the span, the newest last. `at`: number of the newest part, counted from 1970. */
export type Tally = { at: number; counts: readonly number[] }

/** `batches`: keys of the newest batches that have some of them. */
export type PendingEvents = { count: number; batches: readonly number[] }

/** A watch of a telemetry endpoint. */
export type Watch = WatchRule &
  WatchFacts & {
    /** Key of its row. */
    key: number
    createdAt: Date
    /** Time at which its condition was set, or the endpoint confirmed: it counts from then on. */
    startedAt: Date
    /** Time at which it must be looked at although nothing arrives; null for never. */
    dueAt: Date | null
  }

/** Reads a span; null for anything else. */
export function readSpan(span: Span): number | null {
  const [, digits, unit] = /^([1-9]\d{0,4})([mhd])$/.exec(span) ?? []
  if (digits === undefined) return null
  return Number(digits) * (unit === 'm' ? MINUTE : unit === 'h' ? HOUR : DAY)
}

/** Returns true for a span that a watch can have. */
export function isSpan(span: Span): boolean {
  const length = readSpan(span)
  return length !== null && length >= MIN_SPAN_MS && length <= MAX_SPAN_MS
}

/** Returns the length of a span that was read before. */
export function spanLength(span: Span): number {
  const length = readSpan(span)
  if (length === null) throw new Error('not a span')
  return length
}

/** Refuses fields that have no meaning beside each other; null for a rule that can be watched. */
export function checkRule({ when, per, props }: WatchRule): Refused | null {
  const neverClears = when.kind === 'every' || when.kind === 'report'
  if (neverClears && per !== null) {
    const message = 'A watch on each event, or a weekly report, never clears, so leave this out.'
    return refused({ code: 'value_invalid', field: 'per', message })
  }
  if (when.kind === 'report' && props.length > 0) {
    const message = 'A weekly report counts by name alone, so leave this out.'
    return refused({ code: 'value_invalid', field: 'props', message })
  }
  return null
}

/** Returns true while the watch has fired and not cleared. */
export function hasFired({ firedAt, clearedAt }: Pick<WatchFacts, 'firedAt' | 'clearedAt'>): boolean {
  return firedAt !== null && (clearedAt === null || clearedAt <= firedAt)
}

/** Returns true for an event that the watch counts. */
export function isWatched(
  { name, props }: Pick<WatchRule, 'name' | 'props'>,
  event: TelemetryEvent,
): boolean {
  if (name !== null && event.name !== name) return false
  return props.every(([prop, value]) =>
    event.props.some(([name, sent]) => name === prop && String(sent) === String(value)),
  )
}

const NO_FACTS: WatchFacts = {
  lastSeenAt: null,
  firedAt: null,
  clearedAt: null,
  calmSince: null,
  tally: null,
  pending: null,
  emailedAt: [],
}

const WEEK = 7 * DAY

/** Returns a watch that counts from `now` on. */
export function startWatch(watch: WatchRule & Pick<Watch, 'key' | 'createdAt'>, now: Date): Watch {
  return { ...watch, ...NO_FACTS, startedAt: now, dueAt: firstDueAt(watch.when, now) }
}

function firstDueAt(when: WatchCondition, now: Date): Date | null {
  switch (when.kind) {
    case 'silence':
      return later(now, spanLength(when.for))
    case 'under':
      return later(now, spanLength(when.per))
    case 'report':
      return later(now, WEEK)
    case 'over':
    case 'every':
      return null
  }
}
