import { StoreBroken, StoreUnavailable } from './connection.ts'

/** At most this many writes share one transaction, so that the first of a crowd does not wait for the last. */
const MAX_BATCH = 256

/** One write that waits for its transaction. */
type Waiting<Work> = {
  work: Work
  resolve(result: unknown): void
  reject(error: unknown): void
}

export type GroupCommit<Work> = {
  /** Queues a write; settles after the flush of the transaction that it shared with others. */
  write(work: Work): Promise<unknown>
  /** Finishes what is queued and takes nothing more. */
  close(): Promise<void>
}

/**
 * Lets writes that arrive while a flush is under way share the next transaction; no caller can tell.
 *
 * `commit` runs a batch as one transaction and returns the results in order. When a batch fails, it has been rolled
 * back as a whole and each of its writes is tried alone, so that one bad write cannot fail its neighbours.
 * A failed flush is never tried again: `onBroken` is told and every write is refused from then on.
 */
export function openGroupCommit<Work>(options: {
  commit(batch: readonly Work[]): Promise<unknown[]>
  onBroken(error: StoreBroken): void
}): GroupCommit<Work> {
  let queue: Waiting<Work>[] = []
  let flushing: Promise<void> | null = null
  let refused: Error | null = null

  function write(work: Work): Promise<unknown> {
    if (refused) return Promise.reject(refused)
    return new Promise((resolve, reject) => {
      queue.push({ work, resolve, reject })
      flushing ??= flushAll()
    })
  }

  async function flushAll(): Promise<void> {
    // Requests that came in with the same turn of the event loop join the first batch.
    await nextTurn()
    while (queue.length > 0) {
      const batch = queue.slice(0, MAX_BATCH)
      queue = queue.slice(MAX_BATCH)
      await flush(batch)
      await nextTurn()
    }
    flushing = null
  }

  async function flush(batch: readonly Waiting<Work>[]): Promise<void> {
    if (refused instanceof StoreBroken) {
      for (const waiting of batch) waiting.reject(refused)
      return
    }
    try {
      const results = await options.commit(batch.map((waiting) => waiting.work))
      for (const [index, waiting] of batch.entries()) waiting.resolve(results[index])
    } catch (error) {
      if (error instanceof StoreBroken) {
        refused = error
        options.onBroken(error)
      }
      if (batch.length === 1 || error instanceof StoreBroken || error instanceof StoreUnavailable) {
        for (const waiting of batch) waiting.reject(error)
      } else {
        for (const waiting of batch) await flush([waiting])
      }
    }
  }

  return {
    write,
    async close() {
      refused ??= new StoreUnavailable('closed')
      await flushing
    },
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
