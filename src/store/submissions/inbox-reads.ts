import type { Kysely } from 'kysely'
import type { FolderStatements } from '../engine/folder-statements.ts'
import type { Schema } from '../engine/schema.ts'
import type { SearchIndex } from '../engine/search-index.ts'

/** What lists are read with. */
export type InboxReads = { db: Kysely<Schema>; folders: FolderStatements; search: SearchIndex }
