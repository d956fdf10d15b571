import type { Kysely } from 'kysely'
import {
  addEmailDay,
  createEmailDay,
  type EmailDay,
  isUnprovenAlone,
  MAX_DOMAINS_PER_DAY,
  MAX_NETWORKS_PER_HOUR,
  MAX_UNPROVEN_DOMAINS_PER_DAY,
  OTHER_DOMAINS,
  UNKNOWN_NETWORK,
  type UnprovenHour,
} from '../../domain/outbox/email-counts.ts'
import { bindReads, bindWrites } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import { throttledWrite } from '../engine/throttled-write.ts'
import { forInternalWork, type QueueWrite } from '../engine/write-queue.ts'
import { type EmailCounters, listUnprovenEmails, sumByDay, sumByDomain } from './email-count-reads.ts'

/** Maximum number of rows that one statement adds. */
const MAX_ROWS_PER_STATEMENT = 200

/** Counts to add: each day and domain, and each hour and network, at most once. */
export type NewEmailCounts = { days: readonly EmailDay[]; hours: readonly UnprovenHour[] }

/** Counts of emails by day and domain, and of unproven ones by hour and network. */
export type EmailCountStore = ReturnType<typeof createEmailCountStore>

/** Creates the store of counts on the read connection and the write queue. */
export function createEmailCountStore(parts: { reads: Kysely<Schema>; write: QueueWrite }) {
  const { reads, write } = parts
  return {
    ...bindReads(reads, { sumByDay, sumByDomain, listUnprovenEmails }),
    ...bindWrites(forInternalWork(write), { add: addCounts }),
    ...bindWrites(throttledWrite(write), { purge: purgeCounts }),
  }
}

/** Adds counts in one transaction. Rows are always locked in the same order, so that two nodes do not deadlock. */
async function addCounts(db: Kysely<Schema>, { days, hours }: NewEmailCounts): Promise<void> {
  for (const [day, counts] of Map.groupBy(days, (one) => one.day)) {
    await addDays(db, await withinLimit(db, day, counts))
  }
  for (const [hour, counts] of Map.groupBy(hours, (one) => one.hour)) {
    await addHours(db, await withinNetworkLimit(db, hour, counts))
  }
}

/**
 * Returns the counts with `OTHER_DOMAINS` in place of domains beyond the limit of the day. Two nodes at the same time may exceed
 * it by a few.
 */
async function withinLimit(
  db: Kysely<Schema>,
  day: number,
  counts: readonly EmailDay[],
): Promise<EmailDay[]> {
  const rows = db.selectFrom('email_days').where('day', '=', day)
  const { total } = await rows
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const names = counts.map(({ domain }) => domain)
  const stored = await rows.select('domain').where('domain', 'in', names).execute()
  const known = new Set([OTHER_DOMAINS, ...stored.map(({ domain }) => domain)])
  const kept = new Map<string, EmailDay>()
  let left = MAX_DOMAINS_PER_DAY - total
  let unprovenLeft = MAX_UNPROVEN_DOMAINS_PER_DAY - total
  for (const one of counts) {
    const hasRoom = isUnprovenAlone(one) ? unprovenLeft > 0 : left > 0
    const domain = known.has(one.domain) || hasRoom ? one.domain : OTHER_DOMAINS
    if (!known.has(domain)) {
      left -= 1
      unprovenLeft -= 1
    }
    const sum = kept.get(domain) ?? createEmailDay(day, domain)
    addEmailDay(sum, one)
    kept.set(domain, sum)
  }
  return [...kept.values()].sort((one, other) => (one.domain < other.domain ? -1 : 1))
}

