import type { IdempotencyKey } from '../domain/idempotency-key.ts'
import { SECOND } from '../domain/time.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { Commit } from './after-commit.ts'
import { applyBatch } from './apply-batch.ts'
import type { ChangeRequest, IdempotentResult } from './contract/changes.ts'
import type { CreateRequest } from './contract/creations.ts'
import { StoreBroken } from './contract/errors.ts'
import type { Failpoints } from './contract/failpoints.ts'
import type { Connection } from './engine/connection.ts'
import { createGroupCommit } from './engine/group-commit.ts'
import { createSequence } from './engine/sequence.ts'
import type { QueueWrite, Write, WriteContext } from './engine/write-queue.ts'

/**
 * Maximum number of keys for a write that does not declare its own maximum. A submission that is routed and reaches two quotas
 * needs the most: for itself, for the email and the event about its own quota, and for the email about that of the queue.
 */
const DEFAULT_MAX_KEYS = 4

/** The one path of all writes of a node. */
type Writer = {
  write: QueueWrite
  /** Queues a change; a second one with its Idempotency-Key is refused until the first has ended. */
  change<Answer>(request: ChangeRequest<Answer>): Promise<IdempotentResult<Answer>>
  /** Queues a creation, like a change. */
  create<Answer>(request: CreateRequest<Answer>): Promise<IdempotentResult<Answer>>
  /** Returns false once the volume is too full to accept anything that grows the data. */
  hasRoom(): boolean
  /** Finishes the queued writes and refuses further ones. */
  close(): Promise<void>
}

/** Interval at which an idle store checks that its files are still there; each transaction does so by itself. */
const FILE_CHECK_INTERVAL_MS = 1000

/** Batches writes that wait for the same flush, and runs each batch as one transaction. */
export function createWriter(options: {
  connection: Connection
  minFreeBytes: number
  maxLockWaitMs?: number | undefined
  onBroken(error: StoreBroken): void
  metrics?: Pick<Metrics, 'observe'> | undefined
  /** Called after each transaction that may concern somebody. */
  onCommitted(commit: Commit): void
  failpoint: Failpoints
}): Writer {
  const { connection, minFreeBytes, failpoint } = options
  const sequence = createSequence(connection)
  // Measured with each transaction, not with each request.
  let hasRoom = connection.freeBytes() >= minFreeBytes

  async function commit(batch: readonly Write[]): Promise<unknown[]> {
    failpoint?.('before begin')
    // First, because on a full disk even the reservation of keys fails.
    hasRoom = connection.freeBytes() >= minFreeBytes
    const times = batch.map(getKeysAt).filter((at) => at !== null)
    const maxKeys = batch.reduce((sum, write) => sum + getMaxKeys(write), 0)
    const submissions = batch.reduce((sum, write) => sum + maxSubmissions(write), 0)
    const hasDeliveries = batch.some(makesDeliveries)
    const nextKey = await sequence.take(maxKeys, findLatest(times))
    const startedAt = performance.now()
    const { results, decisions } = await connection.transaction(
      (tx) => applyBatch(batch, { tx, nextKey, failpoint }),
      failpoint && (() => failpoint('committed')),
    )
    options.metrics?.observe('formslot_commit_duration_seconds', (performance.now() - startedAt) / SECOND)
    failpoint?.('flushed')
    if (decisions.length > 0 || submissions > 0 || hasDeliveries)
      options.onCommitted({ decisions, submissions, makesDeliveries: hasDeliveries })
    return results
  }

  const queue = createGroupCommit<Write>({
    concurrentBatches: connection.concurrentBatches,
    commit,
    mayRefuse: (write) => !isInternal(write),
    onBroken: options.onBroken,
    maxLockWaitMs: options.maxLockWaitMs,
  })
  const guard = createIdempotencyGuard(queue.write)
  const enqueue = (write: Extract<Write, { kind: 'change' | 'create' }>) =>
    write.request.idempotencyKey ? guard(write.request.idempotencyKey, write) : queue.write(write)
  const checking = checkFileRegularly(connection, queue.breakOff)
  return {
    write: async <T>(run: (context: WriteContext) => Promise<T>, options: Parameters<QueueWrite>[1] = {}) =>
      (await queue.write({ kind: 'other', keysAt: null, makesDeliveries: false, run, ...options })) as T,
    change: <Answer>(request: ChangeRequest<Answer>) =>
      enqueue({ kind: 'change', request }) as Promise<IdempotentResult<Answer>>,
    create: <Answer>(request: CreateRequest<Answer>) =>
      enqueue({ kind: 'create', request }) as Promise<IdempotentResult<Answer>>,
    hasRoom() {
      try {
        hasRoom ||= connection.freeBytes() >= minFreeBytes
      } catch (error) {
        if (error instanceof StoreBroken) queue.breakOff(error)
        throw error
      }
      return hasRoom
    },
    close() {
      clearInterval(checking)
      return queue.close()
    },
  }
}

function checkFileRegularly(
  { checkFile }: Connection,
  onBroken: (error: StoreBroken) => void,
): NodeJS.Timeout | undefined {
  if (!checkFile) return
  return setInterval(() => {
    try {
      checkFile()
    } catch (error) {
      if (!(error instanceof StoreBroken)) throw error
      onBroken(error)
    }
  }, FILE_CHECK_INTERVAL_MS).unref()
}

function findLatest(times: readonly Date[]): Date {
  return new Date(Math.max(0, ...times.map((time) => time.getTime())))
}

/** Returns true when the write may make deliveries due. */
function makesDeliveries(write: Write): boolean {
  switch (write.kind) {
    case 'change':
      return true
    case 'create':
      return false
    case 'other':
      return write.makesDeliveries
  }
}

/** Returns true for work of the service itself; a change that ends a judgement is that of the judging worker. */
function isInternal(write: Write): boolean {
  switch (write.kind) {
    case 'change':
      return write.request.judgement !== undefined || write.request.isInternal === true
    case 'create':
      return false
    case 'other':
      return write.isInternal === true
  }
}

/** Returns the maximum number of keys that the write may need. */
function getMaxKeys(write: Write): number {
  if (getKeysAt(write) === null) return 0
  switch (write.kind) {
    case 'change':
      return write.request.maxKeys ?? DEFAULT_MAX_KEYS
    case 'create':
      return DEFAULT_MAX_KEYS
    case 'other':
      return write.maxKeys ?? DEFAULT_MAX_KEYS
  }
}

/** Returns the maximum number of submissions that the write has added. */
function maxSubmissions(write: Write): number {
  return write.kind === 'other' ? (write.submissions ?? 0) : 1
}

/** Returns the creation time of the rows that need keys, or null when none does. */
function getKeysAt(write: Write): Date | null {
  return write.kind === 'other' ? write.keysAt : write.request.now
}

/** Runs one write per Idempotency-Key at a time: a second one is refused until the first has ended. */
function createIdempotencyGuard<Write>(write: (work: Write) => Promise<unknown>) {
  const inFlight = new Set<string>()

  return async (idempotencyKey: IdempotencyKey, work: Write): Promise<unknown> => {
    const keys = [idempotencyKey.key, ...(idempotencyKey.sharedKey ? [idempotencyKey.sharedKey] : [])]
    if (keys.some((key) => inFlight.has(key)))
      return { kind: 'in_progress' } satisfies IdempotentResult<unknown>
    for (const key of keys) inFlight.add(key)
    try {
      return await write(work)
    } finally {
      for (const key of keys) inFlight.delete(key)
    }
  }
}
