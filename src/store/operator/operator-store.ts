import type { Kysely } from 'kysely'
import { bindKeyedWrites, bindReads, bindWrites } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import { forInternalWork, type QueueWrite } from '../engine/write-queue.ts'
import type { LiveHub } from '../live/live-hub.ts'
import { listOperatorEntries, purgeOperatorEntries, recordOperatorEntry } from './operator-log.ts'
import { countInstance, listMostRefused, listOfAnybody, listOwners } from './operator-reads.ts'
import { recordExport } from './record-export.ts'
import { signOutOwner } from './sign-out-owner.ts'
import { suspendAccount } from './suspend-account.ts'

/** Work of the operator of the instance on what belongs to others, and its log. */
export type OperatorStore = ReturnType<typeof createOperatorStore>

export function createOperatorStore(parts: { reads: Kysely<Schema>; write: QueueWrite; live: LiveHub }) {
  const { reads, write, live } = parts
  const writes = bindKeyedWrites(write, { signOutOwner })
  return {
    ...bindReads(reads, {
      listEntries: listOperatorEntries,
      listOwners,
      listOfAnybody,
      listMostRefused,
      countInstance,
    }),
    ...bindKeyedWrites(write, { suspendAccount, recordExport, record: recordOperatorEntry }),
    ...bindWrites(forInternalWork(write), { purgeEntries: purgeOperatorEntries }),
    /** See `signOutOwner`; open streams of the account end. */
    async signOutOwner(request: Parameters<typeof writes.signOutOwner>[0]): Promise<number | null> {
      const key = await writes.signOutOwner(request)
      if (key !== null) live.publish([{ topic: { kind: 'account', key }, event: { kind: 'access' } }])
      return key
    },
  }
}