async function addDays(db: Kysely<Schema>, counts: readonly EmailDay[]): Promise<void> {
  for (let start = 0; start < counts.length; start += MAX_ROWS_PER_STATEMENT) {
    const rows = counts.slice(start, start + MAX_ROWS_PER_STATEMENT).map(toRow)
    await db
      .insertInto('email_days')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['day', 'domain']).doUpdateSet((set) => {
          const sum = (name: keyof EmailCounters) =>
            set(set.ref(`email_days.${name}`), '+', set.ref(`excluded.${name}`))
          const newer = <Name extends 'error' | 'error_at'>(name: Name) =>
            set
              .case()
              .when(
                set.fn.coalesce('email_days.error_at', set.lit(0)),
                '>',
                set.fn.coalesce('excluded.error_at', set.lit(0)),
              )
              .then(set.ref(`email_days.${name}`))
              .else(set.ref(`excluded.${name}`))
              .end()
          return {
            sent: sum('sent'),
            delayed: sum('delayed'),
            bounced: sum('bounced'),
            complaints: sum('complaints'),
            unproven_sent: sum('unproven_sent'),
            unproven_delayed: sum('unproven_delayed'),
            unproven_bounced: sum('unproven_bounced'),
            unproven_complaints: sum('unproven_complaints'),
            error: newer('error'),
            error_at: newer('error_at'),
          }
        }),
      )
      .execute()
  }
}

function toRow({ day, domain, all, unproven, error }: EmailDay): Schema['email_days'] {
  return {
    day,
    domain,
    ...all,
    unproven_sent: unproven.sent,
    unproven_delayed: unproven.delayed,
    unproven_bounced: unproven.bounced,
    unproven_complaints: unproven.complaints,
    error: error?.text ?? null,
    error_at: error?.at.getTime() ?? null,
  }
}

/** Returns the counts with `UNKNOWN_NETWORK` in place of networks beyond the limit of the hour. */
async function withinNetworkLimit(
  db: Kysely<Schema>,
  hour: number,
  counts: readonly UnprovenHour[],
): Promise<UnprovenHour[]> {
  const rows = db.selectFrom('unproven_email_hours').where('hour', '=', hour)
  const { total } = await rows
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const names = counts.map(({ network }) => network)
  const stored = await rows.select('network').where('network', 'in', names).execute()
  const known = new Set([UNKNOWN_NETWORK, ...stored.map(({ network }) => network)])
  const kept = new Map<string, UnprovenHour>()
  let left = MAX_NETWORKS_PER_HOUR - total
  for (const one of counts) {
    const network = known.has(one.network) || left > 0 ? one.network : UNKNOWN_NETWORK
    if (!known.has(network)) left -= 1
    const sum = kept.get(network) ?? { hour, network, sent: 0, bounced: 0, complaints: 0 }
    sum.sent += one.sent
    sum.bounced += one.bounced
    sum.complaints += one.complaints
    kept.set(network, sum)
  }
  return [...kept.values()].sort((one, other) => (one.network < other.network ? -1 : 1))
}

async function addHours(db: Kysely<Schema>, counts: readonly UnprovenHour[]): Promise<void> {
  for (let start = 0; start < counts.length; start += MAX_ROWS_PER_STATEMENT) {
    await db
      .insertInto('unproven_email_hours')
      .values(counts.slice(start, start + MAX_ROWS_PER_STATEMENT))
      .onConflict((conflict) =>
        conflict.columns(['hour', 'network']).doUpdateSet((set) => ({
          sent: set('unproven_email_hours.sent', '+', set.ref('excluded.sent')),
          bounced: set('unproven_email_hours.bounced', '+', set.ref('excluded.bounced')),
          complaints: set('unproven_email_hours.complaints', '+', set.ref('excluded.complaints')),
        })),
      )
      .execute()
  }
}

/** Deletes the oldest of the earlier days and hours. Returns the number of deleted rows: 0 when none is left. */
async function purgeCounts(
  db: Kysely<Schema>,
  { firstDay, firstHour }: { firstDay: number; firstHour: number },
): Promise<number> {
  const days = await db
    .deleteFrom('email_days')
    .where(({ eb, selectFrom }) =>
      eb(
        'day',
        '=',
        selectFrom('email_days').select('day').where('day', '<', firstDay).orderBy('day').limit(1),
      ),
    )
    .executeTakeFirst()
  const hours = await db
    .deleteFrom('unproven_email_hours')
    .where(({ eb, selectFrom }) =>
      eb(
        'hour',
        '=',
        selectFrom('unproven_email_hours')
          .select('hour')
          .where('hour', '<', firstHour)
          .orderBy('hour')
          .limit(1),
      ),
    )
    .executeTakeFirst()
  return Number(days.numDeletedRows) + Number(hours.numDeletedRows)
}
