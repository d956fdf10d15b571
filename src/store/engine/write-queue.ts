import type { Kysely } from 'kysely'
import type { ChangeRequest, CreateRequest } from '../contract/store.ts'
import type { QueueTally } from '../queues/queue-tally.ts'
import type { Schema } from './schema.ts'
import type { NextKey } from './sequence.ts'

/** What waits in the queue of the one writer. */
export type Write =
  | { kind: 'change'; request: ChangeRequest<unknown> }
  | { kind: 'create'; request: CreateRequest<unknown> }
  | {
      kind: 'other'
      /** When its rows are made; null when it makes none that need a key. */
      keysAt: Date | null
      /** Whether emails come of it that are due. */
      makesEmails: boolean
      run(db: Kysely<Schema>, nextKey: NextKey, tally: QueueTally): Promise<unknown>
    }

/** Whether emails may come of it that are due. */
export function makesEmails(work: Write): boolean {
  switch (work.kind) {
    case 'change':
      return true
    case 'create':
      return false
    case 'other':
      return work.makesEmails
  }
}

/** The most keys that a write takes that says nothing of it. */
const KEYS_A_WRITE = 2

/** The most keys that it takes. */
export function keysOf(work: Write): number {
  if (keysAt(work) === null) return 0
  return (work.kind === 'change' ? work.request.keys : undefined) ?? KEYS_A_WRITE
}

/** When its rows are made; null when it makes none that need a key. */
export function keysAt(work: Write): Date | null {
  return work.kind === 'other' ? work.keysAt : work.request.now
}
