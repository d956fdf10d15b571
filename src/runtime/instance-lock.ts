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

/** The data directory, locked by this process. */
type Instance = {
  /** Name of this node in leases; the same after a restart, so that it can take back its own leases. */
  node: string
  /** Saves the name. From then on a missing database is an error. */
  saveNode(): void
  [Symbol.dispose](): void
}

/** Thrown when the data directory cannot be used; the message says why and what to do. */
export class DataDirectoryTaken extends Error {}

const NODE_FILE = 'node'
/** Name of the lock in the data directory. */
export const LOCK_NAME = 'lock'
const NODE_NAME = /^node_[0-9a-f]{16}$/
const SQLITE_BUSY = 5

/**
 * Locks the data directory against a second process, and reads or creates the name of the node.
 * It is a SQLite lock, which the system releases when the process dies.
 *
 * @throws DataDirectoryTaken when another process uses it, or when its database is missing
 */
export function lockInstance(place: { dataDir: string; database: Database }): Instance {
  const { dataDir, database } = place
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = path.join(dataDir, NODE_FILE)
  const lock = lockDirectory(dataDir)
  try {
    const saved = existsSync(file) ? readFileSync(file, 'utf8').trim() : null
    if (saved !== null && database.kind === 'sqlite' && !existsSync(database.file)) {
      throw new DataDirectoryTaken(
        `${database.file} is missing, but ${file} shows that it existed. Restore the database from a backup, ` +
          `or delete ${file} to start with an empty one`,
      )
    }
    const node = saved !== null && NODE_NAME.test(saved) ? saved : `node_${randomBytes(8).toString('hex')}`
    return {
      node,
      saveNode() {
        if (node !== saved) writeNodeName(dataDir, file, node)
      },
      [Symbol.dispose]: () => lock[Symbol.dispose](),
    }
  } catch (error) {
    lock[Symbol.dispose]()
    throw error
  }
}

/**
 * Locks a data directory while a command runs; null when the service has never used it.
 *
 * @throws DataDirectoryTaken when the service is running on it
 */
export function lockExistingDirectory(dataDir: string): Disposable | null {
  return existsSync(path.join(dataDir, LOCK_NAME)) ? lockDirectory(dataDir) : null
}

/**
 * Locks a data directory, which must exist, while a command fills it.
 *
 * @throws DataDirectoryTaken when the service is running on it
 */
export function lockDirectory(dataDir: string): Disposable {
  const lock = new DatabaseSync(path.join(dataDir, LOCK_NAME), { timeout: 0 })
  try {
    acquireLock(lock, dataDir)
  } catch (error) {
    lock.close()
    throw error
  }
  return { [Symbol.dispose]: () => lock.close() }
}

function acquireLock(lock: DatabaseSync, dataDir: string): void {
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    const busy = error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === SQLITE_BUSY
    if (!busy) throw error
    throw new DataDirectoryTaken(`another Formslot is running on ${dataDir}. Stop it first`, { cause: error })
  }
}

/** Writes the name atomically: a truncated name would be another one. */
function writeNodeName(dataDir: string, file: string, node: string): void {
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
