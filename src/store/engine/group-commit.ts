import { setTimeout } from 'node:timers/promises'
import { StoreBroken, StoreUnavailable } from '../contract/errors.ts'
import { Contended, WriteLocked } from './connection.ts'

/** Maximum number of writes in one transaction, so that the first of many does not wait for the last. */
const MAX_BATCH_SIZE = 256
/** Minimum queue length for a parallel transaction; with fewer, waiting for the next one is faster. */
const MIN_QUEUE_FOR_PARALLEL_BATCH = 32
/** Maximum number of attempts of a single write while other nodes contend with it. */
const MAX_ATTEMPTS = 8
/** Maximum time for which a write waits while another process holds the write lock, and the interval of the attempts. */
const MAX_LOCK_WAIT_MS = 5000
const LOCK_RETRY_MS = 10
/** An overload: a queue of this length, a few batches, whose oldest write has waited for this long. */
const OVERLOAD_LENGTH = 4 * MAX_BATCH_SIZE
const OVERLOAD_WAIT_MS = 3000
/**
 * Interval of the checks that transactions are committed, and how many in a row may find none: after that, writes that have
 * waited for as long are refused. Checks are counted, not time, because a process that was suspended has not stalled.
 */
const STALL_CHECK_INTERVAL_MS = 1000
const MAX_STALLED_CHECKS = 10

/** A write that waits for its transaction. */
type QueuedWrite<Write> = {
  write: Write
  queuedAt: number
  resolve(result: unknown): void
  reject(error: unknown): void
}

type GroupCommit<Write> = {
  /** Queues a write; settles after the flush of the transaction that it shared with others. */
  write(write: Write): Promise<unknown>
  /** Refuses all writes from now on, queued ones included, and calls `onBroken`. */
  breakOff(error: StoreBroken): void
  /** Finishes the queued writes and refuses further ones. */
  close(): Promise<void>
}

/** `unavailable`: to everybody at this moment. `locked`: the writes that have to wait for the write lock. */
type BatchEnd<Write> =
  | { kind: 'over' }
  | { kind: 'locked'; waiting: readonly QueuedWrite<Write>[] }
  | { kind: 'unavailable'; error: StoreUnavailable }

type CommitOptions<Write> = {
  /** Runs a batch as one transaction. */
  commit(batch: readonly Write[]): Promise<unknown[]>
  /** Returns false for work of the service itself, which is queued however long the queue is. */
  mayRefuse(write: Write): boolean
  onBroken(error: StoreBroken): void
  /** Default: MAX_LOCK_WAIT_MS. */
  maxLockWaitMs?: number | undefined
}

/**
 * Lets writes that arrive during a flush share the next transaction; no caller can tell.
 *
 * `commit` runs a batch as one transaction and returns the results in order. A batch that fails has been rolled back
 * as a whole; each of its writes is then tried alone, so that one bad write cannot fail its neighbors.
 * A failed flush is never retried: `onBroken` is called, and every later write is refused. While another process holds
 * the write lock, writes wait in the queue, each for a limited time, and the event loop goes on.
 *
 * The queue is bounded by its progress: during an overload new writes are refused, so that those in the queue get their
 * turn, however slow the machine is. Queued ones are refused only while nothing at all is committed.
 *
 * @param options.concurrentBatches maximum number of concurrent transactions
 */
