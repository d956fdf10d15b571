import type { Kysely } from 'kysely'
import { bindReads, bindWrites } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import { throttledWrite } from '../engine/throttled-write.ts'
import type { QueueWrite } from '../engine/write-queue.ts'
import { type Announcement, announce } from './announce.ts'
import {
  listObserved,
  loadObservations,
  type NewObservations,
  purgeObservations,
  saveObservations,
} from './observations.ts'

/** Forms and hours that one transaction adds observations to: few enough that a submission hardly waits. */
const MAX_ROWS_PER_WRITE = 50

/** Observations of what pages send to forms, and the findings that owners were told about by email. */
export type HealthStore = ReturnType<typeof createHealthStore>

/** Creates the health store on the reading connection and the write queue. */
export function createHealthStore(parts: { reads: Kysely<Schema>; write: QueueWrite }) {
  const { reads, write } = parts
  return {
    ...bindReads(reads, { loadObservations, listObserved }),
    /**
     * Adds observations; those of several nodes add up. Ids that no form has are ignored.
     *
     * @param batch each form and hour at most once
     */
    async addObservations(batch: readonly NewObservations[]): Promise<void> {
      for (let start = 0; start < batch.length; start += MAX_ROWS_PER_WRITE) {
        const some = batch.slice(start, start + MAX_ROWS_PER_WRITE)
        await write(({ db }) => saveObservations(db, some))
      }
    },
    announce: (request: Announcement) =>
      write((context) => announce(context, request), { keysAt: request.now, makesDeliveries: true }),
    ...bindWrites(throttledWrite(write), { purge: purgeObservations }),
  }
}
