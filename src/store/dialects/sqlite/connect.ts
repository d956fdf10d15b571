import { existsSync, realpathSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { DurabilityLost } from '../../contract/errors.ts'
import {
  type Connection,
  DatabaseUnusable,
  type Rows,
  type Transaction,
  WriteLocked,
} from '../../engine/connection.ts'
import { createDatabaseFile, expectOurDatabase } from './database-file.ts'
import { toBeginError, toMigrationError, toOpenError, toStoreError } from './faults.ts'
import { sqliteFolders } from './folders.ts'
import { createKysely } from './kysely-dialect.ts'
import { renewSearch, sqliteSearch } from './search.ts'
import { indexSubmissions } from './submission-index.ts'
import { afterFlush, createCheckpoints, openLogFlush, watchDatabaseFile } from './write-ahead-log.ts'

/** Below this, two connections can corrupt a WAL database for good (sqlite.org/wal.html#walresetbug). */
export const SQLITE_FLOOR = '3.51.3'
/** Time for which SQLite waits for a lock at the start, while nothing is served. */
const START_TIMEOUT_MS = 5000
/** Time for which SQLite waits for a lock later: it blocks the process, so longer waits are those of the write queue. */
const BUSY_TIMEOUT_MS = 2
/** Maximum time for which a migration waits for the write lock, and the interval of its attempts. */
const MIGRATION_PATIENCE_MS = 10_000
const LOCK_RETRY_MS = 20
const MAX_RECLAIMED_PAGES = 2000
const ROWS_PER_INSERT = 16
/** `PRAGMA synchronous` reads 1 for NORMAL: checkpoints flush, and `write-ahead-log.ts` flushes commits. */
const NORMAL = 1
/** "form" in ASCII; tells tools what the file is. Written at each start, so that the log exists from then on. */
const APPLICATION_ID = 0x666f726d

/**
 * Opens the SQLite file, creating it if absent, with one writing and one reading connection.
 *
 * @throws DatabaseUnusable when the file is lost, damaged or cannot be opened, or SQLite is too old or cannot keep a
 *   write-ahead log there
 */
export function connectSqlite(file: string): Connection {
  const { writing, reading, checkFile, log } = openFiles(file)
  const checkpoints = createCheckpoints(writing, file)
  const writes = createKysely(writing)
  const reads = createKysely(reading).withPlugin(afterFlush(log))
  const save = createSave(writing)
  const folder = path.dirname(path.resolve(file))

  /** Runs a transaction with the write lock; one at a time, because callers queue (`group-commit.ts`). */
  async function transaction<T>(work: (tx: Transaction) => Promise<T>, onCommitted?: () => void): Promise<T> {
    await checkpoints.beforeBegin()
    begin(writing)
    try {
      const result = await work({ db: writes, save })
      writing.exec('commit')
      log.recordCommit()
      onCommitted?.()
      // Before anything is acknowledged: the commit may have gone into a file that is no longer at its path.
      checkFile()
      await log.awaitFlush()
      return result
    } catch (error) {
      if (writing.isTransaction) writing.exec('rollback')
      throw toStoreError(error)
    }
  }

  return {
    reads,
    concurrentBatches: 1,
    dialect: 'sqlite',
    transaction,
    migration: (work) =>
      withPatience(() => transaction(({ db }) => work(db))).catch((error: unknown) => {
        throw toMigrationError(file, error)
      }),
    async maintain(db, { now }) {
      await renewSearch(db, now)
      writing.exec(`pragma incremental_vacuum(${MAX_RECLAIMED_PAGES})`)
    },
    indexSubmissions,
    folders: sqliteFolders,
    search: sqliteSearch,
    file,
    awaitFlush: log.awaitFlush,
    checkFile,
    freeBytes: () => measureFreeBytes(folder),
    // Not the size of the file: what is still in the log counts, too.
    measureSize: async () =>
      Number(firstValue(reading, 'pragma page_count')) * Number(firstValue(reading, 'pragma page_size')),
    broadcast: null,
    async close() {
      await checkpoints.close()
      await log.close()
      reading.close()
      writing.close()
    },
  }
}

/** @throws DurabilityLost when the folder of the database is gone, or the system cannot tell */
function measureFreeBytes(folder: string): number {
  try {
    const disk = statfsSync(folder)
    return disk.bavail * disk.bsize
  } catch (error) {
    throw new DurabilityLost(`${folder} was deleted or moved while the service was running`, error)
  }
}

/**
 * Creates `save` with prepared statements. An INSERT adds many rows, because it opens the table and all its indexes once:
 * for the outbox, that costs more than adding the row.
 */
function createSave(database: DatabaseSync): (rows: Rows) => void {
  const prepared = new Map<string, StatementSync>()
  /** INSERT statements by their beginning, each list by the number of rows. */
  const inserts = new Map<string, StatementSync[]>()

  function statement(text: string): StatementSync {
    const known = prepared.get(text)
    if (known) return known
    const fresh = database.prepare(text)
    prepared.set(text, fresh)
    return fresh
  }

  function insertStatement(into: string, size: { columns: number; rows: number }): StatementSync {
    const byRows = inserts.get(into) ?? []
    inserts.set(into, byRows)
    const known = byRows[size.rows]
    if (known) return known
    const row = `(${Array(size.columns).fill('?').join(', ')})`
    const fresh = database.prepare(`${into} values ${Array(size.rows).fill(row).join(', ')}`)
    byRows[size.rows] = fresh
    return fresh
  }

  function insertRows(table: string, rows: readonly object[]): void {
    const [first] = rows
    if (!first) return
    const columns = Object.keys(first)
    const into = `insert into ${table} (${columns.join(', ')})`
    for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
      const to = Math.min(from + ROWS_PER_INSERT, rows.length)
      const values: SQLInputValue[] = []
      for (let at = from; at < to; at += 1) values.push(...Object.values(rows[at] ?? {}))
      insertStatement(into, { columns: columns.length, rows: to - from }).run(...values)
    }
  }

  return ({ insert = {}, update = {} }) => {
    for (const [table, rows] of Object.entries(insert)) insertRows(table, rows)
    for (const [table, rows] of Object.entries(update)) {
      const [first] = rows
      if (!first) continue
      const { key: _key, ...set } = first
      const assignments = Object.keys(set).map((column) => `${column} = ?`)
      const updating = statement(`update ${table} set ${assignments.join(', ')} where key = ?`)
      for (const { key, ...values } of rows) updating.run(...(Object.values(values) as SQLInputValue[]), key)
    }
  }
}

