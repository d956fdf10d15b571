import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
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
