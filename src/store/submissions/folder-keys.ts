import { type RawBuilder, sql } from 'kysely'
import type { Folder } from '../../domain/submissions/folder.ts'
import type { Stretch } from '../engine/folder-statements.ts'
import type { InboxReads } from './inbox-reads.ts'

/** Endpoints read by one statement; few sizes, so that each statement is prepared once. */
const BATCHES = [1, 8, 64, 512] as const
const NO_KEY = 0
/** References to the endpoint in a statement about many. */
const PER_ENDPOINT = { endpoint: sql`e.key`, newest: sql`e.newest_key` }

type FolderReads = Pick<InboxReads, 'db' | 'folders'>

/** An endpoint whose submissions are read. */
export type ListedEndpoint = { key: number; newestKey: number }

/** A range of keys in some folders. */
export type KeyRange = {
  folders: readonly Folder[]
  /** Null: read and unread. */
  unread: boolean | null
  /** Keys above this one. */
  above: number
  /** Keys up to this one. */
  upTo: number
}

/**
 * Returns the newest keys of these endpoints together, newest first. Endpoints are read in the order of their newest
 * submission, and only as long as one may have a key that belongs to the answer.
 */
export async function newestKeys(
  reads: FolderReads,
  endpoints: readonly ListedEndpoint[],
  range: KeyRange & { limit: number },
): Promise<number[]> {
  if (range.folders.length === 0) return []
  const waiting = endpoints.toSorted((one, other) => other.newestKey - one.newestKey)
  let keys: number[] = []
  for (const batch of splitIntoBatches(waiting)) {
    // Once full, older keys than the last belong to a later page.
    const above = keys[range.limit - 1] ?? range.above
    const candidates = batch.filter((endpoint) => endpoint.newestKey > above)
    if (candidates.length === 0) break
    const found = await loadNewestOfEach(reads, candidates, { ...range, above })
    keys = [...keys, ...found].sort((one, other) => other - one).slice(0, range.limit)
  }
  return keys
}

/** Counts the keys of these endpoints in the range together, up to `most`, without test submissions. */
export async function countKeys(
  reads: FolderReads,
  endpoints: readonly ListedEndpoint[],
  range: KeyRange & { most: number },
): Promise<number> {
  let count = 0
  for (const batch of splitIntoBatches(endpoints)) {
    const left = range.most - count
    if (left <= 0) break
    const counted = await countEach(reads, batch, { ...range, most: left })
    for (const one of counted.values()) count += one
  }
  return Math.min(count, range.most)
}

/** Counts the unread submissions in the inbox of each of these endpoints, up to `most` each. No count includes test submissions. */
export function countUnread(
  reads: FolderReads,
  { endpoints, most }: { endpoints: readonly ListedEndpoint[]; most: number },
): Promise<Map<number, number>> {
  const unread = { folders: ['inbox'], unread: true, above: 0, upTo: Number.MAX_SAFE_INTEGER } as const
  return countEach(reads, endpoints, { ...unread, most })
}

/** Counts the keys of each of these endpoints in the range, up to `most`, without test submissions. */
async function countEach(
  reads: FolderReads,
  endpoints: readonly ListedEndpoint[],
  range: KeyRange & { most: number },
): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  if (range.folders.length === 0) return counts
  for (const batch of splitIntoBatches(endpoints)) {
    const near = { ...range, first: 'newest', limit: range.most + 1 } as const
    const stretches = selectStretches(reads, { ...PER_ENDPOINT, range: near })
    const { rows } = await sql<{ key: number; count: number }>`
      select e.key, (select count(*) from (
        select 1 from (${stretches}) as every
        where every.key <> coalesce(e.test_key, ${sql.lit(NO_KEY)}) limit ${range.most}) as counted) as count
      from endpoints as e where e.key in (${inBatch(batch)})`.execute(reads.db)
    for (const row of rows) counts.set(row.key, row.count)
  }
  return counts
}

/** Finds the keys next to this one in a folder of an endpoint; null at the ends. */
export async function findNeighbors(
  reads: FolderReads,
  found: { endpointKey: number; folder: Folder; key: number },
): Promise<{ newer: number | null; older: number | null }> {
  const { key } = found
  const nearest = async (side: { above: number; upTo: number; first: 'newest' | 'oldest' }) => {
    const range = { folders: [found.folder], unread: null, ...side, limit: 1 }
    const stretches = selectStretches(reads, {
      endpoint: sql`${found.endpointKey}`,
      newest: sql`${range.upTo}`,
      range,
    })
    const order = side.first === 'newest' ? sql`desc` : sql`asc`
    const { rows } = await sql<{ key: number }>`
      select key from (${stretches}) as every order by key ${order} limit 1`.execute(reads.db)
    return rows[0]?.key ?? null
  }
  return {
    newer: await nearest({ above: key, upTo: Number.MAX_SAFE_INTEGER, first: 'oldest' }),
    older: await nearest({ above: NO_KEY, upTo: key - 1, first: 'newest' }),
  }
}

/** Loads the newest keys of each endpoint; as text, because both databases can aggregate rows into text. */
async function loadNewestOfEach(
  reads: FolderReads,
  batch: readonly ListedEndpoint[],
  range: KeyRange & { limit: number },
): Promise<number[]> {
  const near = { ...range, first: 'newest' } as const
  const stretches = selectStretches(reads, { ...PER_ENDPOINT, range: near })
  const { rows } = await sql<{ keys: string | null }>`
    select (select string_agg(cast(key as text), ',') from (
      select key from (${stretches}) as every order by key desc limit ${range.limit}) as newest) as keys
    from endpoints as e where e.key in (${inBatch(batch)})`.execute(reads.db)
  return rows.flatMap(({ keys }) => (keys === null ? [] : keys.split(',').map(Number)))
}

/** Builds one query per stretch of the index that is sorted by itself: the database merges them. */
function selectStretches(
  { folders }: FolderReads,
  of: Pick<Stretch, 'endpoint' | 'newest'> & { range: KeyRange & Pick<Stretch, 'first' | 'limit'> },
): RawBuilder<unknown> {
  const { endpoint, newest, range } = of
  const { above, upTo, first, limit } = range
  const marks = range.unread === null ? [false, true] : [range.unread]
  const all = range.folders.flatMap((folder) =>
    marks.map((unread) =>
      folders.selectKeys({ endpoint, folder, unread, above, upTo, newest, first, limit }),
    ),
  )
  return sql.join(all, sql` union all `)
}

/** Splits endpoints into growing batches: a page rarely needs many endpoints, the last one needs all. */
function* splitIntoBatches(endpoints: readonly ListedEndpoint[]): Generator<readonly ListedEndpoint[]> {
  let which = endpoints.length === 1 ? 0 : 1
  for (let at = 0; at < endpoints.length; ) {
    const size = BATCHES[which] ?? 1
    yield endpoints.slice(at, at + size)
    at += size
    which = Math.min(which + 1, BATCHES.length - 1)
  }
}

/** Lists the keys of a batch, padded to a size that has a prepared statement. */
function inBatch(batch: readonly ListedEndpoint[]): RawBuilder<unknown> {
  const size = BATCHES.find((one) => one >= batch.length) ?? batch.length
  const keys = Array.from({ length: size }, (_, index) => batch[index]?.key ?? NO_KEY)
  return sql.join(keys)
}
