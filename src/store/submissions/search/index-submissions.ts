import type { Kysely } from 'kysely'
import { parseStoredFields } from '../../../domain/submissions/fields.ts'
import { indexedWords } from '../../../domain/submissions/search.ts'
import type { Schema } from '../../engine/schema.ts'
import { type SearchIndex, toEndpointTag } from '../../engine/search-index.ts'

/** Maximum number of submissions, and of bytes of their fields, per batch: about three milliseconds. */
const MAX_BATCH_SUBMISSIONS = 32
const MAX_BATCH_BYTES = 32 * 1024

/** Outcome of one batch. `done`: all settled submissions are indexed, or another node indexes them. */
type IndexedBatch = 'some' | 'done'

/**
 * Adds the next submissions to the search index, in the order of their keys. Searches scan those that are not indexed.
 * They are locked against deletion meanwhile, so that no entry outlives its submission.
 */
export async function indexNextBatch(
  db: Kysely<Schema>,
  index: SearchIndex,
  upTo?: number,
): Promise<IndexedBatch> {
  const cursor = await db
    .selectFrom('search_progress')
    .select('indexed_up_to')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!cursor) return 'done'
  const keys = await nextKeys(db, { above: cursor.indexed_up_to, upTo: upTo ?? (await index.settledKey(db)) })
  const last = keys.at(-1)
  if (last === undefined) return 'done'
  const rows = await db
    .selectFrom('submissions')
    .select(['key', 'endpoint_key', 'fields'])
    .where('key', 'in', keys)
    .orderBy('key')
    .forKeyShare()
    .execute()
  const entries = rows.flatMap((row) => {
    const words = indexedWords(parseStoredFields(row.fields))
    const tag = toEndpointTag(row.endpoint_key)
    return words.length === 0 ? [] : [{ key: row.key, words: words.map((word) => tag + word).join(' ') }]
  })
  if (entries.length > 0) await index.add(db, entries)
  await db.updateTable('search_progress').set({ indexed_up_to: last }).execute()
  return 'some'
}

/** Tells whether at least this many submissions wait to be indexed. */
export async function hasUnindexed(db: Kysely<Schema>, count: number): Promise<boolean> {
  const { indexed_up_to: above } = await db
    .selectFrom('search_progress')
    .select('indexed_up_to')
    .executeTakeFirstOrThrow()
  const row = await db
    .selectFrom('submissions')
    .select('key')
    .where('key', '>', above)
    .orderBy('key')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function nextKeys(db: Kysely<Schema>, range: { above: number; upTo: number }): Promise<number[]> {
  const rows = await db
    .selectFrom('submissions')
    .select((select) => ['key', select.fn<number>('octet_length', ['fields']).as('bytes')])
    .where('key', '>', range.above)
    .where('key', '<=', range.upTo)
    .orderBy('key')
    .limit(MAX_BATCH_SUBMISSIONS)
    .execute()
  const keys: number[] = []
  let bytes = 0
  for (const row of rows) {
    bytes += row.bytes
    if (keys.length > 0 && bytes > MAX_BATCH_BYTES) break
    keys.push(row.key)
  }
  return keys
}
