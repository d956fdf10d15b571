import type { Kysely } from 'kysely'
import { effectiveRetention, type RetentionDays } from '../../domain/plans/retention.ts'
import { DAY, HOUR } from '../../domain/time.ts'
import type { PurgeRequest, Retention } from '../contract/maintenance.ts'
import type { Schema } from '../engine/schema.ts'
import { instantOf } from '../engine/sequence.ts'
import { longerOf } from '../plans/account-plans.ts'
import { deleteSubmissions } from '../submissions/submissions.ts'

/** Of an owner whose plan the operator has taken out of the table: it keeps what it holds until it has a successor. */
const FOR_EVER: RetentionDays = { submissions: Infinity, telemetry: Infinity }

/**
 * Looks at up to `limit` submissions behind the key `after`, oldest first, for those that are to go. Keys grow with
 * time, so the oldest stand at the left edge; where the clock once was ahead, what came then stands before younger ones.
 */
export async function findExpired(
  reads: Kysely<Schema>,
  request: PurgeRequest,
): Promise<{ expired: number[]; next: number | null }> {
  const { now, retention, after, limit } = request
  const rows = await withOwners(reads).where('submissions.key', '>', after).limit(limit).execute()
  const shortest = Math.min(...[retention.unclaimed, ...Object.values(retention.plans)].map(submissionsOf))
  const mayBeOld = rows.some((row) => isOlder(row, shortest, now) || row.received_at - now.getTime() > HOUR)
  return {
    expired: rows.filter((row) => isExpired(row, request)).map((row) => row.key),
    next: rows.length === limit && mayBeOld ? (rows.at(-1)?.key ?? null) : null,
  }
}

/** Deletes those of these submissions that are still to go: the plan of an owner may be another by now. */
export async function deleteExpired(
  db: Kysely<Schema>,
  request: Omit<PurgeRequest, 'after' | 'limit'> & { keys: readonly number[] },
): Promise<number> {
  const rows = await withOwners(db).where('submissions.key', 'in', request.keys).execute()
  const keys = rows.filter((row) => isExpired(row, request)).map((row) => row.key)
  await deleteSubmissions(db, keys)
  return keys.length
}

/** The longest that accounts keep what came in beyond their plans, in days. */
export async function longestKept(db: Kysely<Schema>, now: Date): Promise<RetentionDays> {
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

/** For how many days is kept what an account holds; `plan` is null where there is none. */
export function keptOf(
  account: Parameters<typeof longerOf>[0] & { plan: string | null },
  { retention, now }: { retention: Retention; now: Date },
): RetentionDays {
  if (account.plan === null) return retention.unclaimed
  return effectiveRetention(retention.plans[account.plan] ?? FOR_EVER, longerOf(account), now)
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
  return isOlder(row, keptOf(row, about).submissions, about.now)
}

/** What is older than its endpoint was received while the clock was behind: its key, which never goes back, knows better. */
function isOlder(row: Row, days: number, now: Date): boolean {
  const receivedAt = row.received_at < row.created_at ? instantOf(row.key).getTime() : row.received_at
  return now.getTime() - receivedAt >= days * DAY
}

function submissionsOf({ submissions }: RetentionDays): number {
  return submissions
}
