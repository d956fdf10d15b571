import { getCompileCacheDir } from 'node:module'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { StoreUnavailable } from '../contract/errors.ts'
import type { ReadName } from './named-reads.ts'
import { type Answer, fromFault, type Question, type ThreadData } from './protocol.ts'

/** TypeScript in a checkout, JavaScript in the npm package. */
const ENTRY = new URL(`./reading-thread${path.extname(import.meta.filename)}`, import.meta.url)

/** MiB. Beyond them the thread ends, and not the process; pages of reads are small. */
const MEMORY_LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 }

/** Number of checks without an answer after which the thread is given up. */
const CHECKS = 10

/** A running reading thread. */
export type ReadingThread = {
  /**
   * Runs a read in the thread. Returns its result, packed.
   *
   * @throws StoreUnavailable when the thread ends before it answers, or no longer answers; and what the read throws
   */
  ask(name: ReadName, request: unknown): Promise<unknown>
  /** Ends the thread, with the reads that run. */
  end(): Promise<void>
}

type Waiting = { resolve(packed: unknown): void; reject(error: unknown): void }

/**
 * Starts the reading thread.
 *
 * @param options.limitMs time without any answer after which the thread is ended, with all reads that wait
 * @param options.onEnd called once when it ended by itself, with the reason
 */
export function startThread(options: {
  file: string
  limitMs: number
  onEnd(reason: Error): void
}): ReadingThread {
  const data: ThreadData = { file: options.file, compileCache: getCompileCacheDir() }
  const worker = new Worker(ENTRY, {
    name: 'reading',
    workerData: data,
    resourceLimits: MEMORY_LIMITS,
    // Flags of the process, such as --eval, are not meant for it.
    execArgv: [],
  })
  const waiting = new Map<number, Waiting>()
  let checking: NodeJS.Timeout | undefined
  let checksWithoutAnswer = 0
  let lastId = 0
  let isOver = false

  function settle(id: number): Waiting | undefined {
    const one = waiting.get(id)
    if (!one) return
    waiting.delete(id)
    checksWithoutAnswer = 0
    if (waiting.size > 0) return one
    clearInterval(checking)
    // Without a read, the thread does not keep the process running.
    worker.unref()
    return one
  }

  function failAll(error: StoreUnavailable): void {
    isOver = true
    for (const id of [...waiting.keys()]) settle(id)?.reject(error)
  }

  function ended(reason: Error): void {
    if (isOver) return
    failAll(new StoreUnavailable('away', reason))
    options.onEnd(reason)
  }

  /** Checks are counted, not time: a process that was suspended has not waited. */
  function check(): void {
    checksWithoutAnswer += 1
    if (checksWithoutAnswer < CHECKS) return
    ended(new Error(`the reading thread has answered nothing for ${options.limitMs} ms`))
    void worker.terminate()
  }

  worker.on('message', (answer: Answer) => {
    const one = settle(answer.id)
    if (answer.kind === 'result') one?.resolve(answer.packed)
    else one?.reject(fromFault(answer.fault))
  })
  worker.on('error', (error) => ended(new Error('the reading thread failed', { cause: error })))
  worker.on('exit', (code) => ended(new Error(`the reading thread ended with code ${code}`)))
  worker.unref()

  return {
    ask: (name, request) =>
      new Promise((resolve, reject) => {
        lastId += 1
        if (waiting.size === 0) {
          checking = setInterval(check, options.limitMs / CHECKS)
          worker.ref()
        }
        waiting.set(lastId, { resolve, reject })
        worker.postMessage({ id: lastId, name, request } satisfies Question)
      }),
    async end() {
      failAll(new StoreUnavailable('closed'))
      await worker.terminate()
    },
  }
}
