import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** A database, opened. Only the `connect` files know which one it is. */
export type Connection = {
  /** Reads committed rows on a connection of its own, never in the writer's way. */
  reads: Kysely<Schema>
  /**
   * Runs `work` as one transaction that holds the write lock from its first statement, and returns after the flush.
   * One at a time: callers queue (`group-commit.ts`). A throw rolls everything back.
   */
  transaction<T>(work: (db: Kysely<Schema>) => Promise<T>): Promise<T>
  /** Gives pages freed by deletes back to the file system, a bounded number at a time, within a transaction. */
  reclaim(db: Kysely<Schema>): Promise<void>
  /** Bytes free on the volume that holds the data. */
  freeBytes(): number
  close(): Promise<void>
}

/**
 * The store cannot do what was asked; the request may be repeated.
 * `busy`: the write lock was not to be had in time. `full`: no space is left. `closed`: the service is stopping.
 */
export class StoreUnavailable extends Error {
  readonly reason: 'busy' | 'full' | 'closed'
  constructor(reason: 'busy' | 'full' | 'closed', cause?: unknown) {
    super(`the store is unavailable: ${reason}`, { cause })
    this.reason = reason
  }
}

/**
 * The disk failed under a write. What reached it is unknown, and a second flush may claim success for pages the
 * system has dropped, so nothing may be acknowledged any more: the process ends and starts afresh.
 */
export class StoreBroken extends Error {
  constructor(cause: unknown) {
    super('the database could not be written: the disk failed under it', { cause })
  }
}
