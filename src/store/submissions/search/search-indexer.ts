import type { Kysely } from 'kysely'
import type { AfterCommit } from '../../after-commit.ts'
import { StoreBroken, StoreUnavailable } from '../../contract/errors.ts'
import type { Schema } from '../../engine/schema.ts'
import type { SearchIndex } from '../../engine/search-index.ts'
import type { QueueWrite } from '../../engine/write-queue.ts'
import { hasUnindexed, indexNextBatch } from './index-submissions.ts'

/** Time without writes before the next batch is indexed. */
const QUIET_MS = 5
/** Interval of batches under a load that leaves no such gap: some three milliseconds in 150. */
const BUSY_INTERVAL_MS = 150
/** Time to wait for keys that are not settled yet, or for a database that is unavailable. */
const RETRY_MS = 5000
/** Minimum number of new submissions to index; fewer are scanned by each search. */
export const MIN_KEYS_TO_INDEX = 256

/** Fills the search index beside other writes. */
type SearchIndexer = {
  /** Must be called when the index needs maintenance. */
  wake(): void
  close(): Promise<void>
}

/**
 * Indexes submissions while nobody writes, in short transactions and at most half of the time: it starts when enough
 * submissions wait, and stops when all are indexed.
 *
 * @param parts.onFault called with errors that no caller sees
 */
export function openSearchIndexer(parts: {
  index: SearchIndex
  reads: Kysely<Schema>
  write: QueueWrite
  onFault(error: unknown): void
  afterCommit: Pick<AfterCommit, 'onSubmissions' | 'lastSubmissionsAt'>
}): SearchIndexer {
  const { index, reads, write, afterCommit } = parts
  const { tidy } = index
  // The first run looks for submissions that an earlier process left unindexed.
  let areMany = true
  let isIndexing = false
  let needsTidying = false
  let ranAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let closed = false

  function schedule(after: number): void {
    if (closed || timer || running) return
    timer = setTimeout(tick, after)
    timer.unref()
  }

  function tick(): void {
    timer = null
    const now = performance.now()
    const isDue = now - afterCommit.lastSubmissionsAt() >= QUIET_MS || now - ranAt >= BUSY_INTERVAL_MS
    if (!isDue) {
      schedule(QUIET_MS)
      return
    }
    ranAt = now
    running = runBatch().then((next) => {
      running = null
      if (next === 'again') schedule(performance.now() - now)
      else if (next === 'later') schedule(RETRY_MS)
      else if (areMany) schedule(QUIET_MS)
    })
  }

  async function runBatch(): Promise<'again' | 'later' | 'done'> {
    try {
      if (needsTidying) {
        needsTidying = tidy !== null && (await write(({ db }) => tidy(db)))
        return 'again'
      }
      areMany = false
      isIndexing ||= await hasUnindexed(reads, MIN_KEYS_TO_INDEX)
      if (!isIndexing) return 'done'
      isIndexing = (await write(({ db }) => indexNextBatch(db, index))) === 'some'
      needsTidying = isIndexing && index.tidy !== null
      if (isIndexing) return 'again'
      return (await hasUnindexed(reads, MIN_KEYS_TO_INDEX)) ? 'later' : 'done'
    } catch (error) {
      if (error instanceof StoreBroken || error instanceof StoreUnavailable) return 'later'
      parts.onFault(error)
      return 'done'
    }
  }

  schedule(QUIET_MS)
  afterCommit.onSubmissions({ first: MIN_KEYS_TO_INDEX, each: MIN_KEYS_TO_INDEX }, () => {
    areMany = true
    schedule(QUIET_MS)
  })
  return {
    wake() {
      needsTidying = index.tidy !== null
      schedule(QUIET_MS)
    },
    async close() {
      closed = true
      if (timer) clearTimeout(timer)
      await running
    },
  }
}
