import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Folder } from '../domain/folder.ts'
import type { Schema } from './schema.ts'

/** Endpoints looked at by one statement; few statements, so that each is prepared once. */
const BATCHES = [1, 8, 64] as const
const NO_KEY = 0

/** An endpoint as far as its submissions are looked for. */
export type Place = { key: number; newestKey: number }

/** Which keys are meant, of which folders. */
export type KeyRange = {
  folders: readonly Folder[]
  /** Null: whether read or not. */
  unread: boolean | null
  /** Keys above this one. */
  above: number
  /** Keys up to this one. */
  upTo: number
}

/**
 * The newest keys of these endpoints together, newest first. The endpoints are visited by their newest submission, and no
 * more of them than may have a key that belongs to the answer.
 */
export async function newestKeys(
  db: Kysely<Schema>,
  places: readonly Place[],
  range: KeyRange & { limit: number },
): Promise<number[]> {
  if (range.folders.length === 0) return []
  const waiting = places.toSorted((one, other) => other.newestKey - one.newestKey)
  let keys: number[] = []
  for (const batch of batchesOf(waiting)) {
    // Full: what is older than its last belongs to a later page.
    const above = keys[range.limit - 1] ?? range.above
    const worthIt = batch.filter((place) => place.newestKey > above)
    if (worthIt.length === 0) break
    const found = await newestOfEach(db, worthIt, { ...range, above })
    keys = [...keys, ...found].sort((one, other) => other - one).slice(0, range.limit)
  }
  return keys
}

/** How many keys these endpoints have in the range together, no more than `most`. */
export async function countKeys(
  db: Kysely<Schema>,
  places: readonly Place[],
  range: KeyRange & { most: number },
): Promise<number> {
  let count = 0
  for (const batch of batchesOf(places)) {
    const left = range.most - count
    if (left <= 0) break
    const counted = await countOfEach(db, batch, { ...range, most: left })
    for (const one of counted.values()) count += one
  }
  return Math.min(count, range.most)
}

/** How many keys each of these endpoints has in the range, no more than `most`. */
export async function countOfEach(
  db: Kysely<Schema>,
  places: readonly Place[],
  range: KeyRange & { most: number },
): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  if (range.folders.length === 0) return counts
  for (const batch of batchesOf(places)) {
    const { rows } = await sql<{ key: number; count: number }>`
      select e.key, (select count(*) from (
        select 1 from (${branches(range)}) as every limit ${range.most}) as counted) as count
      from endpoints as e where e.key in (${inBatch(batch)})`.execute(db)
    for (const row of rows) counts.set(row.key, row.count)
  }
  return counts
}

/** The key next to this one in a folder of an endpoint, on either side; null at the end. */
export async function neighboursOf(
  db: Kysely<Schema>,
  place: { endpointKey: number; folder: Folder; key: number },
): Promise<{ newer: number | null; older: number | null }> {
  const side = async (sign: '<' | '>') => {
    const within = (unread: 0 | 1) =>
      db
        .selectFrom('submissions_by_endpoint')
        .select('key')
        .where('endpoint_key', '=', place.endpointKey)
        .where('folder', '=', place.folder)
        .where('unread', '=', unread)
        .where('key', sign, place.key)
    const nearest = await within(0)
      .unionAll(within(1))
      .orderBy('key', sign === '<' ? 'desc' : 'asc')
      .limit(1)
      .executeTakeFirst()
    return nearest?.key ?? null
  }
  return { newer: await side('>'), older: await side('<') }
}

/** Lists of keys come as text, which both databases can make of many rows. */
async function newestOfEach(
  db: Kysely<Schema>,
  batch: readonly Place[],
  range: KeyRange & { limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ keys: string | null }>`
    select (select string_agg(cast(key as text), ',') from (
      select key from (${branches(range)}) as every order by key desc limit ${range.limit}) as newest) as keys
    from endpoints as e where e.key in (${inBatch(batch)})`.execute(db)
  return rows.flatMap(({ keys }) => (keys === null ? [] : keys.split(',').map(Number)))
}

/** One branch for each stretch of the index that is in order by itself: the database merges them. */
function branches(range: KeyRange): RawBuilder<unknown> {
  const { above, upTo } = range
  const unread = range.unread === null ? [0, 1] : [range.unread ? 1 : 0]
  const all = range.folders.flatMap((folder) =>
    unread.map(
      (mark) => sql`
        select key from submissions_by_endpoint
        where endpoint_key = e.key and folder = ${folder} and unread = ${sql.lit(mark)} and key > ${above}
          and key <= case when e.newest_key < ${upTo} then e.newest_key else ${upTo} end`,
    ),
  )
  return sql.join(all, sql` union all `)
}

/** Batches grow: the first page rarely needs many endpoints, the last one needs all. */
function* batchesOf(places: readonly Place[]): Generator<readonly Place[]> {
  const [single, few, many] = BATCHES
  let size: number = places.length === 1 ? single : few
  for (let at = 0; at < places.length; ) {
    yield places.slice(at, at + size)
    at += size
    size = many
  }
}

/** The keys of a batch, filled up to a size that there is a prepared statement for. */
function inBatch(batch: readonly Place[]): RawBuilder<unknown> {
  const size = BATCHES.find((one) => one >= batch.length) ?? batch.length
  const keys = Array.from({ length: size }, (_, index) => batch[index]?.key ?? NO_KEY)
  return sql.join(keys)
}
