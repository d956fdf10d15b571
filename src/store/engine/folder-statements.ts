import type { RawBuilder } from 'kysely'
import type { Folder } from '../../domain/submissions/folder.ts'

/**
 * Parts of statements that read the submissions of an endpoint in the order of their keys. Each database needs its own
 * statements to use the index.
 */
export type FolderStatements = {
  /** Selects the column `key` of a stretch, as a part of a UNION ALL. Rows beyond the limit may be left out. */
  selectKeys(stretch: Stretch): RawBuilder<unknown>
  /** Counts submissions outside spam, without test submissions, by endpoint and day. `starts`: the first key of each day, and the end of the last. */
  countDays(endpointKeys: readonly number[], starts: readonly number[]): RawBuilder<DayCount>
}

/** A contiguous range of the index: submissions of one endpoint in one folder and read state. */
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
  /** Order of the keys. */
  first: 'newest' | 'oldest'
  limit: number
}

type DayCount = { key: number; day: number; count: number }
