import { type Kysely, sql } from 'kysely'
import type { Folder } from '../../../domain/submissions/folder.ts'
import type { Schema } from '../../engine/schema.ts'

/** The same expressions as in the view `submissions_by_endpoint`, which would scan the whole index as well. */
const FOLDER = sql<Folder>`coalesce(moved_to, case when spam_reasons is null then 'inbox' else 'spam' end)`
const UNREAD = sql<0 | 1>`read_at is null`

/** Tables that only SQLite has. */
type IndexedSchema = Schema & {
  submission_index: Schema['submissions_by_endpoint']
  /** One row: the key of the newest submission that is indexed. */
  submission_index_progress: { id: number; indexed_up_to: number }
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
  const { newest } = await indexed
    .selectFrom('submissions')
    .select((select) => select.fn.max('key').as('newest'))
    .executeTakeFirstOrThrow()
  if (newest === null || newest <= from) return
  await indexed
    .insertInto('submission_index')
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
}
