import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Digits of the largest key, so that no tag is the beginning of another. */
const TAG_LENGTH = 11
const TAG_BASE = 36

/**
 * The words of submissions, each with the tag of its endpoint in front: the words of one endpoint are a stretch of the
 * index by themselves, and what others were sent is never stepped over. It says which submissions may be meant; whether
 * they are is seen in their rows.
 */
export type SearchIndex = {
  /** The newest keys, newest first, of submissions to one of these endpoints that hold all of these words. */
  ask(db: Kysely<Schema>, question: IndexQuery): Promise<number[]>
  /** Takes entries in, in the order of their keys. */
  add(db: Kysely<Schema>, entries: readonly SearchEntry[]): Promise<void>
  /** The key up to which no submission comes late. */
  settledKey(db: Kysely<Schema>): Promise<number>
  /** Does a little of what keeps the index small and quick; false when nothing is left to do. Null: nothing ever is. */
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

/** `words`: with their tag in front, and a blank between them. */
export type SearchEntry = { key: number; words: string }

/** A word that a submission must hold: as it stands, or as the beginning of one. */
export type QueryTerm = { word: string; ends: 'whole' | 'open' }

/** What stands in front of each word of an endpoint. */
export function toEndpointTag(endpointKey: number): string {
  return endpointKey.toString(TAG_BASE).padStart(TAG_LENGTH, '0')
}
