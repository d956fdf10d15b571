import type { Kysely } from 'kysely'
import type { ChangeRequest } from '../contract/changes.ts'
import type { CreateRequest } from '../contract/creations.ts'
import type { Transaction } from './connection.ts'
import type { QueueTally } from './queue-tally.ts'
import type { Schema } from './schema.ts'
import type { NextKey } from './sequence.ts'

/** A write that waits for its transaction. */
export type Write =
  | { kind: 'change'; request: ChangeRequest<unknown> }
  | { kind: 'create'; request: CreateRequest<unknown> }
  | ({ kind: 'other'; run(context: WriteContext): Promise<unknown> } & WriteOptions)

/** The transaction that a write runs in, which it may share with others. */
export type WriteContext = {
  db: Kysely<Schema>
  /** See Transaction. */
  save: Transaction['save']
  nextKey: NextKey
  /** Returns the changes of the message counts of queues, which are saved at the end of the transaction. */
  getTally(): QueueTally
}

type WriteOptions = {
  /** Creation time of the rows that need keys; null when none does. */
  keysAt: Date | null
  /** Maximum number of keys; two when left out. */
  maxKeys?: number
  /** Set when the write may make deliveries due. */
  makesDeliveries: boolean
  /** Maximum number of submissions that it adds; none when left out. */
  submissions?: number
  /** Set for work of the service itself, such as storing the outcome of an email: it is not refused during an overload. */
  isInternal?: boolean
}

/** Runs `run` in one of the next transactions and resolves after its flush. */
export type QueueWrite = <T>(
  run: (context: WriteContext) => Promise<T>,
  options?: Partial<WriteOptions>,
) => Promise<T>

/** Returns the write queue for work of the service itself. */
export function forInternalWork(write: QueueWrite): QueueWrite {
  return (run, options) => write(run, { ...options, isInternal: true })
}
