import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Database } from '../config/database.ts'

/** The data directory, taken by this process alone. */
export type Instance = {
  /** This node's name in leases; the same after a restart, so that it can take back what it had in hand. */
  node: string
  /** Writes the name down. From then on the database is expected to be there. */
  keep(): void
  [Symbol.dispose](): void
}

/** The data directory cannot be used; the message says why and what to do. */
export class DataDirectoryTaken extends Error {}

const NODE_FILE = 'node'
const LOCK_FILE = 'lock'
const NODE_NAME = /^node_[0-9a-f]{16}$/
const SQLITE_BUSY = 5

/**
 * Takes the data directory: no second process may use it, and its node name is read or made.
 * The lock is that of SQLite, which the system drops when the process dies, however it dies.
 *
 * @throws DataDirectoryTaken when another process runs on it, or when a database that once existed is gone
 */
export function lockInstance(place: { dataDir: string; database: Database }): Instance {
  const { dataDir, database } = place
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = path.join(dataDir, NODE_FILE)
  const lock = holdDataDirectory(dataDir)
  try {
    const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : null
    if (kept !== null && database.kind === 'sqlite' && !existsSync(database.file)) {
      throw new DataDirectoryTaken(
        `${database.file} is gone, but ${file} says that it existed: put the database back from its backup, ` +
          `or delete ${file} to begin with an empty one`,
      )
    }
    const node = kept !== null && NODE_NAME.test(kept) ? kept : `node_${randomBytes(8).toString('hex')}`
    return {
      node,
      keep() {
        if (node !== kept) keepName(dataDir, file, node)
      },
      [Symbol.dispose]: () => lock[Symbol.dispose](),
    }
  } catch (error) {
    lock[Symbol.dispose]()
    throw error
  }
}

/**
 * Keeps every process of the service off a data directory for the time of a command; null where none has run yet.
 *
 * @throws DataDirectoryTaken when one runs on it
 */
export function holdStill(dataDir: string): Disposable | null {
  return existsSync(path.join(dataDir, LOCK_FILE)) ? holdDataDirectory(dataDir) : null
}

/** @throws DataDirectoryTaken */
function holdDataDirectory(dataDir: string): Disposable {
  const lock = new DatabaseSync(path.join(dataDir, LOCK_FILE), { timeout: 0 })
  try {
    takeLock(lock, dataDir)
  } catch (error) {
    lock.close()
    throw error
  }
  return { [Symbol.dispose]: () => lock.close() }
}

function takeLock(lock: DatabaseSync, dataDir: string): void {
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    const busy = error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === SQLITE_BUSY
    if (!busy) throw error
    throw new DataDirectoryTaken(`another Formslot is running on ${dataDir}: stop it first`, { cause: error })
  }
}

/** Whole or not at all: a name cut short would be another one. */
function keepName(dataDir: string, file: string, node: string): void {
  const draft = `${file}.draft`
  writeFileSync(draft, `${node}\n`, { mode: 0o600, flush: true })
  renameSync(draft, file)
  const folder = openSync(dataDir, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
