import type { Kysely, RawBuilder, SqlBool } from 'kysely'
import type { Schema } from './schema.ts'

/** Digits of the largest key, so that no tag is the beginning of another. */
const TAG_LENGTH = 11
const TAG_BASE = 36

/**
 * Full-text index of submissions. Each word is prefixed with the tag of its endpoint, so that a search reads only the
 * entries of the searched endpoints. Matches are candidates: callers compare the rows with the query.
 */
export type SearchIndex = {
  /** Finds the newest submissions to these endpoints that contain all of these words; keys, newest first. */
  ask(db: Kysely<Schema>, question: IndexQuery): Promise<number[]>
  /** Adds entries, in the order of their keys. */
  add(db: Kysely<Schema>, entries: readonly SearchEntry[]): Promise<void>
  /** Returns the key up to which all submissions are committed: none with a smaller key appears later. */
  settledKey(db: Kysely<Schema>): Promise<number>
  /** Returns the condition that a text contains a part, in time that grows with the length of the text alone; uses no index. */
  contains(text: RawBuilder<string>, part: string): RawBuilder<SqlBool>
  /** Runs one short step of index maintenance. Returns false when none is left; null where the database needs none. */
  tidy: ((db: Kysely<Schema>) => Promise<boolean>) | null
}

export type IndexQuery = {
  endpointKeys: readonly number[]
  words: readonly QueryTerm[]
  /** Keys above this one. */
  above: number
  /** Keys up to this one. */
  upTo: number
  limit: number
}

/** `words`: words with their tags, separated by spaces. */
type SearchEntry = { key: number; words: string }

/** A word that a submission must contain: `whole`, or `open` as the beginning of a word. */
export type QueryTerm = { word: string; ends: 'whole' | 'open' }

/** Returns the prefix of all words of an endpoint in the index. */
export function toEndpointTag(endpointKey: number): string {
  return endpointKey.toString(TAG_BASE).padStart(TAG_LENGTH, '0')
}
