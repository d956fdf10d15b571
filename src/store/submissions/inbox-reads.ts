import type { Kysely } from 'kysely'
import type { FolderStatements } from '../engine/folder-statements.ts'
import type { Schema } from '../engine/schema.ts'
import type { SearchIndex } from '../engine/search-index.ts'

/** Connections and statements for reading lists. */
export type InboxReads = { db: Kysely<Schema>; folders: FolderStatements; search: SearchIndex }
