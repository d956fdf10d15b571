import type { Kysely } from 'kysely'
import type { JudgingStore } from '../contract/judging-store.ts'
import { bindKeyedWrites, bindReads, bindWrites } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import type { QueueWrite } from '../engine/write-queue.ts'
import { leaseJudgements, loadJudged, nextLeaseAt, releaseJudgements } from './judgements.ts'
import { forgetAndRecord, learn, listNewLessons } from './lessons.ts'
import { countWords } from './words.ts'

/** Creates the store of the second tier on the write queue and the reading connection of the store. */
export function createJudgingStore(deps: {
  reads: Kysely<Schema>
  write: QueueWrite
  /** Returns a fresh unguessable token for each batch of leases. */
  newLease(): string
}): JudgingStore {
  const { reads, write } = deps
  return {
    lease: (request) => write(({ db }) => leaseJudgements(db, { ...request, lease: deps.newLease() })),
    ...bindWrites(write, { releaseLeases: releaseJudgements, learn }),
    ...bindKeyedWrites(write, { forget: forgetAndRecord }),
    ...bindReads(reads, { nextLeaseAt, load: loadJudged, countWords, listNewLessons }),
  }
}
