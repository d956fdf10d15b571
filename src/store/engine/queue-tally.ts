import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** What one transaction changes in the numbers of queues: they are kept, never counted. */
export type QueueTally = {
  /** How many more, or fewer, a queue holds. */
  holds(queueKey: number, more: Partial<HeldMessages>): void
  /** What was done with a queue, for its rates. */
  did(queueKey: number, more: Partial<DoneMessages>, now: Date): void
  /** How many more messages it holds than the database says yet. */
  unsaved(queueKey: number): number
  /** Writes all of it, at the end of the transaction. */
  save(db: Kysely<Schema>): Promise<void>
}

export type HeldMessages = { backlog: number; dead: number }
export type DoneMessages = { published: number; acked: number }
