import { once } from 'node:events'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { StoreBroken } from '../../contract/errors.ts'
import { toStoreError } from './faults.ts'

/** Pages in the log at which it is copied into the database; the log then takes some 16 MiB. */
const CHECKPOINT_PAGES = 4000
/** Transactions between two checks of the length of the log, which take 15 µs each. */
const TRANSACTIONS_PER_CHECK = 8

/** An error of SQLite in the thread. */
type Failure = { message: string; errcode: number }

/** Copies the write-ahead log into the database on a thread of its own, which starts when it is first needed. */
type Checkpoints = {
  /**
   * Await before a transaction begins. Writers wait while the end of the log is copied, because SQLite restarts the log
   * only once all of it is copied. Returns null when there is nothing to wait for.
   *
   * @throws StoreBroken when the disk failed during a checkpoint: SQLite itself would ignore it
   */
  beforeBegin(): Promise<void> | null
  close(): Promise<void>
}

export function createCheckpoints(writing: DatabaseSync, file: string): Checkpoints {
  // Takes the place of the checkpoints that COMMIT makes.
  writing.exec('pragma wal_autocheckpoint = 0')
  const readLogLength = writing.prepare('pragma wal_checkpoint(noop)')
  const copyHere = writing.prepare('pragma wal_checkpoint(passive)')
  const copier = createCopier(file)
  let transactions = 0
  /** While writers go on, most of the log is copied. They wait for the rest, which is what was written meanwhile. */
  let state: 'idle' | 'copying' | 'copied' = 'idle'
  let copiedPages = 0
  let running: Promise<void> | null = null
  let broken: StoreBroken | null = null

  /** Copies what nobody reads. On a full disk, the log stays as it is and is copied later. */
  async function copy(withoutThread: () => void): Promise<void> {
    try {
      if (!(await copier.copy())) withoutThread()
    } catch (error) {
      const reported = toStoreError(error)
      if (!(reported instanceof StoreBroken)) return
      broken = reported
      throw reported
    }
  }

  function run(work: Promise<void>): Promise<void> {
    running = work.finally(() => {
      running = null
    })
    return running
  }

  async function copyBesideWriters(): Promise<void> {
    state = 'copying'
    await copy(() => {})
    state = 'copied'
  }

  async function copyEnd(): Promise<void> {
    // A thread that ended or could not start says nothing about the disk: then this connection copies.
    await copy(() => copyHere.get())
    copiedPages = Number(readLogLength.get()?.log)
    state = 'idle'
  }

  function isLong(): boolean {
    const pages = Number(readLogLength.get()?.log)
    if (pages < copiedPages) copiedPages = 0
    return pages - copiedPages >= CHECKPOINT_PAGES
  }

  return {
    beforeBegin() {
      if (broken) return Promise.reject(broken)
      if (state === 'copied') return run(copyEnd())
      transactions += 1
      if (state === 'idle' && transactions % TRANSACTIONS_PER_CHECK === 0 && isLong()) {
        // Its error is kept in `broken`, which the next transaction throws.
        run(copyBesideWriters()).catch(() => {})
      }
      return null
    },
    async close() {
      await Promise.allSettled([running])
      await copier.close()
    },
  }
}

/** Creates the thread that copies. `copy` returns false when the thread ended, and throws the errors of SQLite. */
function createCopier(file: string): { copy(): Promise<boolean>; close(): Promise<void> } {
  let thread: Worker | null = null

  /** Returns the answer of the thread; undefined when it ended. */
  async function ask(): Promise<Failure | null | undefined> {
    try {
      thread ??= startThread(file, () => {
        thread = null
      })
      thread.postMessage(null)
      const [failure] = await once(thread, 'message')
      return failure
    } catch {
      // The next copy starts another thread.
      return undefined
    }
  }

  return {
    async copy() {
      const failure = await ask()
      if (failure) throw Object.assign(new Error(failure.message), { errcode: failure.errcode })
      return failure === null
    },
    async close() {
      await thread?.terminate()
    },
  }
}

function startThread(file: string, onError: () => void): Worker {
  const thread = new Worker(new URL('./checkpoint-thread.js', import.meta.url), {
    workerData: file,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 },
  })
  thread.on('error', onError)
  thread.unref()
  return thread
}
