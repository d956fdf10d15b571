import type { Insertable, Kysely } from 'kysely'
import type { SpamLevel } from '../../domain/spam/spam-settings.ts'
import type { LessonCounts } from '../../domain/spam/words/word-score.ts'
import { type Field, parseStoredFields } from '../../domain/submissions/fields.ts'
import type { JudgementLease, OpenJudgement } from '../contract/changes.ts'
import { parseStoredSettings } from '../endpoints/stored-settings.ts'
import type { Schema } from '../engine/schema.ts'
import { listFilesOf } from '../files/file-rows.ts'

/** Columns of a judgement without a lease. */
const RELEASED = { lease: null, leased_by: null, leased_until: null }

export type JudgedSubmission = {
  endpointId: string
  receivedAt: Date
  /** Time at which the submission goes out without a verdict. */
  dueAt: Date
  /** Null where its account was closed meanwhile. */
  accountKey: number | null
  lessons: LessonCounts
  fields: readonly Field[]
  /** Level of the spam filter of its form. */
  level: SpamLevel
  /** true: its files are to be scanned. */
  hasFiles: boolean
}

/** Judgements of one kind, `files`: those of submissions with files, that `holder` gets until then. */
export type JudgementLeaseRequest = {
  now: Date
  until: Date
  limit: number
  holder: string
  of: 'files' | 'others'
}

/** Builds the row of a new judgement. */
export function newJudgement(judgement: {
  submissionKey: number
  endpointKey: number
  dueAt: Date
  score: number
  reasons: readonly string[]
  hasFiles?: true
}): Insertable<Schema['judgements']> {
  return {
    submission_key: judgement.submissionKey,
    endpoint_key: judgement.endpointKey,
    due_at: judgement.dueAt.getTime(),
    score: judgement.score,
    reasons: JSON.stringify(judgement.reasons),
    has_files: judgement.hasFiles ? 1 : null,
  }
}

/** Leases open judgements to `holder`, those that are due first. */
export async function leaseJudgements(
  db: Kysely<Schema>,
  request: JudgementLeaseRequest & { lease: string },
): Promise<JudgementLease[]> {
  const now = request.now.getTime()
  const rows = await db
    .updateTable('judgements')
    .set({ lease: request.lease, leased_by: request.holder, leased_until: request.until.getTime() })
    .where('submission_key', 'in', (select) =>
      select
        .selectFrom('judgements')
        .select('submission_key')
        .where((where) => where.or([where('leased_until', 'is', null), where('leased_until', '<=', now)]))
        .where('has_files', request.of === 'files' ? 'is not' : 'is', null)
        .orderBy('due_at')
        .limit(request.limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('submission_key')
    .execute()
  return rows.map((row) => ({ submissionKey: row.submission_key, lease: request.lease }))
}

/** Releases the leases that `holder` held when it died. Returns their number. */
export async function releaseJudgements(db: Kysely<Schema>, holder: string): Promise<number> {
  const released = await db
    .updateTable('judgements')
    .set(RELEASED)
    .where('leased_by', '=', holder)
    .executeTakeFirst()
  return Number(released.numUpdatedRows)
}

/** Loads what a leased judgement is about; null when its submission was deleted. */
export async function loadJudged(
  db: Kysely<Schema>,
  { submissionKey, lease }: JudgementLease,
): Promise<JudgedSubmission | null> {
  const row = await db
    .selectFrom('judgements')
    .innerJoin('submissions', 'submissions.key', 'judgements.submission_key')
    .innerJoin('endpoints', 'endpoints.key', 'judgements.endpoint_key')
    .leftJoin('accounts', 'accounts.key', 'endpoints.account_key')
    .select([
      'judgements.due_at',
      'judgements.has_files',
      'submissions.fields',
      'submissions.received_at',
      'endpoints.id',
      'endpoints.account_key',
      'endpoints.settings',
      'accounts.ham_lessons',
      'accounts.spam_lessons',
    ])
    .where('judgements.submission_key', '=', submissionKey)
    .where('judgements.lease', '=', lease)
    .executeTakeFirst()
  if (!row) return null
  return {
    endpointId: row.id,
    receivedAt: new Date(row.received_at),
    dueAt: new Date(row.due_at),
    accountKey: row.account_key,
    lessons: { ham: row.ham_lessons ?? 0, spam: row.spam_lessons ?? 0 },
    fields: parseStoredFields(row.fields),
    level: parseStoredSettings(row.settings).spam.level,
    hasFiles: row.has_files !== null,
  }
}

/** Open judgements that the changes of a transaction end, by the keys of their submissions. */
export type OpenJudgements = {
  find(lease: JudgementLease | undefined): OpenJudgement | null
  /** Counts one more open judgement of this endpoint, or one less. */
  count(endpointKey: number, change: 1 | -1): void
}

/** Loads and locks the judgements under these leases; one whose lease was lost is absent. */
export async function lockJudgements(
  db: Kysely<Schema>,
  leases: readonly JudgementLease[],
): Promise<OpenJudgements> {
  const rows = await db
    .selectFrom('judgements')
    .innerJoin('submissions', 'submissions.key', 'judgements.submission_key')
    .selectAll('judgements')
    .select([
      'submissions.received_at',
      'submissions.fields',
      'submissions.moved_to',
      'submissions.file_count',
    ])
    .where(
      'judgements.submission_key',
      'in',
      leases.map(({ submissionKey }) => submissionKey),
    )
    .orderBy('judgements.submission_key')
    .forUpdate('judgements')
    .execute()
  const found = new Map(rows.map((row) => [row.submission_key, row]))
  const withFiles = rows.filter((row) => row.file_count !== null).map((row) => row.submission_key)
  const files = withFiles.length === 0 ? [] : await listFilesOf(db, withFiles)
  const counts = await countOpen(db, [...new Set(rows.map((row) => row.endpoint_key))])
  return {
    find(lease) {
      const row = lease && found.get(lease.submissionKey)
      if (!row || row.lease !== lease.lease) return null
      return {
        submissionKey: row.submission_key,
        receivedAt: new Date(row.received_at),
        text: row.fields,
        files: files.filter((file) => file.submissionKey === row.submission_key),
        score: row.score,
        reasons: JSON.parse(row.reasons) as string[],
        isVouchedFor: row.moved_to === 'archive' || row.moved_to === 'inbox',
        openCount: counts.get(row.endpoint_key) ?? 1,
      }
    },
    count(endpointKey, change) {
      const count = counts.get(endpointKey)
      if (count !== undefined) counts.set(endpointKey, count + change)
    },
  }
}

async function countOpen(db: Kysely<Schema>, endpointKeys: readonly number[]): Promise<Map<number, number>> {
  if (endpointKeys.length === 0) return new Map()
  const rows = await db
    .selectFrom('judgements')
    .select((select) => ['endpoint_key', select.fn.countAll<number>().as('open')])
    .where('endpoint_key', 'in', endpointKeys)
    .groupBy('endpoint_key')
    .execute()
  return new Map(rows.map((row) => [row.endpoint_key, row.open]))
}
