import { randomBytes } from 'node:crypto'
import {
  type BigIntStats,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DurabilityLost } from '../../contract/errors.ts'
import { DatabaseUnusable } from '../../engine/connection.ts'
import { CREATE_SCHEMA_VERSION } from '../../engine/migrate.ts'
import { HOW_TO_RESTORE } from './faults.ts'

/**
 * Creates the file with the table of the schema version in it, whole or not at all: a file without that table is never
 * an interrupted first start, but a database that was lost.
 */
export function createDatabaseFile(file: string): void {
  const draft = `${file}.draft-${randomBytes(6).toString('hex')}`
  try {
    using database = new DatabaseSync(draft)
    // Only takes effect before the first table.
    database.exec(`pragma auto_vacuum = incremental; pragma synchronous = full; ${CREATE_SCHEMA_VERSION}`)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  try {
    linkSync(draft, file)
  } catch (error) {
    // Another process was first.
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (!exists) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const folder = openSync(path.dirname(file), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/**
 * @throws DatabaseUnusable for an empty file, which SQLite would turn into a new database, and for a database without
 *   our tables
 */
export function expectOurDatabase(database: DatabaseSync, file: string): void {
  if (statSync(file).size === 0) {
    throw new DatabaseUnusable(
      `${file} is empty: its data was lost. ${HOW_TO_RESTORE}; if it never contained any, delete the file`,
    )
  }
  const found = database.prepare("select 1 from sqlite_master where name = 'schema_version'").get()
  if (found) return
  throw new DatabaseUnusable(
    `${file} has no Formslot tables: it belongs to another program, or its data was lost. ${HOW_TO_RESTORE}, or set ` +
      'FORMSLOT_DATABASE_URL to the right file',
  )
}

/**
 * Watches an open database from outside: rows that are committed to a file that has been deleted, replaced or emptied
 * would be gone at the next start. The returned function compares the files at the paths with those that were opened.
 *
 * NOTE: it must not open the file: closing a descriptor drops the locks that this process holds on it
 * (sqlite.org/howtocorrupt.html §2.2).
 */
export function watchDatabaseFile(file: string): () => void {
  const real = realpathSync(file)
  const watched = [
    { at: file, mayBeEmpty: false },
    // Another program can shorten the log.
    { at: `${real}-wal`, mayBeEmpty: true },
  ].map((each) => ({ ...each, opened: findFile(each.at) }))

  return function checkFile() {
    for (const { at, mayBeEmpty, opened } of watched) {
      const loss = describeLoss(findFile(at), { opened, mayBeEmpty })
      if (loss !== null) throw new DurabilityLost(`${at} was ${loss} while the service was running`)
    }
  }
}

function describeLoss(
  found: BigIntStats | undefined,
  { opened, mayBeEmpty }: { opened: BigIntStats | undefined; mayBeEmpty: boolean },
): string | null {
  if (!found) return 'deleted or moved'
  if (found.ino !== opened?.ino || found.dev !== opened.dev) return 'replaced'
  return found.size === 0n && !mayBeEmpty ? 'emptied' : null
}

/** @throws DurabilityLost when the system cannot tell */
function findFile(file: string): BigIntStats | undefined {
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false })
  } catch (error) {
    throw new DurabilityLost(`${file} cannot be found any more`, error)
  }
}
