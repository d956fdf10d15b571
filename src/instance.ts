import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The data directory, taken by this process alone. */
export type Instance = {
  /** This node's name in leases; the same after a restart, so that it can take back what it had in hand. */
  node: string
  [Symbol.dispose](): void
}

/** The data directory cannot be used; the message says why and what to do. */
export class DataDirectoryTaken extends Error {}

const NODE_FILE = 'node'
const LOCK_FILE = 'lock'

/**
 * Takes the data directory: no second process may use it, and its node name is read or made.
 * The lock is that of SQLite, which the system drops when the process dies, however it dies.
 *
 * @throws DataDirectoryTaken when another process runs on it, or when a database that once existed is gone
 */
export function takeInstance(place: { dataDir: string; databaseFile: string }): Instance {
  mkdirSync(place.dataDir, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(path.join(place.dataDir, LOCK_FILE), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    throw new DataDirectoryTaken(`another Formslot is running on ${place.dataDir}: stop it first`, {
      cause: error,
    })
  }
  const file = path.join(place.dataDir, NODE_FILE)
  if (existsSync(file)) {
    if (!existsSync(place.databaseFile)) {
      lock.close()
      throw new DataDirectoryTaken(
        `${place.databaseFile} is gone, but ${file} says that it existed: put the database back from its backup, ` +
          `or delete ${file} to begin with an empty one`,
      )
    }
  } else {
    writeFileSync(file, `node_${randomBytes(8).toString('hex')}\n`, { mode: 0o600, flush: true })
  }
  return { node: readFileSync(file, 'utf8').trim(), [Symbol.dispose]: () => lock.close() }
}
