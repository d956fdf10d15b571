import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** An error of SQLite in the thread. */
type Failure = { message: string; errcode: number }

/** Creates the thread that copies. `copy` returns false when the thread ended, and throws the errors of SQLite. */
export function createCopier(file: string): { copy(): Promise<boolean>; close(): Promise<void> } {
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
