import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { parseStoredFields } from '../../../domain/submissions/fields.ts'
import { getSearchedValues, matchesTerm, type SearchTerm } from '../../../domain/submissions/search.ts'

import type { Schema } from '../../engine/schema.ts'
import type { QueryTerm } from '../../engine/search-index.ts'
import { type KeyRange, type ListedEndpoint, newestKeys } from '../folder-keys.ts'
import type { InboxReads, KeyPage } from '../inbox-reads.ts'
import { listAssigned } from '../work/assignees.ts'
import { listMarkedKeys, type MarkedWith } from '../work/marked-keys.ts'
import { readRows, type SearchedRow } from './search-rows.ts'
import { createSelectivityEstimate } from './term-selectivity.ts'

/** Maximum number of rows that one search scans, and of rows that it reads from one lookup in the index. */
const MAX_SCANNED_ROWS = 700
const MAX_INDEX_ROWS = 1000
const MAX_SCANNED_BYTES = 2 * 1024 * 1024
/** A page that scanning this many rows would fill is filled without the index. */
const PAGE_SCAN_ROWS = 300
/** Submissions per read: few at first, because frequent terms fill a page with them; then more, because each read costs. */
const ROWS_PER_READ = { first: 100, next: 300 }
/** Submissions matched before yielding to the event loop: about two milliseconds. */
const ROWS_PER_YIELD = 100
/** Endpoints per lookup in the index. */
const MAX_ENDPOINTS_PER_LOOKUP = 64
const NONE: ReadonlySet<number> = new Set()

export type Search = {
  endpoints: readonly ListedEndpoint[]
  range: KeyRange
  /** All must occur. */
  terms: readonly SearchTerm[]
  /** Null: with any marks or none. */
  marks: MarkedWith | null
  /** True: only those that are assigned to nobody. */
  unassigned: boolean
  limit: number
}

/**
 * Returns the newest keys that match all terms, newest first. The newest submissions are scanned first: that fills a
 * page for frequent terms, and covers submissions that are not indexed yet. Then the index is used, and each match is
 * read too. A search that has read enough returns its matches and the key to continue from.
 *
 * Submissions with a star, a label or an assignee are listed by these, and all of them are scanned.
 */
export async function searchKeys(reads: InboxReads, search: Search): Promise<KeyPage> {
  const { db } = reads
  const { limit, range } = search
  const { indexed_up_to: indexedTo } = await db
    .selectFrom('search_progress')
    .select('indexed_up_to')
    .executeTakeFirstOrThrow()
  const found: number[] = []
  const isFull = () => found.length > limit
  const page = (scannedTo: number): KeyPage => ({
    keys: found.slice(0, limit),
    next: isFull() ? (found[limit - 1] ?? null) : scannedTo,
  })

  const recent = createScan(db, { ...search, most: MAX_SCANNED_ROWS }, found)
  let upTo = range.upTo
  let rare: QueryTerm[] = []
  for (;;) {
    const atOnce = recent.atOnce()
    const keys = await listCandidates(reads, search, { upTo, limit: atOnce })
    const scannedTo = await recent.scan(keys)
    if (scannedTo === null || (scannedTo === keys.at(-1) && keys.length < atOnce)) return ended()
    if (isFull() || recent.isSpent()) return page(scannedTo)
    upTo = scannedTo - 1
    if (search.marks !== null || upTo > indexedTo || willFillPage(found.length, recent.rows(), limit))
      continue
    rare = recent.rare()
    if (rare.length > 0) break
  }

  const byIndex = createScan(db, { ...search, most: MAX_INDEX_ROWS }, found)
  const matched = await lookUpIndex(reads, { ...search, range: { ...range, upTo } }, rare)
  const scannedTo = await byIndex.scan(matched)
  if (scannedTo === null || (scannedTo === matched.at(-1) && matched.length < MAX_INDEX_ROWS)) return ended()
  return page(scannedTo)

  function ended(): KeyPage {
    return isFull() ? page(0) : { keys: found, next: null }
  }
}

