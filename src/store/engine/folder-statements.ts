import type { RawBuilder } from 'kysely'
import type { Folder } from '../../domain/submissions/folder.ts'

/**
 * Parts of statements that read the submissions of an endpoint in the order of their keys. The two databases come to use
 * the index that has them in that order by different words.
 */
export type FolderStatements = {
  /** Selects the column `key` of a stretch, as a part of a UNION ALL. What is beyond the limit may be left out. */
  selectKeys(stretch: Stretch): RawBuilder<unknown>
  /** The rows of all endpoints and days with a submission outside spam; `starts`: the first key of each day, and the end. */
  countDays(endpointKeys: readonly number[], starts: readonly number[]): RawBuilder<DayCount>
}

/** Submissions of one endpoint that stand together in the index. */
export type Stretch = {
  /** The key of the endpoint. */
  endpoint: RawBuilder<unknown>
  folder: Folder
  unread: boolean
  /** Keys above this one. */
  above: number
  /** Keys up to this one. */
  upTo: number
  /** The newest key of the endpoint, or one beyond it. */
  newest: RawBuilder<unknown>
  /** Which end is wanted. */
  first: 'newest' | 'oldest'
  limit: number
}

export type DayCount = { key: number; day: number; count: number }
