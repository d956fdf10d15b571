import type { Kysely } from 'kysely'
import { startOfHour, toHour } from '../../domain/telemetry/event.ts'
import { HOURS_A_DAY } from '../../domain/telemetry/event-span.ts'
import { DAY, HOUR, later } from '../../domain/time.ts'
import type { Schema } from '../engine/schema.ts'
import { deleteIds } from '../telemetry/events.ts'
import { getAccountRetention, type PurgeRequest } from './purge-submissions.ts'

/** Maximum number of rows deleted by one statement. */
const MAX_IDS_PER_STATEMENT = 2000

/** Reads up to `limit` batches behind the key `after`, oldest first, and returns the expired ones. */
export async function findExpiredBatches(
  reads: Kysely<Schema>,
  { now, after, limit, retention }: PurgeRequest,
): Promise<{ expired: number[]; next: number | null }> {
  const rows = await reads
    .selectFrom('event_batches')
    .innerJoin('endpoints', 'endpoints.key', 'event_batches.endpoint_key')
    .leftJoin('accounts', 'accounts.key', 'endpoints.account_key')
    .select(['event_batches.key', 'event_batches.received_at', ...RETENTION_COLUMNS])
    .where('event_batches.key', '>', after)
    .orderBy('event_batches.key')
    .limit(limit)
    .execute()
  const shortest = Math.min(
    ...[retention.unclaimed, ...Object.values(retention.plans)].map((kept) => kept.telemetry),
  )
  const age = (row: { received_at: number }) => now.getTime() - row.received_at
  const isOver = (row: (typeof rows)[number]) =>
    age(row) >= getAccountRetention(row, { retention, now }).telemetry * DAY
  // Batches received while the clock was ahead come before younger ones.
  const mayBeOld = rows.some((row) => age(row) >= shortest * DAY || age(row) < -HOUR)
  return {
    expired: rows.filter(isOver).map((row) => row.key),
    next: rows.length === limit && mayBeOld ? (rows.at(-1)?.key ?? null) : null,
  }
}

const RETENTION_COLUMNS = [
  'accounts.plan',
  'accounts.retention_submission_days',
  'accounts.retention_telemetry_days',
  'accounts.retained_until',
] as const

/** Loads up to `limit` telemetry endpoints with keys above `after`, and the first hour that each retains. */
export async function findRetainedHours(
  reads: Kysely<Schema>,
  { now, after, limit, retention }: PurgeRequest,
): Promise<{ endpoints: { key: number; firstHour: number }[]; next: number | null }> {
  const rows = await reads
    .selectFrom('endpoints')
    .leftJoin('accounts', 'accounts.key', 'endpoints.account_key')
    .select(['endpoints.key', ...RETENTION_COLUMNS])
    .where('endpoints.id', 'like', 't%')
    .where('endpoints.key', '>', after)
    .orderBy('endpoints.key')
    .limit(limit)
    .execute()
  const endpoints = rows.flatMap((row) => {
    const days = getAccountRetention(row, { retention, now }).telemetry
    return days === Infinity ? [] : [{ key: row.key, firstHour: toHour(later(now, -days * DAY)) }]
  })
  return { endpoints, next: rows.length === limit ? (rows.at(-1)?.key ?? null) : null }
}

/**
 * Deletes the counts and annotations of these endpoints before the hours that they retain, and the visitors of days that
 * began before.
 */
export async function deleteCounts(
  db: Kysely<Schema>,
  endpoints: readonly { key: number; firstHour: number }[],
): Promise<void> {
  for (const [firstHour, those] of Map.groupBy(endpoints, (endpoint) => endpoint.firstHour)) {
    const keys = those.map((endpoint) => endpoint.key)
    await db
      .deleteFrom('event_counts')
      .where('endpoint_key', 'in', keys)
      .where('hour', '<', firstHour)
      .execute()
    await db
      .deleteFrom('visitor_counts')
      .where('endpoint_key', 'in', keys)
      .where('day', '<', Math.ceil(firstHour / HOURS_A_DAY))
      .execute()
    await db
      .deleteFrom('annotations')
      .where('endpoint_key', 'in', keys)
      .where('at', '<', startOfHour(firstHour).getTime())
      .execute()
  }
}

/** Deletes a batch of the ids seen before then. Returns their number. */
export async function forgetIds(db: Kysely<Schema>, before: Date): Promise<number> {
  const rows = await db
    .selectFrom('event_ids')
    .select(['endpoint_key', 'id'])
    .where('seen_at', '<', before.getTime())
    .orderBy('seen_at')
    .limit(MAX_IDS_PER_STATEMENT)
    .execute()
  await deleteIds(db, rows)
  return rows.length
}
