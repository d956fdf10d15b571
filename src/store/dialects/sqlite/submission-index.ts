import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Folder } from '../../../domain/submissions/folder.ts'
import type { Schema } from '../../engine/schema.ts'

/** The same expressions as in the view `submissions_by_endpoint`, which would scan the whole index as well. */
const FOLDER = sql<Folder>`coalesce(moved_to, case when spam_reasons is null then 'inbox' else 'spam' end)`
const UNREAD = sql<0 | 1>`read_at is null`

/**
 * A batch to more endpoints than this, with on average fewer than three submissions for each, goes through the small index.
 * Otherwise the large one is cheaper: few pages change, and no entry moves.
 */
const SCATTERED_ENDPOINTS = 256
const SCATTERED_ROWS_PER_ENDPOINT = 3
/** Entries that the small index keeps: some 200 pages. More would leave fewer changes to the large one, but not by much. */
export const MAX_RECENT_ENTRIES = 32_768

/** Tables that only SQLite has. */
type IndexedSchema = Schema & {
  submission_index: Schema['submissions_by_endpoint']
  /** The newest entries, which move to `submission_index` later; no submission is in both. */
  submission_index_recent: Schema['submissions_by_endpoint']
  /** One row: the key of the newest submission that is indexed, and the endpoint up to which entries have moved. */
  submission_index_progress: { id: number; indexed_up_to: number; moved_up_to: number }
}

/**
 * Indexes the new submissions by endpoint, sorted, so that those of one endpoint share a page. Keys grow with time and
 * there is one writer, so no submission appears later with a smaller key.
 */
export async function indexSubmissions(db: Kysely<Schema>): Promise<void> {
  const indexed = db as unknown as Kysely<IndexedSchema>
  const { indexed_up_to: from } = await indexed
    .selectFrom('submission_index_progress')
    .select('indexed_up_to')
    .executeTakeFirstOrThrow()
  const { newest, rows, endpoints } = await indexed
    .selectFrom('submissions')
    .select((select) => [
      select.fn.max('key').as('newest'),
      select.fn.countAll<number>().as('rows'),
      select.fn.count<number>('endpoint_key').distinct().as('endpoints'),
    ])
    .where('key', '>', from)
    .executeTakeFirstOrThrow()
  if (newest === null) return
  const isScattered = endpoints > SCATTERED_ENDPOINTS && rows < SCATTERED_ROWS_PER_ENDPOINT * endpoints
  await indexed
    .insertInto(isScattered ? 'submission_index_recent' : 'submission_index')
    .columns(['endpoint_key', 'folder', 'unread', 'key'])
    .expression((select) =>
      select
        .selectFrom('submissions')
        .select(['endpoint_key', FOLDER.as('folder'), UNREAD.as('unread'), 'key'])
        .where('key', '>', from)
        .orderBy('endpoint_key')
        .orderBy('folder')
        .orderBy('unread')
        .orderBy('key'),
    )
    .execute()
  await indexed.updateTable('submission_index_progress').set({ indexed_up_to: newest }).execute()
  if (isScattered) await moveSurplus(indexed)
}

/**
 * Moves as many entries to the large index as the small one has too many: those of the next endpoints, so that between two
 * turns each endpoint collects several entries, which then share a page.
 */
async function moveSurplus(db: Kysely<IndexedSchema>): Promise<void> {
  const { entries } = await db
    .selectFrom('submission_index_recent')
    .select((select) => select.fn.countAll<number>().as('entries'))
    .executeTakeFirstOrThrow()
  if (entries <= MAX_RECENT_ENTRIES) return
  const { moved_up_to: from } = await db
    .selectFrom('submission_index_progress')
    .select('moved_up_to')
    .executeTakeFirstOrThrow()
  const last = await db
    .selectFrom('submission_index_recent')
    .select('endpoint_key')
    .where('endpoint_key', '>', from)
    .orderBy('endpoint_key')
    .offset(entries - MAX_RECENT_ENTRIES - 1)
    .limit(1)
    .executeTakeFirst()
  const upTo = last?.endpoint_key ?? Number.MAX_SAFE_INTEGER
  const moved = sql<SqlBool>`endpoint_key > ${from} and endpoint_key <= ${upTo}`
  await db
    .insertInto('submission_index')
    .columns(['endpoint_key', 'folder', 'unread', 'key'])
    .expression((select) =>
      select
        .selectFrom('submission_index_recent')
        .select(['endpoint_key', 'folder', 'unread', 'key'])
        .where(moved)
        .orderBy('endpoint_key')
        .orderBy('folder')
        .orderBy('unread')
        .orderBy('key'),
    )
    .execute()
  await db.deleteFrom('submission_index_recent').where(moved).execute()
  // Behind the last endpoint the first is next.
  await db
    .updateTable('submission_index_progress')
    .set({ moved_up_to: last?.endpoint_key ?? 0 })
    .execute()
}
