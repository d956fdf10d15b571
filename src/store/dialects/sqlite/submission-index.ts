import { type Kysely, sql } from 'kysely'
import type { Folder } from '../../../domain/submissions/folder.ts'
import type { Schema } from '../../engine/schema.ts'

/** As the view `submissions_by_endpoint` says it, which would look through all that is filed as well. */
const FOLDER = sql<Folder>`coalesce(moved_to, case when spam_reasons is null then 'inbox' else 'spam' end)`
const UNREAD = sql<0 | 1>`read_at is null`

/** Tables that only SQLite has. */
type IndexedSchema = Schema & {
  submission_index: Schema['submissions_by_endpoint']
  /** One row: the key of the newest submission that is indexed. */
  submission_index_progress: { id: number; indexed_up_to: number }
}

/**
 * Files the submissions that have come since the last time under their endpoints, sorted, so that those of one
 * endpoint share a page. Keys grow, and one writer hands them out: none ever comes late.
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
