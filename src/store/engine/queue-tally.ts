import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Changes of one transaction to the message counts of queues, which are maintained, never counted. */
export type QueueTally = {
  /** Adds to the number of messages that a queue holds. */
  holds(queueKey: number, more: Partial<HeldMessages>): void
  /** Adds to the rates of a queue. */
  did(queueKey: number, more: Partial<DoneMessages>, now: Date): void
  /** Returns the change of its backlog that is not saved yet. */
  unsaved(queueKey: number): number
  /** Writes all of it, at the end of the transaction. */
  save(db: Kysely<Schema>): Promise<void>
}

export type HeldMessages = { backlog: number; dead: number }
export type DoneMessages = { published: number; acked: number }
