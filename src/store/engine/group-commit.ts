import { StoreBroken, StoreUnavailable } from '../contract/errors.ts'
import { Contended } from './connection.ts'

/** At most this many writes share one transaction, so that the first of a crowd does not wait for the last. */
const MAX_BATCH = 256
/** With fewer waiting, they do better to share the next transaction than to begin one beside it. */
const MIN_QUEUE_FOR_PARALLEL_BATCH = 32
/** How often a write that stands alone is tried while other nodes stand in its way. */
const MAX_ATTEMPTS = 8

/** One write that waits for its transaction. */
type Waiting<Write> = {
  work: Write
  resolve(result: unknown): void
  reject(error: unknown): void
}

export type GroupCommit<Write> = {
  /** Queues a write; settles after the flush of the transaction that it shared with others. */
  write(work: Write): Promise<unknown>
  /** Finishes what is queued and takes nothing more. */
  close(): Promise<void>
}

/**
 * Lets writes that arrive while a flush is under way share the next transaction; no caller can tell.
 *
 * `commit` runs a batch as one transaction and returns the results in order. When a batch fails, it has been rolled
 * back as a whole and each of its writes is tried alone, so that one bad write cannot fail its neighbours.
 * A failed flush is never tried again: `onBroken` is told and every write is refused from then on.
 *
 * @param options.lanes transactions that may be under way at once; a further one begins only when enough wait to be worth it
 */
export function openGroupCommit<Write>(options: {
  concurrentBatches: number
  commit(batch: readonly Write[]): Promise<unknown[]>
  onBroken(error: StoreBroken): void
}): GroupCommit<Write> {
  let queue: Waiting<Write>[] = []
  let refused: Error | null = null
  const concurrentBatches = new Set<Promise<void>>()
  let open = 0

  function write(work: Write): Promise<unknown> {
    if (refused) return Promise.reject(refused)
    return new Promise((resolve, reject) => {
      queue.push({ work, resolve, reject })
      startBatchLoop()
    })
  }

  function startBatchLoop(): void {
    const worthIt =
      open === 0 || (open < options.concurrentBatches && queue.length >= MIN_QUEUE_FOR_PARALLEL_BATCH)
    if (!worthIt) return
    open += 1
    const lane = flushAll().finally(() => concurrentBatches.delete(lane))
    concurrentBatches.add(lane)
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
    // NOTE: in the same breath as the last look at the queue, or a write that comes between would wait for another.
    open -= 1
  }

  /** Returns why the store does nothing for anybody at this moment; null when it does. */
  async function flush(batch: readonly Waiting<Write>[], attempt = 1): Promise<StoreUnavailable | null> {
    if (refused instanceof StoreBroken) {
      for (const waiting of batch) waiting.reject(refused)
      return null
    }
    try {
      const results = await options.commit(batch.map((waiting) => waiting.work))
      for (const [index, waiting] of batch.entries()) waiting.resolve(results[index])
      return null
    } catch (error) {
      if (error instanceof StoreBroken) {
        refused = error
        options.onBroken(error)
      }
      const final = error instanceof StoreBroken || error instanceof StoreUnavailable
      if (!final && batch.length > 1) {
        let unavailable: StoreUnavailable | null = null
        for (const waiting of batch) {
          // Each would wait as long as the one before it to hear the same.
          if (unavailable) waiting.reject(unavailable)
          else unavailable = await flush([waiting])
        }
        return unavailable
      } else if (error instanceof Contended && attempt < MAX_ATTEMPTS) {
        return flush(batch, attempt + 1)
      } else {
        const told = error instanceof Contended ? new StoreUnavailable('busy', error) : error
        for (const waiting of batch) waiting.reject(told)
        return error instanceof StoreUnavailable ? error : null
      }
    }
  }

  return {
    write,
    async close() {
      refused ??= new StoreUnavailable('closed')
      await Promise.all(concurrentBatches)
    },
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
