import { existsSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import {
  Kysely,
  type SelectModifierNode,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely'
import { StoreBroken, StoreUnavailable } from '../../contract/errors.ts'
import {
  type Connection,
  DatabaseUnusable,
  type Rows,
  type Transaction,
  WriteLocked,
} from '../../engine/connection.ts'
import type { Schema } from '../../engine/schema.ts'
import { createDatabaseFile, expectOurDatabase, HOW_TO_RESTORE, watchDatabaseFile } from './database-file.ts'
import { sqliteFolders } from './folders.ts'
import { renewSearch, sqliteSearch } from './search.ts'
import { indexSubmissions } from './submission-index.ts'

/** Below this, two connections can corrupt a WAL database for good (sqlite.org/wal.html#walresetbug). */
export const SQLITE_FLOOR = '3.51.3'
/** Time for which SQLite waits for a lock at the start, while nothing is served. */
const START_TIMEOUT_MS = 5000
/** Time for which SQLite waits for a lock later: it blocks the process, so longer waits are those of the write queue. */
const BUSY_TIMEOUT_MS = 2
/** Maximum time for which a migration waits for the write lock, and the interval of its attempts. */
const MIGRATION_PATIENCE_MS = 10_000
const LOCK_RETRY_MS = 20
const MAX_PREPARED_STATEMENTS = 400
/** Kysely's names of row locks. */
const LOCKS: readonly (string | undefined)[] = ['ForUpdate', 'ForKeyShare', 'SkipLocked']
const MAX_RECLAIMED_PAGES = 2000
/** `PRAGMA synchronous` reads 2 for FULL: every commit is flushed before it returns. */
const FULL = 2
/** "form" in ASCII; written at each start, because `synchronous` only takes effect with the first write. */
const APPLICATION_ID = 0x666f726d

// Primary result codes, sqlite.org/rescode.html; node:sqlite gives the extended code in `errcode`.
const SQLITE_BUSY = 5
const SQLITE_READONLY = 8
const SQLITE_IOERR = 10
const SQLITE_CORRUPT = 11
const SQLITE_FULL = 13
const SQLITE_NOTADB = 26

/**
 * Opens the SQLite file, creating it if absent, with one writing and one reading connection.
 *
 * @throws DatabaseUnusable when the file is lost, damaged, or cannot be opened
 * @throws Error when SQLite is older than the floor or does not flush on commit.
 */
export function connectSqlite(file: string): Connection {
  const { writing, reading } = openBoth(file)
  const checkFile = watchDatabaseFile(file)
  const writes = new Kysely<Schema>({
    dialect: new OneWriterDialect({ database: toKyselyDatabase(writing) }),
  })
  const reads = new Kysely<Schema>({ dialect: new OneWriterDialect({ database: toKyselyDatabase(reading) }) })
  const save = createSave(writing)
  const folder = path.dirname(path.resolve(file))

  /** Runs a transaction with the write lock; one at a time, because callers queue (`group-commit.ts`). */
  async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    begin(writing)
    try {
      const result = await work({ db: writes, save })
      writing.exec('commit')
      // Before anything is acknowledged: the commit may have gone into a file that nobody finds again.
      checkFile()
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
        throw isDamage(error) ? describeDamage(file, error) : error
      }),
    async maintain(db, { now }) {
      await renewSearch(db, now)
      writing.exec(`pragma incremental_vacuum(${MAX_RECLAIMED_PAGES})`)
    },
    indexSubmissions,
    folders: sqliteFolders,
    search: sqliteSearch,
    checkFile,
    freeBytes() {
      const disk = statfsSync(folder)
      return disk.bavail * disk.bsize
    },
    broadcast: null,
    async close() {
      reading.close()
      writing.close()
    },
  }
}

/** Omits row locks from statements: a writer holds the lock of the whole database. */
class OneWriterDialect extends SqliteDialect {
  override createQueryCompiler(): SqliteQueryCompiler {
    return new OneWriterCompiler()
  }
}

class OneWriterCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    const locks = LOCKS.includes(node.modifier)
    if (!locks) super.visitSelectModifier(node)
  }
}

