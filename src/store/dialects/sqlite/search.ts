import { type Kysely, sql } from 'kysely'
import { HOUR } from '../../../domain/time.ts'
import type { Schema } from '../../engine/schema.ts'
import { type IndexQuery, type SearchIndex, toEndpointTag } from '../../engine/search-index.ts'

/** Pages of the index that one call of `tidy` merges: about a millisecond. */
const PAGES_MERGED = 16
/** Deleted words leave the file within a day: this time, the hour until maintenance runs, and the merges. */
const RENEWED_EVERY = 20 * HOUR
/** A merge that changes fewer rows than this has found nothing to do (sqlite.org/fts5.html#the_merge_command). */
const MIN_MERGE_CHANGES = 2

/** The full-text index on SQLite: an FTS5 table without contents or positions. */
export const sqliteSearch: SearchIndex = {
  async ask(db, query) {
    const { rows } = await sql<{ key: number }>`
      select rowid as key from search_words
      where search_words match ${toMatchExpression(query)} and rowid > ${query.above} and rowid <= ${query.upTo}
      order by rowid desc limit ${query.limit}`.execute(db)
    return rows.map((row) => row.key)
  },
  async add(db, entries) {
    const list = JSON.stringify(entries.map(({ key, words }) => [key, words]))
    await sql`insert or replace into search_words (rowid, words)
              select value ->> 0, value ->> 1 from json_each(${list})`.execute(db)
  },
  // One writer uses keys in the order in which it commits.
  settledKey: async () => Number.MAX_SAFE_INTEGER,
  // Not LIKE, which takes the length of the text times that of the pattern.
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  async tidy(db) {
    const before = await countChanges(db)
    await merge(db, PAGES_MERGED)
    return (await countChanges(db)) - before >= MIN_MERGE_CHANGES
  },
}

/**
 * Starts to rebuild the index, about once a day, so that the words of deleted submissions leave the file: until then
 * their entries are only marked as deleted. `tidy` continues the work.
 */
export async function renewSearch(db: Kysely<Schema>, now: Date): Promise<void> {
  const { rows } = await sql`
    update search_progress set renewed_at = ${now.getTime()} where renewed_at <= ${now.getTime() - RENEWED_EVERY}
    returning 1`.execute(db)
  if (rows.length > 0) await merge(db, -PAGES_MERGED)
}

/** Builds a match expression. Words consist of letters, digits and marks, and quotes keep them from being syntax. */
function toMatchExpression({ endpointKeys, words }: IndexQuery): string {
  const each = endpointKeys.map((key) => {
    const tag = toEndpointTag(key)
    return `(${words.map(({ word, ends }) => `"${tag}${word}"${ends === 'open' ? ' *' : ''}`).join(' AND ')})`
  })
  return each.join(' OR ')
}

async function merge(db: Kysely<Schema>, pages: number): Promise<void> {
  await sql`insert into search_words (search_words, rank) values ('merge', ${sql.lit(pages)})`.execute(db)
}

async function countChanges(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db)
  return rows[0]?.changes ?? 0
}
