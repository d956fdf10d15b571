import { type Kysely, sql } from 'kysely'
import type { Folder } from '../../../domain/submissions/folder.ts'
import type { Schema } from '../../engine/schema.ts'

/** Rows read in one breath: about two milliseconds, with what is done with them. */
const BYTES_AT_ONCE = 256 * 1024

/** A submission as far as a search looks at it. */
export type SearchedRow = {
  key: number
  endpointKey: number
  folder: Folder
  isUnread: boolean
  /** As it is stored. */
  fields: string
}

/**
 * The submissions with the first of these keys, newest first, as many as are read at once, and at least one. What is gone
 * is left out.
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
    // Null where it is one too many for now.
    .select(
      sql<
        string | null
      >`case when bytes_to_here <= ${BYTES_AT_ONCE} or bytes_to_here = bytes then fields end`.as('fields'),
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
