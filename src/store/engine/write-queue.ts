import type { Kysely } from 'kysely'
import type { ChangeRequest } from '../contract/changes.ts'
import type { CreateRequest } from '../contract/creations.ts'
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
  nextKey: NextKey
  /** Changes of the message counts of queues, saved at the end of the transaction. */
  tally: QueueTally
}

type WriteOptions = {
  /** Creation time of the rows that need keys; null when none does. */
  keysAt: Date | null
  /** Set when the write may make deliveries due. */
  makesDeliveries: boolean
}

/** Runs `run` in one of the next transactions and resolves after its flush. */
export type QueueWrite = <T>(
  run: (context: WriteContext) => Promise<T>,
  options?: Partial<WriteOptions>,
) => Promise<T>

/** Maximum number of keys for a write that does not declare its own maximum. */
const DEFAULT_MAX_KEYS = 2

/** Returns true when the write may make deliveries due. */
export function makesDeliveries(write: Write): boolean {
  switch (write.kind) {
    case 'change':
      return true
    case 'create':
      return false
    case 'other':
      return write.makesDeliveries
  }
}

/** Returns the maximum number of keys that the write may need. */
export function getMaxKeys(write: Write): number {
  if (getKeysAt(write) === null) return 0
  return (write.kind === 'change' ? write.request.maxKeys : undefined) ?? DEFAULT_MAX_KEYS
}

/** Returns the creation time of the rows that need keys, or null when none does. */
export function getKeysAt(write: Write): Date | null {
  return write.kind === 'other' ? write.keysAt : write.request.now
}