/** Lists the next keys to scan, newest first; those with marks include ones of other folders. */
function listCandidates(
  reads: InboxReads,
  { endpoints, range, marks }: Search,
  { upTo, limit }: { upTo: number; limit: number },
): Promise<number[]> {
  if (marks === null) return newestKeys(reads, endpoints, { ...range, upTo, limit })
  return listMarkedKeys(reads.db, { marks, above: range.above, upTo, limit })
}

/** Tells whether a page will soon be full at this rate. */
function willFillPage(found: number, rows: number, limit: number): boolean {
  return (found * PAGE_SCAN_ROWS) / rows > limit
}

/** Scans submissions and adds matches to `found`, until it holds one more than a page. */
function createScan(db: Kysely<Schema>, search: Search & { most: number }, found: number[]) {
  const { endpoints, range, terms, limit, most } = search
  const ours = new Set(endpoints.map((endpoint) => endpoint.key))
  const selectivity = createSelectivityEstimate(terms)
  let rows = 0
  let bytes = 0
  const isSpent = () => rows >= most || bytes >= MAX_SCANNED_BYTES
  const atOnce = () => (rows === 0 ? ROWS_PER_READ.first : Math.min(ROWS_PER_READ.next, most - rows))

  function matchesSearch(row: SearchedRow): boolean {
    if (!ours.has(row.endpointKey) || !range.folders.includes(row.folder)) return false
    if (range.unread !== null && range.unread !== row.isUnread) return false
    if (terms.length === 0) return true
    const values = getSearchedValues(parseStoredFields(row.fields))
    selectivity.see(values)
    return terms.every((term) => matchesTerm(term, values))
  }

  return {
    isSpent,
    rare: selectivity.rare,
    rows: () => rows,
    /** Number of submissions to read next. */
    atOnce,
    /** Returns the last key that was read; null where there was none. */
    async scan(keys: readonly number[]): Promise<number | null> {
      let at = 0
      while (at < keys.length && !isSpent() && found.length <= limit) {
        const slice = await readRows(db, keys.slice(at, at + atOnce()))
        const assigned = search.unassigned ? await listAssigned(db, slice.read) : NONE
        for (const [n, key] of slice.read.entries()) {
          if (found.length > limit) break
          if (n > 0 && n % ROWS_PER_YIELD === 0) await yieldToEventLoop()
          const row = slice.rows.get(key)
          if (row && !assigned.has(key) && matchesSearch(row)) found.push(key)
        }
        at += slice.read.length
        rows += slice.read.length
        bytes += slice.bytes
        await yieldToEventLoop()
      }
      return keys[at - 1] ?? null
    },
  }
}

/** Looks up the newest keys in the index, newest first, of all endpoints together. */
async function lookUpIndex(
  { db, search: index }: InboxReads,
  { endpoints, range }: Pick<Search, 'endpoints' | 'range'>,
  words: readonly QueryTerm[],
): Promise<number[]> {
  const waiting = endpoints.toSorted((one, other) => other.newestKey - one.newestKey)
  let keys: number[] = []
  for (let at = 0; at < waiting.length; at += MAX_ENDPOINTS_PER_LOOKUP) {
    const above = keys[MAX_INDEX_ROWS - 1] ?? range.above
    const batch = waiting
      .slice(at, at + MAX_ENDPOINTS_PER_LOOKUP)
      .filter((endpoint) => endpoint.newestKey > above)
    if (batch.length === 0) break
    const matched = await index.ask(db, {
      endpointKeys: batch.map((endpoint) => endpoint.key),
      words,
      above,
      upTo: range.upTo,
      limit: MAX_INDEX_ROWS,
    })
    keys = [...keys, ...matched].sort((one, other) => other - one).slice(0, MAX_INDEX_ROWS)
    await yieldToEventLoop()
  }
  return keys
}