/** Creates `save` with one prepared statement per table, run once per row: faster on SQLite than multi-row statements. */
function createSave(database: DatabaseSync): (rows: Rows) => void {
  const prepared = new Map<string, StatementSync>()

  function statement(text: string): StatementSync {
    const known = prepared.get(text)
    if (known) return known
    const fresh = database.prepare(text)
    prepared.set(text, fresh)
    return fresh
  }

  return ({ insert = {}, update = {} }) => {
    for (const [table, rows] of Object.entries(insert)) {
      const [first] = rows
      if (!first) continue
      const columns = Object.keys(first)
      const places = columns.map(() => '?').join(', ')
      const inserting = statement(`insert into ${table} (${columns.join(', ')}) values (${places})`)
      for (const row of rows) inserting.run(...(Object.values(row) as SQLInputValue[]))
    }
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
    throw new Error(`SQLite ${version} is too old, ${SQLITE_FLOOR} is needed. Start with a newer Node.`)
  }
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma secure_delete = on;
    pragma application_id = ${APPLICATION_ID};`)
  const mode = firstValue(database, 'pragma journal_mode')
  const flush = firstValue(database, 'pragma synchronous')
  if (mode !== 'wal' || flush !== FULL) {
    throw new Error(`SQLite does not flush every commit: journal_mode ${mode}, synchronous ${flush}`)
  }
}

/** Adapts `node:sqlite` to the part of better-sqlite3's interface that Kysely uses. */
function toKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(text) {
      const known = statements.get(text)
      if (known) return known
      const [oldest] = statements.keys()
      if (statements.size >= MAX_PREPARED_STATEMENTS && oldest !== undefined) statements.delete(oldest)
      const statement = toKyselyStatement(database.prepare(text))
      statements.set(text, statement)
      return statement
    },
  }
}

function toKyselyStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (values) => withStoreErrors(() => statement.all(...(values as SQLInputValue[]))),
    run: (values) => withStoreErrors(() => statement.run(...(values as SQLInputValue[]))),
    iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
  }
}

/** @throws DatabaseUnusable */
function openBoth(file: string): { writing: DatabaseSync; reading: DatabaseSync } {
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
    // NOTE: a build may default to NORMAL in WAL mode, which only shows after the first write: set and check it.
    reading.exec('pragma synchronous = full')
    for (const each of [writing, reading]) each.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    opening.move()
    return { writing, reading }
  } catch (error) {
    if (isDamage(error)) throw describeDamage(file, error)
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // Of SQLite, or of the system while the file was created.
    if (code !== 'ERR_SQLITE_ERROR' && !/^E[A-Z]+$/.test(code)) throw error
    throw new DatabaseUnusable(
      `${file} cannot be opened (${getMessage(error)}). Its folder must exist and belong to the user of the service.`,
      { cause: error },
    )
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
    throw getResultCode(error) === SQLITE_BUSY ? new WriteLocked(error) : toStoreError(error)
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

/** Returns true when the error shows that the content of the file is damaged. */
function isDamage(error: unknown): boolean {
  const code = getResultCode(error instanceof StoreBroken ? error.cause : error)
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB
}

function describeDamage(file: string, error: unknown): DatabaseUnusable {
  const { cause = error } = error instanceof Error ? error : {}
  return new DatabaseUnusable(
    `${file} is damaged (${getMessage(cause)}). Keep it, stop whatever else uses it, and check the disk. ${HOW_TO_RESTORE}`,
    { cause: error },
  )
}

/** Runs `work` and converts its errors to those of the store. */
function withStoreErrors<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw toStoreError(error)
  }
}

function toStoreError(error: unknown): unknown {
  const isClosed = error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE'
  if (isClosed) return new StoreUnavailable('closed', error)
  switch (getResultCode(error)) {
    case SQLITE_BUSY:
      return new StoreUnavailable('busy', error)
    case SQLITE_FULL:
      return new StoreUnavailable('full', error)
    case SQLITE_READONLY:
    case SQLITE_IOERR:
      return new StoreBroken(error)
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return new StoreBroken(error, `the database file is damaged (${getMessage(error)}). ${HOW_TO_RESTORE}`)
    default:
      return error
  }
}

/** Returns the primary result code of an error of SQLite, or 0. */
function getResultCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
}

function getMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
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
