import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { parseStoredFields } from '../../../domain/submissions/fields.ts'
import { getSearchedValues, matchesTerm, type SearchTerm } from '../../../domain/submissions/search.ts'
import type { KeyPage } from '../../contract/inbox-store.ts'
import type { Schema } from '../../engine/schema.ts'
import type { QueryTerm } from '../../engine/search-index.ts'
import { type KeyRange, newestKeys, type Place } from '../folder-keys.ts'
import type { InboxReads } from '../inbox-reads.ts'
import { readRows, type SearchedRow } from './search-rows.ts'
import { createSelectivityEstimate } from './term-selectivity.ts'

/** The most that one search looks at where it stands, and again of what the index names, which is read by one question. */
const ROWS_IN_PLACE = 700
const ROWS_NAMED = 1000
const BYTES_LOOKED_AT = 2 * 1024 * 1024
/** A page that so many would fill is filled where they stand. */
const ROWS_WORTH_A_PAGE = 300
/** Submissions read at once: few, for what is common fills its page with them, and then more, for each reading costs. */
const ROWS_AT_ONCE = { first: 100, next: 300 }
/** Submissions looked at before others have their turn: about two milliseconds. */
const ROWS_IN_A_TURN = 100
/** Endpoints that the index is asked about at once. */
const ENDPOINTS_ASKED = 64

export type Search = {
  places: readonly Place[]
  range: KeyRange
  /** All of them must occur; at least one. */
  terms: readonly SearchTerm[]
  limit: number
}

/**
 * The newest keys of what these terms find, newest first. The newest submissions are read where they stand: that fills a
 * page of what is common, and covers what the index does not hold yet. Only then the index is asked, and each that it
 * names is read too. A search that has looked at enough ends with what it found, and says where to go on.
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
  const page = (lookedTo: number): KeyPage => ({
    keys: found.slice(0, limit),
    next: isFull() ? (found[limit - 1] ?? null) : lookedTo,
  })

  const inPlace = openLook(db, { ...search, most: ROWS_IN_PLACE }, found)
  let upTo = range.upTo
  let rare: QueryTerm[] = []
  for (;;) {
    const atOnce = inPlace.atOnce()
    const keys = await newestKeys(reads, search.places, { ...range, upTo, limit: atOnce })
    const lookedTo = await inPlace.lookAt(keys)
    if (lookedTo === null || (lookedTo === keys.at(-1) && keys.length < atOnce)) return ended()
    if (isFull() || inPlace.isSpent()) return page(lookedTo)
    upTo = lookedTo - 1
    if (upTo > indexedTo || willFill(found.length, inPlace.rows(), limit)) continue
    rare = inPlace.rare()
    if (rare.length > 0) break
  }

  const byIndex = openLook(db, { ...search, most: ROWS_NAMED }, found)
  const named = await askIndex(reads, { ...search, range: { ...range, upTo } }, rare)
  const lookedTo = await byIndex.lookAt(named)
  if (lookedTo === null || (lookedTo === named.at(-1) && named.length < ROWS_NAMED)) return ended()
  return page(lookedTo)

  function ended(): KeyPage {
    return isFull() ? page(0) : { keys: found, next: null }
  }
}

/** Whether a page will soon be full, if it goes on like this. */
function willFill(found: number, rows: number, limit: number): boolean {
  return (found * ROWS_WORTH_A_PAGE) / rows > limit
}

/** Reads submissions and adds to `found` those that are meant, until it holds one more than a page. */
function openLook(db: Kysely<Schema>, look: Search & { most: number }, found: number[]) {
  const { places, range, terms, limit, most } = look
  const ours = new Set(places.map((place) => place.key))
  const worth = createSelectivityEstimate(terms)
  let rows = 0
  let bytes = 0
  const isSpent = () => rows >= most || bytes >= BYTES_LOOKED_AT
  const atOnce = () => (rows === 0 ? ROWS_AT_ONCE.first : Math.min(ROWS_AT_ONCE.next, most - rows))

  function isMeant(row: SearchedRow): boolean {
    if (!ours.has(row.endpointKey) || !range.folders.includes(row.folder)) return false
    if (range.unread !== null && range.unread !== row.isUnread) return false
    const values = getSearchedValues(parseStoredFields(row.fields))
    worth.see(values)
    return terms.every((term) => matchesTerm(term, values))
  }

  return {
    isSpent,
    rare: worth.rare,
    rows: () => rows,
    /** How many are read next. */
    atOnce,
    /** Returns the last key that was looked at; null where there was none. */
    async lookAt(keys: readonly number[]): Promise<number | null> {
      let at = 0
      while (at < keys.length && !isSpent() && found.length <= limit) {
        const slice = await readRows(db, keys.slice(at, at + atOnce()))
        for (const [n, key] of slice.read.entries()) {
          if (found.length > limit) break
          if (n > 0 && n % ROWS_IN_A_TURN === 0) await nextTurn()
          const row = slice.rows.get(key)
          if (row && isMeant(row)) found.push(key)
        }
        at += slice.read.length
        rows += slice.read.length
        bytes += slice.bytes
        await nextTurn()
      }
      return keys[at - 1] ?? null
    },
  }
}

/** The newest keys that the index names, newest first: of all endpoints together. */
async function askIndex(
  { db, search: index }: InboxReads,
  { places, range }: Pick<Search, 'places' | 'range'>,
  words: readonly QueryTerm[],
): Promise<number[]> {
  const waiting = places.toSorted((one, other) => other.newestKey - one.newestKey)
  let keys: number[] = []
  for (let at = 0; at < waiting.length; at += ENDPOINTS_ASKED) {
    const above = keys[ROWS_NAMED - 1] ?? range.above
    const batch = waiting.slice(at, at + ENDPOINTS_ASKED).filter((place) => place.newestKey > above)
    if (batch.length === 0) break
    const named = await index.ask(db, {
      endpointKeys: batch.map((place) => place.key),
      words,
      above,
      upTo: range.upTo,
      limit: ROWS_NAMED,
    })
    keys = [...keys, ...named].sort((one, other) => other - one).slice(0, ROWS_NAMED)
    await nextTurn()
  }
  return keys
}
