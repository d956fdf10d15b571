import { type Expression, expressionBuilder, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { MAX_CHECKED_ROWS, MAX_MOVED_ROWS } from '../../../domain/endpoints/hand-over.ts'
import { foldName, MAX_LABELS } from '../../../domain/submissions/label.ts'
import type { Schema } from '../../engine/schema.ts'
import type { WriteContext } from '../../engine/write-queue.ts'

type Move = { stored: { key: number }; from: number; to: number; now: Date }

/**
 * Counts the labels and marks of a form's submissions that a hand-over moves, up to one more than it may move. The number
 * is that of too many where the account has more than can be looked at.
 */
export async function countWork(
  db: Kysely<Schema>,
  { stored, from }: { stored: { key: number }; from: number },
): Promise<number> {
  const rows = sql`select submission_key from (
      select submission_key from submission_labels
      where label_key in (select key from labels where account_key = ${from})
      limit ${MAX_CHECKED_ROWS + 1}) as labeled
    union all select submission_key from (
      select submission_key from submission_work where account_key = ${from} limit ${MAX_CHECKED_ROWS + 1}) as marked`
  const all = await count(db, rows, MAX_CHECKED_ROWS + 1)
  if (all <= MAX_MOVED_ROWS) return all
  if (all > MAX_CHECKED_ROWS) return MAX_MOVED_ROWS + 1
  const ofForm = sql`select 1 from (${rows}) as work join submissions on submissions.key = work.submission_key
    where submissions.endpoint_key = ${stored.key}`
  return count(db, ofForm, MAX_MOVED_ROWS + 1)
}

async function count(db: Kysely<Schema>, rows: RawBuilder<unknown>, limit: number): Promise<number> {
  const counted = await sql<{ count: number }>`select count(*) as count from (
    select 1 from (${rows}) as rows limit ${limit}) as few`.execute(db)
  return Number(counted.rows[0]?.count)
}

/**
 * Counts the labels that an account would have with those in use on the submissions of a form. Where all labels of both
 * are few enough, the number is theirs: nothing is looked up.
 */
export async function planLabels(
  db: Kysely<Schema>,
  { stored, from, to }: { stored: { key: number }; from: number; to: number | null },
): Promise<number> {
  const own = to === null ? [] : await listLabels(db, to)
  const countNames = (labels: typeof own) => new Set([...own, ...labels].map(({ folded }) => folded)).size
  const most = countNames(await listLabels(db, from))
  return most <= MAX_LABELS ? most : countNames(await listUsed(db, stored.key, from))
}

/**
 * Moves the stars, notes and labels of a form's submissions to another account, labels by their names. Nobody has the
 * submissions any more, and they no longer teach the filter of the account that they leave: its words stay.
 */
export async function moveWork(context: WriteContext, { stored, from, to, now }: Move): Promise<void> {
  const { db, nextKey } = context
  const own = await listLabels(db, to)
  for (const label of await listUsed(db, stored.key, from)) {
    const known = own.find(({ folded }) => folded === label.folded)
    const labelKey = known?.key ?? nextKey()
    if (!known) {
      const { name, color } = label
      await db
        .insertInto('labels')
        .values({
          key: labelKey,
          account_key: to,
          name,
          folded: foldName(name),
          color,
          created_at: now.getTime(),
        })
        .execute()
    }
    await db
      .updateTable('submission_labels')
      .set({ label_key: labelKey })
      .where('label_key', '=', label.key)
      .where(isOfForm('submission_labels', stored.key))
      .execute()
  }
  const work = { accountKey: from, endpointKey: stored.key }
  await db
    .deleteFrom('submission_work')
    .where('account_key', '=', work.accountKey)
    .where('starred_at', 'is', null)
    .where('note', 'is', null)
    .where(isOfForm('submission_work', stored.key))
    .execute()
  await db
    .updateTable('submission_work')
    .set({ account_key: to, assignee: null })
    .where('account_key', '=', work.accountKey)
    .where(isOfForm('submission_work', stored.key))
    .execute()
  await db
    .deleteFrom('spam_lessons')
    .where('account_key', '=', work.accountKey)
    .where(isOfForm('spam_lessons', stored.key))
    .execute()
}

function listLabels(db: Kysely<Schema>, accountKey: number) {
  return db
    .selectFrom('labels')
    .select(['key', 'name', 'folded', 'color'])
    .where('account_key', '=', accountKey)
    .execute()
}

/** Lists the labels of an account that are on submissions of this form. */
function listUsed(db: Kysely<Schema>, endpointKey: number, accountKey: number) {
  return db
    .selectFrom('labels')
    .select(['key', 'name', 'folded', 'color'])
    .where('account_key', '=', accountKey)
    .where((where) =>
      where.exists(
        where
          .selectFrom('submission_labels')
          .select('submission_labels.submission_key')
          .whereRef('submission_labels.label_key', '=', 'labels.key')
          .where(isOfForm('submission_labels', endpointKey)),
      ),
    )
    .execute()
}

/** True for a row whose submission was sent to this form. */
function isOfForm(
  table: 'submission_labels' | 'submission_work' | 'spam_lessons',
  endpointKey: number,
): Expression<SqlBool> {
  const where = expressionBuilder<Schema, typeof table>()
  return where.exists(
    where
      .selectFrom('submissions')
      .select('submissions.key')
      .whereRef('submissions.key', '=', `${table}.submission_key`)
      .where('submissions.endpoint_key', '=', endpointKey),
  )
}
