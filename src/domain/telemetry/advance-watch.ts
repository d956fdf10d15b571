import { DAY, HOUR, later, MINUTE } from '../time.ts'
import {
  hasFired,
  MAX_EMAILS_PER_DAY,
  MAX_EVENT_EMAILS_PER_HOUR,
  spanLength,
  type Tally,
  type Watch,
  type WatchCondition,
} from './watch.ts'

/** Parts of a span that are counted apart. */
const PARTS = 60
/** Batches that an email about each event reads. */
const MAX_PENDING_BATCHES = 5
/** A timer is moved when events postpone it by at least this time; one that is early does no harm. */
const MIN_TIMER_MOVE_MS = MINUTE
const WEEK = 7 * DAY

/** Events that a watch counts, of one accepted request. `batchKey`: key of the batch that has them. */
export type Arrival = { count: number; batchKey: number }

/** Something that a watch tells its owner. `email`: false beyond the limit of emails of the watch. */
export type WatchNews =
  | { kind: 'fired'; email: boolean; lastSeenAt: Date | null; count: number | null }
  | { kind: 'cleared'; email: boolean; firedAt: Date }
  | { kind: 'events'; email: boolean; count: number; batches: readonly number[] }
  | { kind: 'report'; email: boolean; since: Date; until: Date }

type Advanced = { watch: Watch; news: WatchNews[] }
type Input = { now: Date; arrival: Arrival | null }

/**
 * Returns the watch at `now`, after the events that arrived, and what it tells. Pure, and the same whoever calls it: the
 * request that brings events, or the timer, for which nothing arrived.
 */
export function advanceWatch(watch: Watch, input: Input): Advanced {
  const { when } = watch
  switch (when.kind) {
    case 'silence':
    case 'over':
    case 'under':
      return advanceCondition(watch, when, input)
    case 'every':
      return advanceEvery(watch, input)
    case 'report':
      return advanceReport(watch, input)
  }
}

type Condition = Extract<WatchCondition, { kind: 'silence' | 'over' | 'under' }>

/**
 * A fired watch tells nothing until it clears: its condition has been false for one `per`. Without events `over` becomes
 * false by itself, and the other two become true.
 */
function advanceCondition(before: Watch, when: Condition, { now, arrival }: Input): Advanced {
  const news: WatchNews[] = []
  let watch = passTime(before, when, now)
  if (hasFired(before) && !hasFired(watch)) {
    watch = tell(watch, now, (email) => news.push({ kind: 'cleared', email, firedAt: before.firedAt ?? now }))
  }
  if (arrival) watch = count(watch, when, arrival, now)
  const isTrue = isTrueAt(watch, when, now)
  if (hasFired(watch)) {
    if (isTrue) watch = { ...watch, calmSince: null }
    else if (arrival) watch = { ...watch, calmSince: watch.calmSince ?? now }
  } else if (isTrue) {
    const { lastSeenAt } = watch
    const counted = when.kind === 'silence' ? null : sum(watch.tally, when, now)
    watch = tell({ ...watch, firedAt: now, calmSince: null }, now, (email) =>
      news.push({ kind: 'fired', email, lastSeenAt, count: counted }),
    )
  }
  return { watch: { ...watch, dueAt: moveTimer(watch.dueAt, nextChange(watch, when), now) }, news }
}

/** Returns the watch at `now` if nothing has arrived since: cleared, or calm, or no longer calm. It does not fire. */
function passTime(watch: Watch, when: Condition, now: Date): Watch {
  if (!hasFired(watch)) return watch
  const clearsAt = findClearing(watch, when)
  if (clearsAt !== null && clearsAt <= now.getTime()) return { ...watch, clearedAt: now, calmSince: null }
  if (when.kind === 'over') {
    const falseFrom = fallsTo(watch.tally, when, when.count)
    return watch.calmSince || falseFrom > now.getTime() ? watch : { ...watch, calmSince: new Date(falseFrom) }
  }
  return trueFrom(watch, when) <= now.getTime() ? { ...watch, calmSince: null } : watch
}

/** Returns when a watch clears that has fired, if nothing arrives; null when it does not. */
function findClearing(watch: Watch, when: Condition): number | null {
  const calmSince =
    watch.calmSince?.getTime() ?? (when.kind === 'over' ? fallsTo(watch.tally, when, when.count) : null)
  if (calmSince === null) return null
  const clearsAt = calmSince + spanLength(watch.per ?? getSpan(when))
  // At the same instant it would clear and fire again.
  return when.kind === 'over' || clearsAt < trueFrom(watch, when) ? clearsAt : null
}

/** Returns the next instant at which the watch fires or clears if nothing arrives; null for never. */
function nextChange(watch: Watch, when: Condition): number | null {
  if (hasFired(watch)) return findClearing(watch, when)
  return when.kind === 'over' ? null : trueFrom(watch, when)
}

/** Returns from when on `silence` or `under` is true if nothing arrives. */
function trueFrom({ lastSeenAt, startedAt, tally }: Watch, when: Exclude<Condition, { kind: 'over' }>): number
function trueFrom(watch: Watch, when: Condition): number
function trueFrom({ lastSeenAt, startedAt, tally }: Watch, when: Condition): number {
  const first = startedAt.getTime() + spanLength(getSpan(when))
  if (when.kind === 'silence') {
    return lastSeenAt ? Math.max(lastSeenAt.getTime(), startedAt.getTime()) + spanLength(when.for) : first
  }
  return Math.max(first, fallsTo(tally, when, when.count - 1))
}

function isTrueAt(watch: Watch, when: Condition, now: Date): boolean {
  if (when.kind === 'over') return sum(watch.tally, when, now) > when.count
  return trueFrom(watch, when) <= now.getTime()
}