function prepare(database: DatabaseSync): void {
  const version = String(firstValue(database, 'select sqlite_version()'))
  if (isOlder(version, SQLITE_FLOOR)) {
    throw new DatabaseUnusable(
      `SQLite ${version} is too old; it must be ${SQLITE_FLOOR} or newer. Start with a newer Node`,
    )
  }
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = normal;
    pragma foreign_keys = on;
    pragma secure_delete = on;
    pragma application_id = ${APPLICATION_ID};`)
  const mode = firstValue(database, 'pragma journal_mode')
  const flush = firstValue(database, 'pragma synchronous')
  if (mode !== 'wal' || flush !== NORMAL) {
    throw new DatabaseUnusable(
      `SQLite cannot keep a write-ahead log here (journal_mode ${mode}, synchronous ${flush}). Put the file on a local disk`,
    )
  }
}

/** @throws DatabaseUnusable */
function openFiles(file: string) {
  using opening = new DisposableStack()
  try {
    if (!existsSync(file)) createDatabaseFile(file)
    const writing = opening.adopt(new DatabaseSync(file, { timeout: START_TIMEOUT_MS }), close)
    expectOurDatabase(writing, file)
    prepare(writing)
    const reading = opening.adopt(
      new DatabaseSync(file, { timeout: START_TIMEOUT_MS, readOnly: true }),
      close,
    )
    for (const each of [writing, reading]) each.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    // In this order: a log that is replaced in between is not the one that was watched.
    const checkFile = watchDatabaseFile(file)
    const log = openLogFlush(`${realpathSync(file)}-wal`)
    opening.move()
    return { writing, reading, checkFile, log }
  } catch (error) {
    throw toOpenError(file, error)
  }
}

function close(database: DatabaseSync): void {
  database.close()
}

/** @throws WriteLocked */
function begin(database: DatabaseSync): void {
  try {
    database.exec('begin immediate')
  } catch (error) {
    throw toBeginError(error)
  }
}

/** Runs `work` again while another process holds the write lock. */
async function withPatience<T>(work: () => Promise<T>): Promise<T> {
  const endsAt = performance.now() + MIGRATION_PATIENCE_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof WriteLocked) || performance.now() > endsAt) throw error
      await setTimeout(LOCK_RETRY_MS)
    }
  }
}

function firstValue(database: DatabaseSync, query: string): unknown {
  return Object.values(database.prepare(query).get() ?? {})[0]
}

/** Compares versions of three numbers; a numeric collation would take 10 ms to load. */
function isOlder(version: string, floor: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  const [floorMajor = 0, floorMinor = 0, floorPatch = 0] = floor.split('.').map(Number)
  return (major - floorMajor || minor - floorMinor || patch - floorPatch) < 0
}
