import { StoreBroken, StoreUnavailable } from '../contract/errors.ts'
import type { Connection } from './connection.ts'
import type { QueueWrite } from './write-queue.ts'

/** New submissions per update of the index: fewer take less time each, more touch fewer pages in all. */
export const INDEX_BATCH_SIZE = 1024

/**
 * Updates the submission index of the database whenever enough submissions are new.
 *
 * @param options.onFault called with errors that no caller sees; the next update catches up
 */
export function updateSubmissionIndex(options: {
  connection: Connection
  write: QueueWrite
  onFault(error: unknown): void
  /** Calls the subscriber once so many submissions have been added, counted from the beginning and from the last call. */
  onSubmissions(counts: { first: number; each: number }, subscriber: () => void): void
}): void {
  const { connection, write } = options

  function update(): void {
    // Shares its transaction with other writes that wait.
    write(({ db }) => connection.indexSubmissions(db)).catch((error: unknown) => {
      const isReported = error instanceof StoreBroken || error instanceof StoreUnavailable
      if (!isReported) options.onFault(error)
    })
  }

  // Those that an earlier process left unindexed are indexed with the first submission.
  options.onSubmissions({ first: 1, each: INDEX_BATCH_SIZE }, update)
}
