import type { Insertable, Kysely, Selectable } from 'kysely'
import { countedBytes } from '../../domain/files/file-limits.ts'
import type { AttachedFile, StoredFile } from '../../domain/files/stored-file.ts'
import { type AuditRequest, recordAudit } from '../accounts/audit.ts'
import type { Schema } from '../engine/schema.ts'
import type { WriteContext } from '../engine/write-queue.ts'

/** Builds the row of a file. @param file.number its place among the files of the submission, from 0 */
export function newFile(
  file: AttachedFile & {
    number: number
    submissionKey: number
    endpointKey: number
    accountKey: number
    receivedAt: Date
  },
): Insertable<Schema['files']> {
  const { field, name, type, bytes, sha256, place, scan } = file
  return {
    key: file.submissionKey + file.number,
    submission_key: file.submissionKey,
    endpoint_key: file.endpointKey,
    account_key: file.accountKey,
    scanned_at: file.receivedAt.getTime(),
    ...{ field, name, type, bytes, sha256, place, scan },
  }
}

/** Lists the files of these submissions, in the order in which they were sent. */
export async function listFilesOf(
  db: Kysely<Schema>,
  submissionKeys: readonly number[],
): Promise<StoredFile[]> {
  const rows = await db
    .selectFrom('files')
    .selectAll()
    .where('submission_key', 'in', submissionKeys)
    .orderBy('key')
    .execute()
  return rows.map(toStoredFile)
}

/**
 * Finds a file, and the key of the account whose form got it; null once its submission is deleted, also before its own row is.
 * `isTrashed`: the submission is in the trash.
 */
export async function findFile(
  db: Kysely<Schema>,
  key: number,
): Promise<(StoredFile & { accountKey: number; isTrashed: boolean }) | null> {
  const row = await db
    .selectFrom('files')
    .innerJoin('submissions', 'submissions.key', 'files.submission_key')
    .selectAll('files')
    .select('submissions.trashed_at')
    .where('files.key', '=', key)
    .executeTakeFirst()
  return row
    ? { ...toStoredFile(row), accountKey: row.account_key, isTrashed: row.trashed_at !== null }
    : null
}

/** Makes all links to the files of a submission useless, and records it. Does nothing for a submission without files. */
export async function revokeLinks(
  context: WriteContext,
  request: { submissionKey: number; audit: Omit<AuditRequest, 'action' | 'now'>; now: Date },
): Promise<void> {
  const { submissionKey, audit, now } = request
  const revoked = await context.db
    .updateTable('files')
    .set((row) => ({ link_version: row('link_version', '+', 1) }))
    .where('submission_key', '=', submissionKey)
    .executeTakeFirst()
  if (revoked.numUpdatedRows === 0n) return
  await recordAudit(context, { ...audit, action: 'file_links_revoked', now })
}

/** Returns the bytes that the files of an account count. */
export async function loadStoredBytes(db: Kysely<Schema>, accountKey: number): Promise<number> {
  const row = await db
    .selectFrom('accounts')
    .select('stored_bytes')
    .where('key', '=', accountKey)
    .executeTakeFirst()
  return row?.stored_bytes ?? 0
}

/**
 * Returns the number of all files, the bytes that accounts count for them, and the number of those whose bytes are to be deleted
 * by now. Reads indexes and accounts alone: no row of a million files.
 */
export async function measureStored(
  db: Kysely<Schema>,
  now: Date,
): Promise<{ files: number; countedBytes: number; waiting: number }> {
  const files = await db
    .selectFrom('files')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirst()
  const accounts = await db
    .selectFrom('accounts')
    .select(({ fn }) => fn.sum<number | null>('stored_bytes').as('bytes'))
    .where('stored_bytes', '>', 0)
    .executeTakeFirst()
  const deletions = await db
    .selectFrom('file_deletions')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('due_at', '<=', now.getTime())
    .executeTakeFirst()
  return {
    files: Number(files?.rows ?? 0),
    countedBytes: Number(accounts?.bytes ?? 0),
    waiting: Number(deletions?.rows ?? 0),
  }
}

/** Lists files in the order of their places, after the given one. */
export async function listPlaces(
  db: Kysely<Schema>,
  request: { after: string | null; limit: number },
): Promise<{ key: number; place: string; bytes: number }[]> {
  return db
    .selectFrom('files')
    .select(['key', 'place', 'bytes'])
    .$if(request.after !== null, (query) => query.where('place', '>', request.after ?? ''))
    .orderBy('place')
    .limit(request.limit)
    .execute()
}

/** Returns those of these places that a file, or a deletion, names. */
export async function findNamedPlaces(
  db: Kysely<Schema>,
  places: readonly string[],
): Promise<ReadonlySet<string>> {
  if (places.length === 0) return new Set()
  const files = await db.selectFrom('files').select('place').where('place', 'in', places).execute()
  const deletions = await db
    .selectFrom('file_deletions')
    .select('place')
    .where('place', 'in', places)
    .execute()
  return new Set([...files, ...deletions].map(({ place }) => place))
}

function toStoredFile(row: Selectable<Schema['files']>): StoredFile {
  const { key, field, name, type, bytes, sha256, place, scan, malware } = row
  return {
    ...{ key, field, name, type, bytes, sha256, place, scan, malware },
    submissionKey: row.submission_key,
    linkVersion: row.link_version,
  }
}

/** Bytes that the accounts of some files count for them. */
export function sumByAccount(rows: readonly { account_key: number; bytes: number }[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const row of rows) sums.set(row.account_key, (sums.get(row.account_key) ?? 0) + countedBytes(row))
  return sums
}
