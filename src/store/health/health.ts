import type { Kysely } from 'kysely'
import type { HealthStore } from '../contract/health-store.ts'
import { bindReads, bindWrites } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import { throttledWrite } from '../engine/throttled-write.ts'
import type { QueueWrite } from '../engine/write-queue.ts'
import { announce } from './announce.ts'
import { listObserved, loadObservations, purgeObservations, saveObservations } from './observations.ts'

/** Forms and hours that one transaction adds observations to: few enough that a submission hardly waits. */
const MAX_ROWS_PER_WRITE = 50

/** Creates the health store on the reading connection and the write queue. */
export function createHealthStore(parts: { reads: Kysely<Schema>; write: QueueWrite }): HealthStore {
  const { reads, write } = parts
  return {
    ...bindReads(reads, { loadObservations, listObserved }),
    async addObservations(batch) {
      for (let start = 0; start < batch.length; start += MAX_ROWS_PER_WRITE) {
        const some = batch.slice(start, start + MAX_ROWS_PER_WRITE)
        await write(({ db }) => saveObservations(db, some))
      }
    },
    announce: (request) =>
      write((context) => announce(context, request), { keysAt: request.now, makesDeliveries: true }),
    ...bindWrites(throttledWrite(write), { purge: purgeObservations }),
  }
}
