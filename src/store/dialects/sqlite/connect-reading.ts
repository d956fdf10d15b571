import { DatabaseSync } from 'node:sqlite'
import { StoreUnavailable } from '../../contract/errors.ts'
import type { Connection } from '../../engine/connection.ts'
import { sqliteFolders } from './folders.ts'
import { createKysely } from './kysely-dialect.ts'
import { sqliteSearch } from './search.ts'

/** Time for which a read waits for a lock: longer than in the main thread, because it blocks no request. */
const BUSY_TIMEOUT_MS = 1000

/**
 * Opens the SQLite file of a running service for reading alone, in a thread of its own.
 *
 * @throws StoreUnavailable when the file cannot be opened now
 */
export function connectReading(file: string): Pick<Connection, 'reads' | 'folders' | 'search'> {
  try {
    const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, readOnly: true })
    return { reads: createKysely(database), folders: sqliteFolders, search: sqliteSearch }
  } catch (error) {
    throw new StoreUnavailable('away', error)
  }
}
