import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { EmailDay, UnprovenHour } from '../../domain/outbox/email-counts.ts'
import type { Schema } from '../engine/schema.ts'

/** The counters of a row of `email_days`. */
export type EmailCounters = Omit<Schema['email_days'], 'day' | 'domain' | 'error' | 'error_at'>

type Selected = { firstDay: number; domain: string | null }

/** Selects the rows of these days whose domains contain `domain`, whose characters need no escaping in a pattern. */
function selectDays(db: Kysely<Schema>, { firstDay, domain }: Selected) {
  return db
    .selectFrom('email_days')
    .where('day', '>=', firstDay)
    .$if(domain !== null, (rows) => rows.where('domain', 'like', `%${domain}%`))
}

/** Returns the sums of all counters. */
function sumCounters(select: ExpressionBuilder<Schema, 'email_days'>) {
  const sum = <Name extends keyof EmailCounters>(name: Name) => select.fn.sum<number>(name).as(name)
  return [
    sum('sent'),
    sum('delayed'),
    sum('bounced'),
    sum('complaints'),
    sum('unproven_sent'),
    sum('unproven_delayed'),
    sum('unproven_bounced'),
    sum('unproven_complaints'),
  ] as const
}

/** Sums up the domains of each day, oldest day first. */
export async function sumByDay(
  db: Kysely<Schema>,
  selected: Selected,
): Promise<Omit<EmailDay, 'domain' | 'error'>[]> {
  const rows = await selectDays(db, selected)
    .select((select) => ['day', ...sumCounters(select)])
    .groupBy('day')
    .orderBy('day')
    .execute()
  return rows.map((row) => ({ day: row.day, ...toTallies(row) }))
}

/**
 * Sums up the days of each domain: those with the most problems first, then those with the most emails. `left`: number of
 * domains beyond the limit.
 */
export async function sumByDomain(
  db: Kysely<Schema>,
  { limit, ...selected }: Selected & { limit: number },
): Promise<{ domains: Omit<EmailDay, 'day'>[]; left: number }> {
  const rows = await selectDays(db, selected)
    .select((select) => ['domain', ...sumCounters(select)])
    .groupBy('domain')
    .orderBy((order) => order.fn.sum(sql<number>`delayed + bounced + complaints`), 'desc')
    .orderBy((order) => order.fn.sum('sent'), 'desc')
    .orderBy('domain')
    .limit(limit)
    .execute()
  const { total } = await selectDays(db, selected)
    .select((select) => select.fn.count<number>('domain').distinct().as('total'))
    .executeTakeFirstOrThrow()
  const errors = await listErrors(
    db,
    selected,
    rows.map(({ domain }) => domain),
  )
  return {
    domains: rows.map((row) => ({
      domain: row.domain,
      ...toTallies(row),
      error: errors.get(row.domain) ?? null,
    })),
    left: total - rows.length,
  }
}

/** Returns the last error of each of these domains. */
async function listErrors(
  db: Kysely<Schema>,
  selected: Selected,
  domains: readonly string[],
): Promise<ReadonlyMap<string, NonNullable<EmailDay['error']>>> {
  if (domains.length === 0) return new Map()
  const rows = await selectDays(db, selected)
    .select(['domain', 'error', 'error_at'])
    .where('domain', 'in', domains)
    .where('error', 'is not', null)
    .$narrowType<{ error: string; error_at: number }>()
    .orderBy('error_at')
    .execute()
  return new Map(rows.map(({ domain, error, error_at: at }) => [domain, { text: error, at: new Date(at) }]))
}

/** Returns the counters of a row as numbers. In PostgreSQL, the sum of whole numbers is a decimal, which is read as text. */
function toTallies(row: EmailCounters): Pick<EmailDay, 'all' | 'unproven'> {
  return {
    all: {
      sent: Number(row.sent),
      delayed: Number(row.delayed),
      bounced: Number(row.bounced),
      complaints: Number(row.complaints),
    },
    unproven: {
      sent: Number(row.unproven_sent),
      delayed: Number(row.unproven_delayed),
      bounced: Number(row.unproven_bounced),
      complaints: Number(row.unproven_complaints),
    },
  }
}

/** Lists the unproven emails of each network since this hour. */
export async function listUnprovenEmails(
  db: Kysely<Schema>,
  firstHour: number,
): Promise<Omit<UnprovenHour, 'hour'>[]> {
  const sum = (
    select: ExpressionBuilder<Schema, 'unproven_email_hours'>,
    name: 'sent' | 'bounced' | 'complaints',
  ) => select.fn.sum<number>(name).as(name)
  const rows = await db
    .selectFrom('unproven_email_hours')
    .select((select) => ['network', sum(select, 'sent'), sum(select, 'bounced'), sum(select, 'complaints')])
    .where('hour', '>=', firstHour)
    .groupBy('network')
    .execute()
  // In PostgreSQL, the sum of whole numbers is a decimal, which is read as text.
  return rows.map(({ network, sent, bounced, complaints }) => ({
    network,
    sent: Number(sent),
    bounced: Number(bounced),
    complaints: Number(complaints),
  }))
}
