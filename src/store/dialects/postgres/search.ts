import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../engine/schema.ts'
import { type IndexQuery, type SearchIndex, toEndpointTag } from '../../engine/search-index.ts'
import { MAX_KEY_AGE_MS } from '../../engine/sequence.ts'

/**
 * A key is used by a transaction that begins at most `MAX_KEY_AGE_MS` after its reservation. Well after that, once only
 * recent transactions are open, all transactions with older keys have ended, whatever the clocks say: the keys are
 * settled. Submissions with later keys are scanned instead.
 */
const WAITS = { settlingMs: 5 * MAX_KEY_AGE_MS, oldestSeconds: 3 }

/** Creates the full-text index on PostgreSQL: the words of each submission as a `tsvector` with a GIN index. */
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
    /** Keys are reserved in order and used later: a reserved key is settled once all transactions of that time ended. */
    async settledKey(db) {
      const now = performance.now()
      if (mark && now - mark.at >= waits.settlingMs && !(await hasOldTransaction(db, waits))) {
        settled = mark.key
        mark = null
      }
      mark ??= { key: await lastReservedKey(db), at: now }
      return settled
    },
    contains: (text, part) => sql`strpos(${text}, ${part}) > 0`,
    // The server maintains its index itself.
    tidy: null,
  }
}

/** Returns true while a transaction is open that may use a key from before the mark. */
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

/** Builds a `tsquery`. Words consist of letters, digits and marks, and quotes keep them from being read as syntax. */
function toTextQuery({ endpointKeys, words }: IndexQuery): string {
  const each = endpointKeys.map((key) => {
    const tag = toEndpointTag(key)
    return `(${words.map(({ word, ends }) => `'${tag}${word}'${ends === 'open' ? ':*' : ''}`).join(' & ')})`
  })
  return each.join(' | ')
}
