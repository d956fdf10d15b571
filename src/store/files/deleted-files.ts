import type { Kysely } from 'kysely'
import type { Schema } from '../engine/schema.ts'
import { sumByAccount } from './file-rows.ts'
import { addStoredBytes } from './stored-bytes.ts'

/** Files that one statement deletes, or saves as deleted. */
const MAX_FILES_PER_STATEMENT = 500

/** Columns of deleted rows. What the statement deleted, not what was read before: another node may delete the same. */
const DELETED = ['place', 'bytes', 'account_key'] as const

type DeletedRow = { place: string; bytes: number; account_key: number }

/** Deletes the rows of the files of submissions that are being deleted; the bytes follow (`listDeletions`). */
export async function deleteFilesOf(db: Kysely<Schema>, submissionKeys: readonly number[]): Promise<void> {
  const deleted = db.deleteFrom('files').where('submission_key', 'in', submissionKeys)
  await saveDeletions(db, await deleted.returning(DELETED).execute())
}

/**
 * Deletes a batch of rows up to this key whose submissions are gone: PostgreSQL drops those of a whole week at once. Returns
 * their number.
 */
export async function deleteFilesBefore(db: Kysely<Schema>, key: number): Promise<number> {
  const rows = await db
    .selectFrom('files')
    .leftJoin('submissions', 'submissions.key', 'files.submission_key')
    .select('files.key')
    .where('files.key', '<', key)
    .where('submissions.key', 'is', null)
    .orderBy('files.key')
    .limit(MAX_FILES_PER_STATEMENT)
    .execute()
  if (rows.length === 0) return 0
  const keys = rows.map((row) => row.key)
  const deleted = db.deleteFrom('files').where('key', 'in', keys)
  await saveDeletions(db, await deleted.returning(DELETED).execute())
  return rows.length
}

/** Saves that the bytes of deleted rows follow them, and gives them back to their accounts. */
async function saveDeletions(db: Kysely<Schema>, deleted: readonly DeletedRow[]): Promise<void> {
  for (let from = 0; from < deleted.length; from += MAX_FILES_PER_STATEMENT) {
    await db
      .insertInto('file_deletions')
      // One whose malware was found is in it already.
      .values(deleted.slice(from, from + MAX_FILES_PER_STATEMENT).map(({ place }) => ({ place, due_at: 0 })))
      .onConflict((conflict) => conflict.column('place').doUpdateSet({ due_at: 0 }))
      .execute()
  }
  // In the same order everywhere, so that two nodes cannot deadlock.
  const sums = [...sumByAccount(deleted)].sort(([one], [other]) => one - other)
  for (const [accountKey, bytes] of sums) await addStoredBytes(db, accountKey, -bytes)
}

/** Lists places whose bytes are to be deleted by now, in ascending order, after the given one. */
export async function listDeletions(
  db: Kysely<Schema>,
  { now, after, limit }: { now: Date; after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('file_deletions')
    .select('place')
    .where('due_at', '<=', now.getTime())
    .where('place', '>', after)
    .orderBy('place')
    .limit(limit)
    .execute()
  return rows.map(({ place }) => place)
}

/** Records that the bytes of these places are deleted. */
export async function forgetDeletions(db: Kysely<Schema>, places: readonly string[]): Promise<void> {
  if (places.length > 0) await db.deleteFrom('file_deletions').where('place', 'in', places).execute()
}
