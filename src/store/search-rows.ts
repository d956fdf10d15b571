import type { Kysely } from 'kysely'
import { type Field, fieldsOfText } from '../domain/fields.ts'
import type { Folder } from '../domain/folder.ts'
import type { Schema } from './schema.ts'

/** Rows read, texts parsed and a few terms looked for in one breath: about two milliseconds. */
const BYTES_AT_ONCE = 256 * 1024
const TERMS_AT_ONCE = 4

/** A submission as far as a search looks at it. */
export type SearchedRow = {
  key: number
  endpointKey: number
  folder: Folder
  isUnread: boolean
  fields: readonly Field[]
}

/**
 * The submissions with the first of these keys, as many as so many terms are looked for in at once, and at least one.
 * What is gone is left out.
 */
export async function readRows(
  db: Kysely<Schema>,
  keys: readonly number[],
  terms: number,
): Promise<{ read: readonly number[]; rows: Map<number, SearchedRow>; bytes: number }> {
  const sizes = await db
    .selectFrom('submissions')
    .select((select) => ['key', select.fn<number>('octet_length', ['fields']).as('bytes')])
    .where('key', 'in', keys)
    .execute()
  const sizeOf = new Map(sizes.map((row) => [row.key, row.bytes]))
  const most = BYTES_AT_ONCE / Math.ceil(terms / TERMS_AT_ONCE)
  const read: number[] = []
  let bytes = 0
  for (const key of keys) {
    const size = sizeOf.get(key) ?? 0
    if (read.length > 0 && bytes + size > most) break
    read.push(key)
    bytes += size
  }
  const rows = await db
    .selectFrom('submissions')
    .select(['key', 'endpoint_key', 'fields', 'spam_reasons', 'moved_to', 'read_at'])
    .where('key', 'in', read)
    .execute()
  const found = rows.map((row): [number, SearchedRow] => [
    row.key,
    {
      key: row.key,
      endpointKey: row.endpoint_key,
      folder: row.moved_to ?? (row.spam_reasons === null ? 'inbox' : 'spam'),
      isUnread: row.read_at === null,
      fields: fieldsOfText(row.fields),
    },
  ])
  return { read, rows: new Map(found), bytes }
}