/** Returns the span that a condition is about. */
export function getSpan(when: Condition): string {
  return when.kind === 'silence' ? when.for : when.per
}

type Counting = Extract<Condition, { kind: 'over' | 'under' }>

function getPart(when: Counting): number {
  return spanLength(when.per) / PARTS
}

/** `over` counts no event that is older than its span, and `under` each one that is not, so that neither fires early. */
function countedParts(when: Counting): number {
  return when.kind === 'over' ? PARTS : PARTS + 1
}

function count(watch: Watch, when: Condition, arrival: Arrival, now: Date): Watch {
  const seen = { ...watch, lastSeenAt: now }
  if (when.kind === 'silence') return seen
  const { at, counts } = watch.tally ?? { at: 0, counts: [] }
  // A clock that goes back adds to the newest part.
  const part = Math.max(at, Math.floor(now.getTime() / getPart(when)))
  const added = Math.min(part - at, PARTS + 1)
  const moved = [...counts, ...Array.from({ length: added }, () => 0)].slice(-(PARTS + 1))
  const newest = (moved.pop() ?? 0) + arrival.count
  return { ...seen, tally: { at: part, counts: [...moved, newest] } }
}

/** Returns the number of events within the span that ends at `now`. */
function sum(tally: Tally | null, when: Counting, now: Date): number {
  return sumAt(tally, Math.floor(now.getTime() / getPart(when)), countedParts(when))
}

function sumAt(tally: Tally | null, part: number, parts: number): number {
  if (!tally) return 0
  const { at, counts } = tally
  const oldest = Math.max(part, at) - parts
  return counts.reduce(
    (total, number, place) => (at - counts.length + 1 + place > oldest ? total + number : total),
    0,
  )
}

/** Returns the instant from which on no more than `most` events are counted if nothing arrives. */
function fallsTo(tally: Tally | null, when: Counting, most: number): number {
  if (!tally) return 0
  const parts = countedParts(when)
  let part = tally.at
  while (sumAt(tally, part, parts) > most) part += 1
  return part * getPart(when)
}

/** Returns when a watch fires, or tells, and when it clears, if nothing arrives; null for never. */
export function forecastWatch(watch: Watch): { firesAt: Date | null; clearsAt: Date | null } {
  const { when } = watch
  if (when.kind === 'every' || when.kind === 'report') return { firesAt: watch.dueAt, clearsAt: null }
  const next = nextChange(watch, when)
  const at = next === null ? null : new Date(next)
  return hasFired(watch) ? { firesAt: null, clearsAt: at } : { firesAt: at, clearsAt: null }
}

/** Returns the number of events that a watch counts now; null for one that counts none. */
export function getCount(watch: Watch, now: Date): number | null {
  const { when, tally } = watch
  return when.kind === 'over' || when.kind === 'under' ? sum(tally, when, now) : null
}

/** Calls `add` with whether an email may tell it, and records that email. */
function tell(watch: Watch, now: Date, add: (email: boolean) => unknown): Watch {
  const recent = watch.emailedAt.filter((at) => now.getTime() - at.getTime() < DAY)
  const email = watch.tells.includes('email') && recent.length < MAX_EMAILS_PER_DAY
  add(email)
  return { ...watch, emailedAt: email ? [...recent, now] : recent }
}

/** Returns the timer: that of before, unless the next change is earlier, or later by more than is worth a write. */
function moveTimer(timer: Date | null, next: number | null, now: Date): Date | null {
  if (next === null) return null
  const isEarly =
    timer && timer > now && timer.getTime() <= next && next - timer.getTime() < MIN_TIMER_MOVE_MS
  return isEarly ? timer : new Date(next)
}

function advanceEvery(watch: Watch, { now, arrival }: Input): Advanced {
  const count = (watch.pending?.count ?? 0) + (arrival?.count ?? 0)
  const lastSeenAt = arrival ? now : watch.lastSeenAt
  if (count === 0) return { watch: { ...watch, lastSeenAt, dueAt: null }, news: [] }
  const known = watch.pending?.batches ?? []
  const batches = (arrival ? [arrival.batchKey, ...known] : known).slice(0, MAX_PENDING_BATCHES)
  const recent = watch.emailedAt.filter((at) => now.getTime() - at.getTime() < HOUR)
  const oldest = recent.at(-MAX_EVENT_EMAILS_PER_HOUR)
  if (oldest) {
    return {
      watch: { ...watch, lastSeenAt, pending: { count, batches }, dueAt: later(oldest, HOUR) },
      news: [],
    }
  }
  return {
    watch: { ...watch, lastSeenAt, firedAt: now, pending: null, emailedAt: [...recent, now], dueAt: null },
    news: [{ kind: 'events', email: watch.tells.includes('email'), count, batches }],
  }
}

/** A report about a week without events is sent once. */
function advanceReport(watch: Watch, { now, arrival }: Input): Advanced {
  const lastSeenAt = arrival ? now : watch.lastSeenAt
  const { dueAt } = watch
  if (dueAt === null || dueAt > now) return { watch: { ...watch, lastSeenAt }, news: [] }
  const weeks = Math.floor((now.getTime() - dueAt.getTime()) / WEEK)
  const until = later(dueAt, weeks * WEEK)
  const isQuiet = (watch.lastSeenAt ?? watch.startedAt).getTime() < until.getTime() - 2 * WEEK
  const email = watch.tells.includes('email')
  return {
    watch: { ...watch, lastSeenAt, firedAt: isQuiet ? watch.firedAt : now, dueAt: later(until, WEEK) },
    news: isQuiet ? [] : [{ kind: 'report', email, since: later(until, -WEEK), until }],
  }
}
