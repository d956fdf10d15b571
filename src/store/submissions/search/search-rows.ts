import { type Kysely, sql } from 'kysely'
import type { Folder } from '../../../domain/submissions/folder.ts'
import type { Schema } from '../../engine/schema.ts'

/** Maximum size of the rows read without yielding: about two milliseconds with their processing. */
const MAX_READ_BYTES = 256 * 1024

/** The part of a submission that a search reads. */
export type SearchedRow = {
  key: number
  endpointKey: number
  folder: Folder
  isUnread: boolean
  /** JSON, as it is stored. */
  fields: string
}

/**
 * Reads the submissions with the first of these keys, newest first, up to `MAX_READ_BYTES` and at least one. Deleted ones
 * are left out.
 */
export async function readRows(
  db: Kysely<Schema>,
  keys: readonly number[],
): Promise<{ read: readonly number[]; rows: Map<number, SearchedRow>; bytes: number }> {
  const sized = db
    .selectFrom('submissions')
    .select(['key', 'endpoint_key', 'fields', 'spam_reasons', 'moved_to', 'read_at'])
    .select(({ fn }) => [
      fn<number>('octet_length', ['fields']).as('bytes'),
      sql<number>`sum(octet_length(fields)) over (order by key desc)`.as('bytes_to_here'),
    ])
    .where('key', 'in', keys)
  const found = await db
    .selectFrom(sized.as('sized'))
    .select(['key', 'endpoint_key', 'spam_reasons', 'moved_to', 'read_at', 'bytes'])
    // Null for rows beyond the limit.
    .select(
      sql<
        string | null
      >`case when bytes_to_here <= ${MAX_READ_BYTES} or bytes_to_here = bytes then fields end`.as('fields'),
    )
    .orderBy('key', 'desc')
    .execute()
  const firstLeft = found.find((row) => row.fields === null)
  const rows = new Map<number, SearchedRow>()
  let bytes = 0
  for (const row of found) {
    if (row.fields === null) break
    bytes += row.bytes
    rows.set(row.key, {
      key: row.key,
      endpointKey: row.endpoint_key,
      folder: row.moved_to ?? (row.spam_reasons === null ? 'inbox' : 'spam'),
      isUnread: row.read_at === null,
      fields: row.fields,
    })
  }
  return { read: firstLeft ? keys.slice(0, keys.indexOf(firstLeft.key)) : keys, rows, bytes }
}
