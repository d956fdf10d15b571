import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { occurs, type SearchedValue, type SearchTerm, searchedValues } from '../domain/search.ts'
import { type KeyRange, newestKeys, type Place } from './folder-keys.ts'
import type { InboxReads } from './inbox-reads.ts'
import type { KeyPage } from './inbox-store.ts'
import type { Schema } from './schema.ts'
import { type SoughtWord, soughtWords } from './search-index.ts'
import { readRows, type SearchedRow } from './search-rows.ts'

/** The most that one search looks at where it stands, and again of what the index names. */
const ROWS_LOOKED_AT = 1000
const BYTES_LOOKED_AT = 2 * 1024 * 1024
/** A page that so many would fill is filled where they stand. */
const ROWS_WORTH_A_PAGE = 300
/** The index is not asked for a word that more than one in so many submissions hold: to find all of those takes long. */
const FREQUENT = 20
/** Submissions read at once, after which others have their turn: about two milliseconds. */
const ROWS_AT_ONCE = 100
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
  const { up_to: indexedTo } = await db.selectFrom('searching').select('up_to').executeTakeFirstOrThrow()
  const found: number[] = []
  const isFull = () => found.length > limit
  const page = (lookedTo: number): KeyPage => ({
    keys: found.slice(0, limit),
    next: isFull() ? (found[limit - 1] ?? null) : lookedTo,
  })

  const inPlace = openLook(db, search, found)
  let upTo = range.upTo
  for (;;) {
    const keys = await newestKeys(reads, search.places, { ...range, upTo, limit: ROWS_AT_ONCE })
    const lookedTo = await inPlace.lookAt(keys)
    if (lookedTo === null || (lookedTo === keys.at(-1) && keys.length < ROWS_AT_ONCE)) return ended()
    if (isFull() || inPlace.isSpent()) return page(lookedTo)
    upTo = lookedTo - 1
    if (upTo <= indexedTo && !willFill(found.length, inPlace.rows(), limit)) break
  }

  const byIndex = openLook(db, search, found)
  const named = await askIndex(reads, { ...search, range: { ...range, upTo } }, inPlace.rarest())
  const lookedTo = await byIndex.lookAt(named)
  if (lookedTo === null || (lookedTo === named.at(-1) && named.length < ROWS_LOOKED_AT)) return ended()
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
function openLook(db: Kysely<Schema>, { places, range, terms, limit }: Search, found: number[]) {
  const ours = new Set(places.map((place) => place.key))
  const words = soughtWords(terms).map((word) => ({ word, rows: 0 }))
  let rows = 0
  let bytes = 0
  const isSpent = () => rows >= ROWS_LOOKED_AT || bytes >= BYTES_LOOKED_AT

  function isMeant(row: SearchedRow): boolean {
    if (!ours.has(row.endpointKey) || !range.folders.includes(row.folder)) return false
    if (range.unread !== null && range.unread !== row.isUnread) return false
    const values = searchedValues(row.fields)
    for (const each of words) if (holds(each.word, values)) each.rows += 1
    return terms.every((term) => occurs(term, values))
  }

  return {
    isSpent,
    rows: () => rows,
    /** What the index is to be asked for, as far as can be told by what was looked at. */
    rarest(): SoughtWord[] {
      const sorted = words.toSorted((one, other) => one.rows - other.rows)
      return sorted.filter((one, at) => at === 0 || one.rows * FREQUENT <= rows).map((one) => one.word)
    },
    /** Returns the last key that was looked at; null where there was none. */
    async lookAt(keys: readonly number[]): Promise<number | null> {
      let at = 0
      while (at < keys.length && !isSpent() && found.length <= limit) {
        const slice = await readRows(db, keys.slice(at, at + ROWS_AT_ONCE), terms.length)
        for (const key of slice.read) {
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

function holds({ word, ends }: SoughtWord, values: readonly SearchedValue[]): boolean {
  return occurs({ words: [word], ends, within: { kind: 'any' } }, values)
}

/** The newest keys that the index names, newest first: of all endpoints together. */
async function askIndex(
  { db, search: index }: InboxReads,
  { places, range }: Pick<Search, 'places' | 'range'>,
  words: readonly SoughtWord[],
): Promise<number[]> {
  const waiting = places.toSorted((one, other) => other.newestKey - one.newestKey)
  let keys: number[] = []
  for (let at = 0; at < waiting.length; at += ENDPOINTS_ASKED) {
    const above = keys[ROWS_LOOKED_AT - 1] ?? range.above
    const batch = waiting.slice(at, at + ENDPOINTS_ASKED).filter((place) => place.newestKey > above)
    if (batch.length === 0) break
    const named = await index.ask(db, {
      endpointKeys: batch.map((place) => place.key),
      words,
      above,
      upTo: range.upTo,
      limit: ROWS_LOOKED_AT,
    })
    keys = [...keys, ...named].sort((one, other) => other - one).slice(0, ROWS_LOOKED_AT)
    await nextTurn()
  }
  return keys
}
