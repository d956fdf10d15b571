import type { Insertable, Kysely } from 'kysely'
import type { RetentionDays } from '../../domain/plans/retention.ts'
import type { FolderStatements } from './folder-statements.ts'
import type { Schema } from './schema.ts'
import type { SearchIndex } from './search-index.ts'

/**
 * A database, opened. What stands behind it, SQLite or PostgreSQL, is known to the `connect` files and to the
 * migrations; everything above speaks the same statements to both.
 */
export type Connection = {
  /** Reads committed rows, never in the writers' way. */
  reads: Kysely<Schema>
  /** Maximum number of concurrent transactions: one where the database has one writer. */
  concurrentBatches: number
  /**
   * Runs `work` as one transaction and returns after its flush. A throw rolls everything back.
   *
   * @throws Contended when another transaction stood in the way: the same work may succeed when run again
   * @throws StoreUnavailable, StoreBroken
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** A transaction that keeps out every other one of this kind, on all nodes. */
  migration<T>(work: (db: Kysely<Schema>) => Promise<T>): Promise<T>
  /** Which of the two statements of a migration is for this database. */
  dialect: 'sqlite' | 'postgres'
  /**
   * Maintains the database, hourly: returns freed pages, creates partitions ahead and drops expired ones.
   *
   * @param request.oldestRetained no plan keeps rows whose key is smaller; without it nothing is dropped
   */
  maintain(
    db: Kysely<Schema>,
    request: { now: Date; oldestRetained?: Record<keyof RetentionDays, number> },
  ): Promise<void>
  /** Updates the submission index where the database does not maintain it by itself. */
  indexSubmissions(db: Kysely<Schema>): Promise<void>
  /** Statements that read the submissions of an endpoint in order. */
  folders: FolderStatements
  /** The index of words that this database has. */
  search: SearchIndex
  /** Bytes free on the volume that holds the data; Infinity where that is not this machine's to know. */
  freeBytes(): number
  /** Messages between the nodes on one database; null where there is one node. */
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
   * Hears from now on, over any loss of the connection.
   *
   * @param listener.began called whenever listening begins, also again after a loss: texts sent in between are lost
   */
  listen(listener: { onConnected(): void; onText(text: string): void }): void
}

/** A transaction under way. Locks asked for by `forUpdate` are held until it ends. */
export type Transaction = {
  db: Kysely<Schema>
  /**
   * Writes many rows, in the order in which their tables are named; in force before any later statement. A failure
   * fails the transaction, at its end at the latest.
   */
  save(rows: Rows): void
}

/** Rows by table. All rows of one table name the same columns. */
export type Rows = {
  insert?: { [Table in keyof Schema]?: readonly Insertable<Schema[Table]>[] }
  /** Rows to change, found by their `key`; each names it and the columns to set. */
  update?: { endpoints?: readonly EndpointChange[] }
}

export type EndpointChange = { key: number } & Partial<Schema['endpoints']>

/** The database cannot be used as it is; the message says why and what to do. */
export class DatabaseUnusable extends Error {}

/** Another transaction stood in the way of this one, which was rolled back whole: it may be run again. */
export class Contended extends Error {
  constructor(cause?: unknown) {
    super('another transaction stood in the way', { cause })
  }
}
