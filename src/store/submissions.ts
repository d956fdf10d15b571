import type { Kysely } from 'kysely'
import type { Field } from '../domain/fields.ts'
import { DAY } from '../domain/time.ts'
import type { Schema } from './schema.ts'
import type { Retention } from './store.ts'

/** The newest spam that is kept for each endpoint; what is older goes when more arrives. */
const SPAM_KEPT = 100

export type NewSubmission = {
  key: number
  endpointKey: number
  receivedAt: Date
  fields: readonly Field[]
  spamReasons: readonly string[] | null
}

export async function insertSubmissions(
  db: Kysely<Schema>,
  submissions: readonly NewSubmission[],
): Promise<void> {
  if (submissions.length === 0) return
  await db
    .insertInto('submissions')
    .values(
      submissions.map((submission) => ({
        key: submission.key,
        endpoint_key: submission.endpointKey,
        received_at: submission.receivedAt.getTime(),
        fields: encodeFields(submission.fields),
        spam_reasons: submission.spamReasons && JSON.stringify(submission.spamReasons),
      })),
    )
    .execute()
  const withSpam = submissions.filter((submission) => submission.spamReasons)
  for (const endpointKey of new Set(withSpam.map((submission) => submission.endpointKey))) {
    await trimSpam(db, endpointKey)
  }
}

async function trimSpam(db: Kysely<Schema>, endpointKey: number): Promise<void> {
  const oldestKept = await db
    .selectFrom('submissions')
    .select('key')
    .where('endpoint_key', '=', endpointKey)
    .where('spam_reasons', 'is not', null)
    .orderBy('key', 'desc')
    .offset(SPAM_KEPT - 1)
    .limit(1)
    .executeTakeFirst()
  if (!oldestKept) return
  await db
    .deleteFrom('submissions')
    .where('endpoint_key', '=', endpointKey)
    .where('spam_reasons', 'is not', null)
    .where('key', '<', oldestKept.key)
    .execute()
}

/** Deletes everything an endpoint holds; its jobs and their attempts go with it. */
export async function purgeEndpoint(db: Kysely<Schema>, endpointKey: number): Promise<void> {
  await db.deleteFrom('submissions').where('endpoint_key', '=', endpointKey).execute()
}

/** See Upkeep.purgeSubmissions. Keys grow with time, so the oldest submissions stand at the left edge. */
export async function purgeSubmissions(
  db: Kysely<Schema>,
  request: { now: Date; after: number; limit: number; retention: Retention },
): Promise<{ deleted: number; next: number | null }> {
  const { retention } = request
  const rows = await db
    .selectFrom('submissions')
    .innerJoin('endpoints', 'endpoints.key', 'submissions.endpoint_key')
    .leftJoin('accounts', 'accounts.key', 'endpoints.account_key')
    .select(['submissions.key', 'submissions.received_at', 'accounts.plan'])
    .where('submissions.key', '>', request.after)
    .orderBy('submissions.key')
    .limit(request.limit)
    .execute()
  const shortest = Math.min(retention.unclaimed, ...Object.values(retention.plans))
  const olderThan = (days: number, receivedAt: number) => request.now.getTime() - receivedAt >= days * DAY
  const old = rows.filter((row) => olderThan(shortest, row.received_at))
  // A plan that the operator has taken out of the table keeps what it holds until it has a successor.
  const expired = old.filter((row) =>
    olderThan(
      row.plan === null ? retention.unclaimed : (retention.plans[row.plan] ?? Infinity),
      row.received_at,
    ),
  )
  if (expired.length > 0) {
    const keys = expired.map((row) => row.key)
    await db.deleteFrom('submissions').where('key', 'in', keys).execute()
  }
  const last = rows.at(-1)
  const goOn = last && rows.length === request.limit && old.length > 0
  return { deleted: expired.length, next: goOn ? last.key : null }
}

export function encodeFields(fields: readonly Field[]): string {
  return JSON.stringify(fields.map((field) => [field.name, field.value]))
}

export function decodeFields(stored: string): Field[] {
  const pairs = JSON.parse(stored) as [Field['name'], Field['value']][]
  return pairs.map(([name, value]) => ({ name, value }))
}
