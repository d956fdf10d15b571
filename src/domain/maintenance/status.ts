import { DAY, MINUTE } from '../time.ts'

/** Days that the status page shows, the current one included. */
export const STATUS_DAYS = 90
/** Time for which the oldest due delivery of a channel may have been due, and its other side out of reach, before it counts as not delivering. */
export const MAX_DELIVERY_DELAY_MS = 10 * MINUTE
/** Minutes without a record that do not interrupt: a restart takes less. */
export const MAX_UNRECORDED_MINUTES = 2
const MINUTES_PER_DAY = DAY / MINUTE

/** Services that the status page reports on. */
export const STATUS_FACTS = ['accepting', 'emails', 'webhooks'] as const
export type StatusFact = (typeof STATUS_FACTS)[number]

/** Minutes of a UTC day in which a node found that a service works. Days and minutes are counted since 1970. */
export type StatusRecord = {
  day: number
  fact: StatusFact
  /** Number of different minutes, whatever number of nodes recorded them. */
  minutes: number
  firstMinute: number
  lastMinute: number
  /** Begin of the time without an interruption that lasts until `lastMinute`. */
  sinceMinute: number
}

/** A day of a service: recorded minutes, and those that there could be; null before the first record of the instance. */
export type StatusDay = { day: Date; minutes: number; of: number } | { day: Date; minutes: null }

/** A service now. `since`: begin of the state; null while it is unknown. */
export type ServiceStatus = { works: boolean; since: Date | null; days: StatusDay[] }

export function toStatusMinute(time: Date): number {
  return Math.floor(time.getTime() / MINUTE)
}

export function toStatusDay(time: Date): number {
  return Math.floor(time.getTime() / DAY)
}

/** Returns true when the last record is so new that a run of minutes goes on at `minute`. */
export function isUninterrupted(lastMinute: number, minute: number): boolean {
  return minute - lastMinute <= MAX_UNRECORDED_MINUTES + 1
}

/** Describes a service from the records of all services, and from whether it works now. */
export function describeStatus(
  records: readonly StatusRecord[],
  { fact, works, now }: { fact: StatusFact; works: boolean; now: Date },
): ServiceStatus {
  const own = records.filter((record) => record.fact === fact)
  const newest = own.reduce<StatusRecord | null>(
    (found, record) => (found && found.lastMinute > record.lastMinute ? found : record),
    null,
  )
  return { works, since: findSince(newest, { works, now }), days: listDays(records, { fact, now }) }
}

function findSince(newest: StatusRecord | null, { works, now }: { works: boolean; now: Date }): Date | null {
  if (newest === null) return null
  if (!works) return toTime(newest.lastMinute + 1)
  return isUninterrupted(newest.lastMinute, toStatusMinute(now)) ? toTime(newest.sinceMinute) : null
}

/** Lists the days, oldest first. Days without any record after the first one count as interrupted: nobody was there to record. */
function listDays(
  records: readonly StatusRecord[],
  { fact, now }: { fact: StatusFact; now: Date },
): StatusDay[] {
  const today = toStatusDay(now)
  // The current minute may have no record yet.
  const end = toStatusMinute(now)
  const first = records.reduce((earliest, { firstMinute }) => Math.min(earliest, firstMinute), end)
  return Array.from({ length: STATUS_DAYS }, (_, index): StatusDay => {
    const number = today - STATUS_DAYS + 1 + index
    const day = new Date(number * DAY)
    const from = Math.max(number * MINUTES_PER_DAY, first)
    const of = Math.min((number + 1) * MINUTES_PER_DAY, end) - from
    if (of <= 0) return { day, minutes: null }
    const minutes = records.find((record) => record.day === number && record.fact === fact)?.minutes ?? 0
    return { day, minutes: Math.min(minutes, of), of }
  })
}

/** Returns the share of the minutes of all days that were recorded, from 0 to 1; null without any. */
export function getStatusShare(days: readonly StatusDay[]): number | null {
  let minutes = 0
  let of = 0
  for (const day of days) {
    if (day.minutes === null) continue
    minutes += day.minutes
    of += day.of
  }
  return of === 0 ? null : minutes / of
}

/** Returns true for a day with an interruption longer than a restart. */
export function isInterrupted(day: StatusDay): boolean {
  return day.minutes !== null && day.of - day.minutes > MAX_UNRECORDED_MINUTES
}

function toTime(minute: number): Date {
  return new Date(minute * MINUTE)
}
