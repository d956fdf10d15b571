import type { Kysely } from 'kysely'
import type { PushFailure } from '../../domain/queues/push.ts'
import type { Schema } from './schema.ts'

/** Changes of one transaction to the message counts of queues, which are maintained, never counted. */
export type QueueTally = {
  /** Adds to the number of messages that a queue holds. */
  addMessages(queueKey: number, more: Partial<MessageCounts>): void
  /** Adds to the rates of a queue. */
  addRates(queueKey: number, more: Partial<MessageRates>, now: Date): void
  /** Returns the change of its backlog that is not saved yet. */
  getUnsavedBacklog(queueKey: number): number
  /** Writes all of it, at the end of the transaction. */
  save(db: Kysely<Schema>): Promise<void>
}

/** `failure`: the last one of its pushes, when it has had one. */
export type MessageCounts = { backlog: number; dead: number; failure?: PushFailure | undefined }
/** `redelivered`: deliveries after the first of a message. `died`: messages that became dead letters. */
export type MessageRates = { published: number; acked: number; redelivered: number; died: number }
