import type { Kysely } from 'kysely'
import { effectiveRetention, type RetentionDays } from '../../domain/plans/retention.ts'
import { DAY, HOUR } from '../../domain/time.ts'
import type { Schema } from '../engine/schema.ts'
import { keyToDate } from '../engine/sequence.ts'
import { toExtendedRetention } from '../plans/account-plans.ts'
import { deleteSubmissions } from '../submissions/submissions.ts'

/** Submissions of the trash that one transaction deletes. */
const TRASH_BATCH = 100
/** Retention under a plan that was removed from the plans file: nothing is deleted until the account gets another plan. */
const FOREVER: RetentionDays = { submissions: Infinity, telemetry: Infinity }

export type PurgeRequest = { now: Date; after: number; limit: number; retention: Retention }

/** Retention by name of the plan; `unclaimed` for endpoints without an owner. */
export type Retention = { unclaimed: RetentionDays; plans: Readonly<Record<string, RetentionDays>> }

/**
 * Reads up to `limit` submissions behind the key `after`, oldest first, and returns the expired ones. Keys grow with
 * time, so the oldest come first; submissions received while the clock was ahead may come before younger ones.
 */
export async function findExpired(
  reads: Kysely<Schema>,
  request: PurgeRequest,
): Promise<{ expired: number[]; next: number | null }> {
  const { now, retention, after, limit } = request
  const rows = await withOwners(reads).where('submissions.key', '>', after).limit(limit).execute()
  const shortest = Math.min(
    ...[retention.unclaimed, ...Object.values(retention.plans)].map(getSubmissionDays),
  )
  const mayBeOld = rows.some((row) => isOlder(row, shortest, now) || row.received_at - now.getTime() > HOUR)
  return {
    expired: rows.filter((row) => isExpired(row, request)).map((row) => row.key),
    next: rows.length === limit && mayBeOld ? (rows.at(-1)?.key ?? null) : null,
  }
}

/** Deletes those of these submissions that are still expired: the plan of an owner may have changed. */
export async function deleteExpired(
  db: Kysely<Schema>,
  request: Omit<PurgeRequest, 'after' | 'limit'> & { keys: readonly number[] },
): Promise<number> {
  const rows = await withOwners(db).where('submissions.key', 'in', request.keys).execute()
  const keys = rows.filter((row) => isExpired(row, request)).map((row) => row.key)
  await deleteSubmissions(db, keys)
  return keys.length
}

/** Deletes a batch of submissions that were moved to the trash before then. Returns their number. */
export async function purgeTrash(db: Kysely<Schema>, before: Date): Promise<number> {
  const rows = await db
    .selectFrom('submissions')
    .select('key')
    .where('trashed_at', '<=', before.getTime())
    .orderBy('trashed_at')
    .limit(TRASH_BATCH)
    .execute()
  await deleteSubmissions(
    db,
    rows.map((row) => row.key),
  )
  return rows.length
}

/** Returns the longest retention, in days, that an account still has at `now` because of an earlier plan; 0 when none has. */
export async function findLongestRetention(db: Kysely<Schema>, now: Date): Promise<RetentionDays> {
  const row = await db
    .selectFrom('accounts')
    .select((select) => [
      select.fn.max('retention_submission_days').as('submissions'),
      select.fn.max('retention_telemetry_days').as('telemetry'),
    ])
    .where('retained_until', '>', now.getTime())
    .executeTakeFirst()
  return { submissions: row?.submissions ?? 0, telemetry: row?.telemetry ?? 0 }
}

/** Returns the retention of an account; `plan` is null for endpoints without an owner. */
export function getAccountRetention(
  account: Parameters<typeof toExtendedRetention>[0] & { plan: string | null },
  { retention, now }: { retention: Retention; now: Date },
): RetentionDays {
  if (account.plan === null) return retention.unclaimed
  return effectiveRetention(retention.plans[account.plan] ?? FOREVER, toExtendedRetention(account), now)
}

type Row = Awaited<ReturnType<ReturnType<typeof withOwners>['execute']>>[number]

function withOwners(db: Kysely<Schema>) {
  return db
    .selectFrom('submissions')
    .innerJoin('endpoints', 'endpoints.key', 'submissions.endpoint_key')
    .leftJoin('accounts', 'accounts.key', 'endpoints.account_key')
    .select([
      'submissions.key',
      'submissions.received_at',
      'endpoints.created_at',
      'accounts.plan',
      'accounts.retention_submission_days',
      'accounts.retention_telemetry_days',
      'accounts.retained_until',
    ])
    .orderBy('submissions.key')
}

function isExpired(row: Row, about: { retention: Retention; now: Date }): boolean {
  return isOlder(row, getAccountRetention(row, about).submissions, about.now)
}

/**
 * Tells whether a submission is at least this old. One dated before its endpoint was received while the clock was
 * behind: then the time in its key counts, which never goes back.
 */
function isOlder(row: Row, days: number, now: Date): boolean {
  const receivedAt = row.received_at < row.created_at ? keyToDate(row.key).getTime() : row.received_at
  return now.getTime() - receivedAt >= days * DAY
}

function getSubmissionDays({ submissions }: RetentionDays): number {
  return submissions
}
