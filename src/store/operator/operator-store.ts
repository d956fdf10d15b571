import type { Kysely } from 'kysely'
import { bindKeyedWrites, bindReads, bindWrites } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import { forInternalWork, type QueueWrite } from '../engine/write-queue.ts'
import { listOperatorEntries, purgeOperatorEntries, recordOperatorEntry } from './operator-log.ts'
import { suspendAccount } from './suspend-account.ts'

/** Work of the operator of the instance on what belongs to others, and its log. */
export type OperatorStore = ReturnType<typeof createOperatorStore>

export function createOperatorStore({ reads, write }: { reads: Kysely<Schema>; write: QueueWrite }) {
  return {
    ...bindReads(reads, { listEntries: listOperatorEntries }),
    ...bindKeyedWrites(write, { suspendAccount, record: recordOperatorEntry }),
    ...bindWrites(forInternalWork(write), { purgeEntries: purgeOperatorEntries }),
  }
}
