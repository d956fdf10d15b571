import { StoreBroken, StoreUnavailable } from '../contract/errors.ts'
import type { Connection } from './connection.ts'
import type { QueueWrite } from './write-queue.ts'

/** New submissions per update of the index: fewer take less time each, more touch fewer pages in all. */
export const INDEX_BATCH_SIZE = 1024

/** Updates the submission index of the database whenever enough submissions are new. */
type SubmissionIndexUpdates = {
  /** Records up to `count` new submissions. */
  add(count: number): void
}

/** @param options.onFault called with errors that no caller sees; the next update catches up */
export function createSubmissionIndexUpdates(options: {
  connection: Connection
  write: QueueWrite
  onFault(error: unknown): void
}): SubmissionIndexUpdates {
  const { connection, write } = options
  // Submissions that an earlier process left unindexed are indexed with the first write.
  let unindexed = INDEX_BATCH_SIZE
  return {
    add(count) {
      unindexed += count
      if (unindexed < INDEX_BATCH_SIZE) return
      unindexed = 0
      // Shares its transaction with other writes that wait.
      write(({ db }) => connection.indexSubmissions(db)).catch((error: unknown) => {
        const isReported = error instanceof StoreBroken || error instanceof StoreUnavailable
        if (!isReported) options.onFault(error)
      })
    },
  }
}
