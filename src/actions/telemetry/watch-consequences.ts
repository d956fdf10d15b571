import { mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import { isConfirmed } from '../../domain/endpoints/endpoint.ts'
import type { ToldWatch } from '../../domain/outbox/notice.ts'
import { type Arrival, advanceWatch, type WatchNews } from '../../domain/telemetry/advance-watch.ts'
import { type EventCount, OTHER_NAMES, type TelemetryEvent } from '../../domain/telemetry/event.ts'
import { isWatched, MAX_WATCHES, WATCH_EMAIL_MAX_AGE_MS, type Watch } from '../../domain/telemetry/watch.ts'
import { describeToldWatch } from '../../domain/telemetry/watch-text.ts'
import { later } from '../../domain/time.ts'
import type { Consequence, FoundEndpoint } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'
import { tellDestinations } from '../destinations/delivery-targets.ts'

/** Keys that the consequences of watches usually take: for one email about all of them, and for one event of destinations. */
export const KEYS_OF_WATCHES = 2
/** The same where each watch of an endpoint tells its destinations that it cleared and fired. */
export const MAX_KEYS_OF_WATCHES = 1 + 2 * MAX_WATCHES
/** Names that a weekly report lists. */
const MAX_REPORTED_NAMES = 10

type News = { watch: Watch; told: ToldWatch; email: boolean }

/** Builds what accepted events change about the watches of their endpoint; nothing for an endpoint without watches. */
export function watchArrivals(
  context: Context,
  found: FoundEndpoint,
  { events, batchKey, now }: { events: readonly TelemetryEvent[]; batchKey: number; now: Date },
): Consequence[] {
  if (found.watches.length === 0) return []
  const countFor = (watch: Watch): Arrival | null => {
    const count = events.filter((event) => isWatched(watch, event)).length
    return count === 0 ? null : { count, batchKey }
  }
  return toConsequences(context, found, {
    now,
    advance(watch) {
      const arrival = countFor(watch)
      return arrival ? advanceWatch(watch, { now, arrival }) : null
    },
  })
}

/**
 * Builds what the time changes about the watches that are due.
 *
 * @param reports counts of the week that a weekly report is about, by the key of its watch
 */
export function watchTime(
  context: Context,
  found: FoundEndpoint,
  { reports, now }: { reports: ReadonlyMap<number, readonly EventCount[]>; now: Date },
): Consequence[] {
  return toConsequences(context, found, {
    now,
    reports,
    advance: (watch) =>
      watch.dueAt && watch.dueAt <= now ? advanceWatch(watch, { now, arrival: null }) : null,
  })
}

function toConsequences(
  context: Context,
  found: FoundEndpoint,
  {
    now,
    reports,
    advance,
  }: {
    now: Date
    reports?: ReadonlyMap<number, readonly EventCount[]>
    /** Returns null for a watch that stays as it is. */
    advance(watch: Watch): ReturnType<typeof advanceWatch> | null
  },
): Consequence[] {
  const { endpoint } = found
  // Until a person has confirmed it, a stranger's endpoint would send emails to somebody who asked for none.
  const isActive = isConfirmed(endpoint) && !endpoint.retiredAt
  const news: News[] = []
  const watches = found.watches.map((watch) => {
    if (!isActive) return watch.dueAt && watch.dueAt <= now ? { ...watch, dueAt: null } : watch
    const advanced = advance(watch)
    for (const one of advanced?.news ?? []) {
      const told = toTold(watch, one, { counts: reports?.get(watch.key) ?? [], now })
      news.push({ watch, told, email: one.email })
    }
    return advanced?.watch ?? watch
  })
  if (watches.every((watch, place) => watch === found.watches[place])) return []
  const emailed = news.filter(({ email }) => email).map(({ told }) => told)
  return [
    { kind: 'watches', watches },
    ...(emailed.length > 0 ? [toEmail(found, emailed, now)] : []),
    ...news.flatMap((one) => tellWebDestinations(context, found, one)),
  ]
}

/** Tells the destinations of the endpoint; the limits of emails are not theirs. */
function tellWebDestinations(context: Context, found: FoundEndpoint, { watch, told }: News): Consequence[] {
  if (!watch.tells.includes('destinations')) return []
  const { id: endpointId, settings } = found.endpoint
  return tellDestinations(context, found, {
    type: told.kind === 'cleared' ? 'watch.cleared' : 'watch.fired',
    data: {
      endpointId,
      endpointName: settings.name,
      watchId: context.keys.rowId('watch', watch.key),
      when: watch.when.kind,
      eventName: watch.name,
      count: 'count' in told ? told.count : 'total' in told ? told.total : null,
      ...describeToldWatch(told),
    },
  })
}

/** One email tells of everything that one change caused. */
function toEmail(
  { endpoint, mailboxKey }: FoundEndpoint,
  told: readonly ToldWatch[],
  now: Date,
): Consequence {
  return {
    kind: 'watch_notice',
    notice: { kind: 'watch', endpointId: endpoint.id, told },
    // The recipient of a claimed endpoint is the mailbox of its owner.
    mailbox: mailboxIdentity(endpoint.recipient),
    mailboxKey,
    expiresAt: later(now, WATCH_EMAIL_MAX_AGE_MS),
  }
}

function toTold(
  { name, props, when }: Watch,
  news: WatchNews,
  { counts, now }: { counts: readonly EventCount[]; now: Date },
): ToldWatch {
  const watch = { name, props, when, at: now.toISOString() }
  switch (news.kind) {
    case 'fired':
      return {
        ...watch,
        kind: 'fired',
        lastSeenAt: news.lastSeenAt?.toISOString() ?? null,
        count: news.count,
      }
    case 'cleared':
      return { ...watch, kind: 'cleared', firedAt: news.firedAt.toISOString() }
    case 'events':
      return { ...watch, kind: 'events', count: news.count, batches: news.batches }
    case 'report':
      return {
        ...watch,
        kind: 'report',
        since: news.since.toISOString(),
        until: news.until.toISOString(),
        ...toReport(counts),
      }
  }
}

function toReport(counts: readonly EventCount[]) {
  const totals = new Map<string, number>()
  for (const { name, count } of counts) totals.set(name, (totals.get(name) ?? 0) + count)
  const total = [...totals.values()].reduce((sum, count) => sum + count, 0)
  const names = [...totals]
    .filter(([name]) => name !== OTHER_NAMES)
    .map(([name, count]) => ({ name, count }))
    .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
    .slice(0, MAX_REPORTED_NAMES)
  return { total, names }
}
