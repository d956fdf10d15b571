import { statfsSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  Kysely,
  type SelectModifierNode,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely'
import { StoreBroken, StoreUnavailable } from '../../contract/errors.ts'
import { type Connection, DatabaseUnusable, type Rows, type Transaction } from '../../engine/connection.ts'
import type { Schema } from '../../engine/schema.ts'
import { sqliteFolders } from './folders.ts'
import { renewSearch, sqliteSearch } from './search.ts'
import { indexSubmissions } from './submission-index.ts'

/** Below this, two connections can corrupt a WAL database for good (sqlite.org/wal.html#walresetbug). */
export const SQLITE_FLOOR = '3.51.3'
const BUSY_TIMEOUT_MS = 5000
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

/**
 * Opens the SQLite file, creating it if absent, with one writing and one reading connection.
 *
 * @throws Error when SQLite is older than the floor or does not flush on commit.
 */
export function connectSqlite(file: string): Connection {
  const writing = open(file)
  prepare(writing)
  const reading = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, readOnly: true })
  // NOTE: a build may default to NORMAL in WAL mode, which only shows after the first write: set and check it.
  reading.exec('pragma synchronous = full')
  const writes = new Kysely<Schema>({
    dialect: new OneWriterDialect({ database: toKyselyDatabase(writing) }),
  })
  const reads = new Kysely<Schema>({ dialect: new OneWriterDialect({ database: toKyselyDatabase(reading) }) })
  const save = createSave(writing)
  const folder = path.dirname(path.resolve(file))

  /** Runs a transaction with the write lock; one at a time, because callers queue (`group-commit.ts`). */
  async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    try {
      writing.exec('begin immediate')
      const result = await work({ db: writes, save })
      writing.exec('commit')
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
    migration: (work) => transaction(({ db }) => work(db)),
    async maintain(db, { now }) {
      await renewSearch(db, now)
      writing.exec(`pragma incremental_vacuum(${MAX_RECLAIMED_PAGES})`)
    },
    indexSubmissions,
    folders: sqliteFolders,
    search: sqliteSearch,
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
    pragma auto_vacuum = incremental;
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

function open(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DatabaseUnusable(
      `${file} cannot be opened (${reason}). Its folder must exist and belong to the user of the service.`,
      { cause: error },
    )
  }
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
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
  switch (code) {
    case SQLITE_BUSY:
      return new StoreUnavailable('busy', error)
    case SQLITE_FULL:
      return new StoreUnavailable('full', error)
    case SQLITE_READONLY:
    case SQLITE_IOERR:
    case SQLITE_CORRUPT:
      return new StoreBroken(error)
    default:
      return error
  }
}

function firstValue(database: DatabaseSync, query: string): unknown {
  return Object.values(database.prepare(query).get() ?? {})[0]
}

function isOlder(version: string, floor: string): boolean {
  return version.localeCompare(floor, 'en', { numeric: true }) < 0
}