export function createGroupCommit<Write>(
  options: CommitOptions<Write> & { concurrentBatches: number },
): GroupCommit<Write> {
  const { maxLockWaitMs = MAX_LOCK_WAIT_MS } = options
  const batches = createBatchCommit(options)
  let queue: QueuedWrite<Write>[] = []
  let closed: StoreUnavailable | null = null
  const batchLoops = new Set<Promise<void>>()
  let activeLoops = 0
  /** Time of the first attempt that found the write lock taken; null while it is free. */
  let lockedAt: number | null = null
  let checkedCommits = 0
  let stalledChecks = 0
  const checking = setInterval(refuseStalled, STALL_CHECK_INTERVAL_MS).unref()

  function write(write: Write): Promise<unknown> {
    const refusal = batches.getBroken() ?? closed
    if (refusal) return Promise.reject(refusal)
    if (isOverloaded() && options.mayRefuse(write)) return Promise.reject(new StoreUnavailable('overloaded'))
    return new Promise((resolve, reject) => {
      queue.push({ write, queuedAt: performance.now(), resolve, reject })
      startBatchLoop()
    })
  }

  function isOverloaded(): boolean {
    if (queue.length < OVERLOAD_LENGTH) return false
    const [oldest] = queue
    return oldest !== undefined && performance.now() - oldest.queuedAt >= OVERLOAD_WAIT_MS
  }

  function startBatchLoop(): void {
    const isNeeded =
      activeLoops === 0 ||
      (activeLoops < options.concurrentBatches && queue.length >= MIN_QUEUE_FOR_PARALLEL_BATCH)
    if (!isNeeded) return
    activeLoops += 1
    const loop = commitQueue().finally(() => batchLoops.delete(loop))
    batchLoops.add(loop)
  }

  async function commitQueue(): Promise<void> {
    // Requests that arrived in the same turn of the event loop join the first batch.
    await yieldToEventLoop()
    while (hasBatch()) {
      const batch = queue.slice(0, MAX_BATCH_SIZE)
      queue = queue.slice(MAX_BATCH_SIZE)
      const end = await batches.commit(batch)
      if (end.kind === 'locked') {
        queueAgain(end.waiting)
        await setTimeout(LOCK_RETRY_MS)
      } else {
        lockedAt = null
        // A flush ends while the event loop reads sockets. A full turn later, the answers to this batch have been written, and
        // the requests that followed them have been read: they share the next batch. Without it, batches were half as large.
        await yieldToEventLoop()
        await yieldToEventLoop()
      }
    }
    // NOTE: no await between the last check of the queue and this line, or a write could stay in it unnoticed.
    activeLoops -= 1
  }

  /** Returns true when this loop has a batch to commit: behind another one, a small queue waits to become a larger one. */
  function hasBatch(): boolean {
    return queue.length >= (activeLoops > 1 ? MIN_QUEUE_FOR_PARALLEL_BATCH : 1)
  }

  /** Puts writes back in front of the queue, and rejects all that have waited too long. */
  function queueAgain(waiting: readonly QueuedWrite<Write>[]): void {
    const now = performance.now()
    lockedAt ??= now
    queue = [...waiting, ...queue]
    const since = now - maxLockWaitMs
    if (lockedAt <= since) reject(({ queuedAt }) => queuedAt <= since, 'busy')
  }

  /** A transaction that hangs must not keep the writes behind it waiting for ever. */
  function refuseStalled(): void {
    const commits = batches.countCommits()
    stalledChecks = commits === checkedCommits && queue.length > 0 ? stalledChecks + 1 : 0
    checkedCommits = commits
    if (stalledChecks < MAX_STALLED_CHECKS) return
    const since = performance.now() - MAX_STALLED_CHECKS * STALL_CHECK_INTERVAL_MS
    reject(({ queuedAt, write }) => queuedAt <= since && options.mayRefuse(write), 'overloaded')
  }

  function reject(
    isOverdue: (queued: QueuedWrite<Write>) => boolean,
    reason: StoreUnavailable['reason'],
  ): void {
    const overdue = queue.filter(isOverdue)
    if (overdue.length === 0) return
    queue = queue.filter((queued) => !isOverdue(queued))
    for (const queued of overdue) queued.reject(new StoreUnavailable(reason))
  }

  return {
    write,
    breakOff(error) {
      batches.breakOff(error)
      for (const queued of queue) queued.reject(error)
      queue = []
    },
    async close() {
      closed ??= new StoreUnavailable('closed')
      await Promise.all(batchLoops)
      clearInterval(checking)
    },
  }
}

/** Runs batches as transactions and settles their writes. */
function createBatchCommit<Write>(options: CommitOptions<Write>) {
  let broken: StoreBroken | null = null
  let commits = 0

  async function commitBatch(batch: readonly QueuedWrite<Write>[], attempt = 1): Promise<BatchEnd<Write>> {
    if (broken) {
      for (const queued of batch) queued.reject(broken)
      return { kind: 'over' }
    }
    try {
      const results = await options.commit(batch.map((queued) => queued.write))
      commits += 1
      for (const [index, queued] of batch.entries()) queued.resolve(results[index])
      return { kind: 'over' }
    } catch (error) {
      if (error instanceof WriteLocked) return { kind: 'locked', waiting: batch }
      if (error instanceof StoreBroken) breakOff(error)
      const isFinal = error instanceof StoreBroken || error instanceof StoreUnavailable
      if (!isFinal && batch.length > 1) return commitOneByOne(batch)
      if (error instanceof Contended && attempt < MAX_ATTEMPTS) return commitBatch(batch, attempt + 1)
      const reported = error instanceof Contended ? new StoreUnavailable('busy', error) : error
      for (const queued of batch) queued.reject(reported)
      return error instanceof StoreUnavailable ? { kind: 'unavailable', error } : { kind: 'over' }
    }
  }

  async function commitOneByOne(batch: readonly QueuedWrite<Write>[]): Promise<BatchEnd<Write>> {
    for (const [index, queued] of batch.entries()) {
      const end = await commitBatch([queued])
      if (end.kind === 'over') continue
      const others = batch.slice(index + 1)
      if (end.kind === 'locked') return { kind: 'locked', waiting: [queued, ...others] }
      // Each would wait as long as the one before it, and fail in the same way.
      for (const other of others) other.reject(end.error)
      return end
    }
    return { kind: 'over' }
  }

  function breakOff(error: StoreBroken): void {
    if (broken) return
    broken = error
    options.onBroken(error)
  }

  return {
    commit: (batch: readonly QueuedWrite<Write>[]) => commitBatch(batch),
    breakOff,
    getBroken: () => broken,
    countCommits: () => commits,
  }
}

function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
