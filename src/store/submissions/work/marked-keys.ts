import type { Kysely } from 'kysely'
import type { Schema } from '../../engine/schema.ts'

/** Selects submissions by their star, a label, their assignee, or several of these. */
export type MarkedWith = {
  accountKey: number
  /** True: only those with a star. */
  starred: boolean
  /** Null: with any labels or none. */
  labelKey: number | null
  /** Key of a member or `HOLDER_KEY`; null: assigned to anybody or nobody. */
  assignee: number | null
}

/** Lists the newest keys with these marks in a range, newest first: a stretch of one index, in its order. */
export async function listMarkedKeys(
  db: Kysely<Schema>,
  request: { marks: MarkedWith; above: number; upTo: number; limit: number },
): Promise<number[]> {
  const { marks, above, upTo, limit } = request
  const { starred, assignee } = marks
  if (marks.labelKey === null) {
    const rows = await db
      .selectFrom('submission_work')
      .select('submission_key as key')
      .where('account_key', '=', marks.accountKey)
      .$if(starred, (work) => work.where('starred_at', 'is not', null))
      .$if(assignee !== null, (work) => work.where('assignee', '=', assignee))
      .where('submission_key', '>', above)
      .where('submission_key', '<=', upTo)
      .orderBy('submission_key', 'desc')
      .limit(limit)
      .execute()
    return rows.map((row) => row.key)
  }
  let labeled = db
    .selectFrom('submission_labels')
    .select('submission_key as key')
    .where('label_key', '=', marks.labelKey)
    .where('submission_key', '>', above)
    .where('submission_key', '<=', upTo)
    .orderBy('submission_key', 'desc')
    .limit(limit)
  if (starred || assignee !== null) {
    labeled = labeled.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('submission_work')
          .select('submission_work.submission_key')
          .whereRef('submission_work.submission_key', '=', 'submission_labels.submission_key')
          .$if(starred, (work) => work.where('submission_work.starred_at', 'is not', null))
          .$if(assignee !== null, (work) => work.where('submission_work.assignee', '=', assignee)),
      ),
    )
  }
  const rows = await labeled.execute()
  return rows.map((row) => row.key)
}
