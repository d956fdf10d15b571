import { once } from 'node:events'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { StoreBroken } from '../../contract/errors.ts'
import { toStoreError } from './faults.ts'

/** Pages in the log at which it is copied into the database; the log then takes some 16 MiB. */
const CHECKPOINT_PAGES = 4000
/** Commits between two looks at the length of the log, which take 15 µs each. */
const COMMITS_PER_LOOK = 8

/** Copies the write-ahead log into the database on a thread of its own, which starts when it is first needed. */
export type Checkpoints = {
  /** Call when COMMIT has returned. */
  committed(): void
  /**
   * Await before a transaction begins: writers stand still while the end of the log is copied, because SQLite only begins
   * the log anew once all of it is copied. null when nothing is to be awaited.
   *
   * @throws StoreBroken when the disk failed during a checkpoint: SQLite itself would ignore it
   */
  beforeBegin(): Promise<void> | null
  close(): Promise<void>
}

export function createCheckpoints(writing: DatabaseSync, file: string): Checkpoints {
  // Takes the place of the checkpoints that COMMIT makes.
  writing.exec('pragma wal_autocheckpoint = 0')
  const look = writing.prepare('pragma wal_checkpoint(noop)')
  let thread: Worker | null = null
  let commits = 0
  /** While writers go on, most of the log is copied. They wait for the rest, which is what was written meanwhile. */
  let state: 'idle' | 'copying' | 'copied' = 'idle'
  let copiedPages = 0
  let running: Promise<void> | null = null
  let broken: StoreBroken | null = null

  async function copy(): Promise<void> {
    thread ??= startThread(file)
    thread.postMessage(null)
    const [failure] = await once(thread, 'message')
    if (failure === null) return
    const error = toStoreError(Object.assign(new Error(failure.message), { errcode: failure.errcode }))
    // On a full disk the log stays as it is, and is copied later.
    if (error instanceof StoreBroken) throw error
  }

  function run(work: () => Promise<void>): Promise<void> {
    running = work()
      .catch((error: unknown) => {
        broken = error instanceof StoreBroken ? error : new StoreBroken(error)
        throw broken
      })
      .finally(() => {
        running = null
      })
    return running
  }

  return {
    committed() {
      commits += 1
      if (state !== 'idle' || commits % COMMITS_PER_LOOK !== 0) return
      const pages = Number(look.get()?.log)
      if (pages < copiedPages) copiedPages = 0
      if (pages - copiedPages < CHECKPOINT_PAGES) return
      state = 'copying'
      run(async () => {
        await copy()
        state = 'copied'
      }).catch(() => {})
    },
    beforeBegin() {
      if (broken) return Promise.reject(broken)
      if (state !== 'copied') return null
      return run(async () => {
        await copy()
        copiedPages = Number(look.get()?.log)
        state = 'idle'
      })
    },
    async close() {
      await Promise.allSettled([running])
      await thread?.terminate()
    },
  }
}

function startThread(file: string): Worker {
  const thread = new Worker(new URL('./checkpoint-thread.js', import.meta.url), {
    workerData: file,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 },
  })
  thread.unref()
  return thread
}
