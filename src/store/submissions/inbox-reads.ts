import type { Kysely } from 'kysely'
import type { Folder } from '../../domain/submissions/folder.ts'
import type { SearchTerm } from '../../domain/submissions/search.ts'
import type { FolderStatements } from '../engine/folder-statements.ts'
import type { Schema } from '../engine/schema.ts'
import type { SearchIndex } from '../engine/search-index.ts'

/** Connections and statements for reading lists. */
export type InboxReads = { db: Kysely<Schema>; folders: FolderStatements; search: SearchIndex }

/** A selection of the submissions of an account. */
export type SubmissionFilter = {
  accountKey: number
  /** Null for all endpoints of the account. */
  endpointId: string | null
  /** Empty: selects nothing. */
  folders: readonly Folder[]
  /** Terms that its fields must all contain; empty for any. */
  terms: readonly SearchTerm[]
  /** Null for read and unread ones. */
  unread: boolean | null
  /** True: only those with a star. */
  starred?: boolean
  /** Key of a label of the account; null for any and none. */
  labelKey?: number | null
  /** Key of a member of the account or `HOLDER_KEY`; null for any and nobody. */
  assignee?: number | 'nobody' | null
  /** Received at this instant or later; imported ones count from their import. */
  after: Date | null
  /** Received before this instant. */
  before: Date | null
}

export type PageRequest = {
  limit: number
  /** Key of the last submission of the previous page; null for the first page. */
  olderThan: number | null
}

/** A page of keys. */
export type KeyPage = { keys: readonly number[]; next: number | null }
