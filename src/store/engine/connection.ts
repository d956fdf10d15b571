import type { Insertable, Kysely } from 'kysely'
import type { RetentionDays } from '../../domain/plans/retention.ts'
import type { FolderStatements } from './folder-statements.ts'
import type { Schema } from './schema.ts'
import type { SearchIndex } from './search-index.ts'

/**
 * An open database. Only `dialects/` and the migrations know whether it is SQLite or PostgreSQL; everything above uses
 * the same statements for both.
 */
export type Connection = {
  /** Reads committed rows without blocking writers. A result is returned after the flush of everything that it may contain. */
  reads: Kysely<Schema>
  /** Maximum number of concurrent transactions: one where the database has one writer. */
  concurrentBatches: number
  /**
   * Runs `work` as one transaction and returns after its flush. A throw rolls everything back.
   *
   * @param onCommitted called when COMMIT has returned: on SQLite before the flush
   * @throws Contended when another transaction conflicted: the same work may succeed when it is run again
   * @throws WriteLocked when another process holds the write lock: nothing was done
   * @throws StoreUnavailable, StoreBroken
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, onCommitted?: () => void): Promise<T>
  /** Runs `work` as a transaction that excludes every other migration, on all nodes. */
  migration<T>(work: (db: Kysely<Schema>) => Promise<T>): Promise<T>
  /** Selects the statements of migrations. */
  dialect: 'sqlite' | 'postgres'
  /**
   * Maintains the database, hourly: returns freed pages, creates partitions ahead and drops expired ones.
   *
   * @param request.oldestRetained no plan retains rows with smaller keys; nothing is dropped when it is left out
   */
  maintain(
    db: Kysely<Schema>,
    request: { now: Date; oldestRetained?: Record<keyof RetentionDays, number> },
  ): Promise<void>
  /** Updates the submission index where the database does not maintain it by itself. */
  indexSubmissions(db: Kysely<Schema>): Promise<void>
  /** Statements that read the submissions of an endpoint in order. */
  folders: FolderStatements
  /** The full-text index of submissions. */
  search: SearchIndex
  /** The database file, which threads open for themselves; null where another machine holds it. */
  file: string | null
  /**
   * Returns a promise that settles once all commits so far are flushed; null when they are. The results of `reads` have
   * waited for it.
   */
  awaitFlush(): Promise<void> | null
  /**
   * Checks that the files of the database are those that were opened; each transaction does so by itself. null where
   * another machine holds them.
   *
   * @throws DurabilityLost
   */
  checkFile: (() => void) | null
  /**
   * Returns the free bytes on the data volume; Infinity where another machine holds it.
   *
   * @throws DurabilityLost when the folder of the database is gone
   */
  freeBytes(): number
  /** Returns the bytes that the database takes, with its indexes, without logs. */
  measureSize(): Promise<number>
  /** Texts between the nodes on one database; null where there is one node. */
  broadcast: Broadcast | null
  close(): Promise<void>
}

/** Broadcasts texts to all nodes, the sender included. Texts are not stored, and may be lost. */
export type Broadcast = {
  /**
   * Sends texts of at most 7999 bytes each, in order.
   *
   * @throws StoreUnavailable
   */
  send(texts: readonly string[]): Promise<void>
  /**
   * Calls the listener from now on, reconnecting after any loss of the connection.
   *
   * @param listener.onConnected called when listening begins, also after a loss: texts sent in between are lost
   */
  listen(listener: { onConnected(): void; onText(text: string): void }): void
}

/** A running transaction. Locks by `forUpdate` are held until it ends. */
export type Transaction = {
  db: Kysely<Schema>
  /**
   * Writes many rows, in the order of the tables; later statements see them. An error fails the transaction, at its
   * end at the latest.
   */
  save(rows: Rows): void
}

/** Rows by table. All rows of one table name the same columns. */
export type Rows = {
  insert?: { [Table in keyof Schema]?: readonly Insertable<Schema[Table]>[] }
  /** Rows to change: each names its `key` and the columns to set. */
  update?: {
    endpoints?: readonly EndpointChange[]
    outbox?: readonly RowChange<'outbox'>[]
    attempts?: readonly RowChange<'attempts'>[]
  }
}

type RowChange<Table extends keyof Schema> = { key: number } & Partial<Schema[Table]>
export type EndpointChange = RowChange<'endpoints'>

/** Error for a database that cannot be used; the message says why and how to fix it. */
export class DatabaseUnusable extends Error {}

/** Error for a database server that cannot be reached now, and may be later. */
export class DatabaseUnreachable extends DatabaseUnusable {}

/** Error for a database server that refuses these settings: the user, the password, or the name of the database. */
export class DatabaseRefused extends DatabaseUnusable {}

/** Error for a database server that does not keep what it commits. */
export class NotDurable extends DatabaseUnusable {
  readonly fix: string
  constructor({ problem, fix }: { problem: string; fix: string }) {
    super(`${problem}. ${fix}`)
    this.fix = fix
  }
}

/** Error for a transaction that was rolled back because another one conflicted: it may be run again. */
export class Contended extends Error {
  constructor(cause?: unknown) {
    super('another transaction conflicted with this one', { cause })
  }
}

/** Error for a transaction that could not begin because another process holds the write lock of the database. */
export class WriteLocked extends DatabaseUnusable {
  constructor(cause?: unknown) {
    super('another process holds the write lock of the database. Stop it, or try again when it is done', {
      cause,
    })
  }
}
