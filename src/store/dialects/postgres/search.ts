import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../engine/schema.ts'
import { type IndexQuery, type SearchIndex, toEndpointTag } from '../../engine/search-index.ts'
import { MAX_KEY_AGE_MS } from '../../engine/sequence.ts'

/**
 * A key is used by a transaction that begins no later than `MAX_KEY_AGE_MS` after the key was set aside. All that began by
 * then has ended when, so much later that the clocks do not matter, nothing is under way but what began just now. Until a
 * key is settled its submission is read where it stands.
 */
const WAITS = { settlingMs: 5 * MAX_KEY_AGE_MS, oldestSeconds: 3 }

/** The index of words on PostgreSQL: the words of each submission as a `tsvector`, under a GIN index. */
export function createPostgresSearch(waits = WAITS): SearchIndex {
  let settled = 0
  let mark: { key: number; at: number } | null = null
  return {
    async ask(db, query) {
      const { rows } = await sql<{ key: number }>`
        select key from newest_search_matches(
          ${toTextQuery(query)}::tsquery, ${query.above}, ${query.upTo}, ${query.limit}) as named (key)`.execute(
        db,
      )
      return rows.map((row) => row.key)
    },
    async add(db, entries) {
      await sql`
        insert into search_entries (key, words)
        select key, array_to_tsvector(string_to_array(words, ' '))
        from json_to_recordset(${JSON.stringify(entries)}::json) as entries (key bigint, words text)
        on conflict do nothing`.execute(db)
    },
    /** Keys are set aside in order and used later: those of an earlier look are settled once all that began then ended. */
    async settledKey(db) {
      const now = performance.now()
      if (mark && now - mark.at >= waits.settlingMs && !(await hasOldTransaction(db, waits))) {
        settled = mark.key
        mark = null
      }
      mark ??= { key: await lastReservedKey(db), at: now }
      return settled
    },
    // The server does so by itself.
    tidy: null,
  }
}

/** Returns true while a transaction is open that may hold a key from before the mark. */
async function hasOldTransaction(db: Kysely<Schema>, { oldestSeconds }: typeof WAITS): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
      and xact_start < clock_timestamp() - make_interval(secs => ${oldestSeconds}) limit 1`.execute(db)
  return rows.length > 0
}

async function lastReservedKey(db: Kysely<Schema>): Promise<number> {
  const { next } = await db.selectFrom('key_reservation').select('next').executeTakeFirstOrThrow()
  return next - 1
}

/** Words are letters, digits and marks, so that quotes keep whatever they are from being read as syntax. */
function toTextQuery({ endpointKeys, words }: IndexQuery): string {
  const each = endpointKeys.map((key) => {
    const tag = toEndpointTag(key)
    return `(${words.map(({ word, ends }) => `'${tag}${word}'${ends === 'open' ? ':*' : ''}`).join(' & ')})`
  })
  return each.join(' | ')
}
