import type { Kysely } from 'kysely'
import type { Suspension } from '../../domain/endpoints/suspension.ts'
import type { ExtendedRetention } from '../../domain/plans/retention.ts'
import type { LessonCounts } from '../../domain/spam/words/word-score.ts'
import { toDate } from '../../domain/time.ts'
import type { Schema } from '../engine/schema.ts'
import { toExtendedRetention } from '../plans/account-plans.ts'

export type Account = { key: number; mailbox: string; plan: string }

/** An account that somebody acts in, with its suspension by the operator; null without one. */
export type ActedAccount = Account & { suspension: Suspension | null }

/** Columns of `ActedAccount` in a query that joins `accounts`. */
export const ACTED_ACCOUNT = [
  'accounts.key as account_key',
  'accounts.mailbox',
  'accounts.plan',
  'accounts.suspended_at',
  'accounts.suspended_reason',
] as const

export type AccountFacts = {
  mailbox: string
  plan: string
  /** Longer retention of an earlier plan that still applies; null without one. */
  extendedRetention: ExtendedRetention | null
  createdAt: Date
  /** Time at which its owner turned the weekly emails about the spam folder off; null while they are on. */
  spamDigestStoppedAt: Date | null
  /** Lessons that it has given the spam filter, and the number of words that are stored of them. */
  lessons: LessonCounts
  learnedWords: number
  endpoints: number
  /** Number of real submissions that its endpoints ever accepted. */
  submissions: number
}

const COLUMNS = [
  'mailbox',
  'plan',
  'created_at',
  'retention_submission_days',
  'retention_telemetry_days',
  'retained_until',
  'spam_digest_stopped_at',
  'ham_lessons',
  'spam_lessons',
] as const

/** Finds an account; null when it was closed. */
export async function findAccount(db: Kysely<Schema>, accountKey: number): Promise<AccountFacts | null> {
  const account = await db
    .selectFrom('accounts')
    .select(COLUMNS)
    .where('key', '=', accountKey)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!account) return null
  const { endpoints, submissions } = await db
    .selectFrom('endpoints')
    .select((select) => [
      select.fn.countAll<number>().as('endpoints'),
      select.fn.sum<number | null>('accepted_count').filterWhere('id', 'like', 'f%').as('submissions'),
    ])
    .where('account_key', '=', accountKey)
    .executeTakeFirstOrThrow()
  const { words } = await db
    .selectFrom('spam_tokens')
    .select((select) => select.fn.countAll<number>().as('words'))
    .where('account_key', '=', accountKey)
    .executeTakeFirstOrThrow()
  const { mailbox, plan } = account
  // PostgreSQL returns sums as text.
  return {
    mailbox,
    plan,
    extendedRetention: toExtendedRetention(account),
    createdAt: new Date(account.created_at),
    spamDigestStoppedAt: toDate(account.spam_digest_stopped_at),
    lessons: { ham: account.ham_lessons, spam: account.spam_lessons },
    learnedWords: words,
    endpoints,
    submissions: Number(submissions),
  }
}

/** Lists the plans of all owners, including plans that were removed from the plans file. */
export async function plansInUse(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db.selectFrom('accounts').select('plan').distinct().execute()
  return rows.map((row) => row.plan)
}
