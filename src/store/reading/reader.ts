import { getCompileCacheDir } from 'node:module'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { DurabilityLost, StoreBroken, StoreUnavailable } from '../contract/errors.ts'
import type { Connection } from '../engine/connection.ts'
import type { InboxReads } from '../submissions/inbox-reads.ts'
import {
  type Answer,
  type Fault,
  findRead,
  type Question,
  type ReadName,
  type RequestOf,
  type ResultOf,
  type ThreadData,
} from './named-reads.ts'

/** Time without an answer after which the thread is given up. The longest reads take some seconds on an idle core. */
const SILENCE_LIMIT_MS = 60_000

/** TypeScript in a checkout, JavaScript in the npm package. */
const ENTRY = new URL(`./reading-thread${path.extname(import.meta.filename)}`, import.meta.url)

/** MiB. Beyond them the thread ends, and not the process; pages of reads are small. */
const MEMORY_LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 }

/** Number of checks without an answer after which the thread is given up. */
const CHECKS = 10

/** Runs the reads of owners where they delay no visitor. */
export type Reader = {
  /**
   * Runs a read and returns its result.
   *
   * @throws StoreUnavailable, StoreBroken
   */
  read<Name extends ReadName>(name: Name, request: RequestOf<Name>): Promise<ResultOf<Name>>
  /** Ends reads that run. */
  close(): Promise<void>
}

/**
 * Creates the reader of a store. Where this process reads the database file itself, the reads run in a thread, which the
 * first one starts; where a server does, over its connection.
 *
 * @param options.inThisThread reads over the connection in any case: for a process with few reads, which starting a thread
 *   would delay
 * @param options.onFault called when the thread ended by itself; the next read starts another
 */
export function openReader(options: {
  connection: Pick<Connection, 'reads' | 'folders' | 'search' | 'checkFile' | 'file' | 'awaitFlush'>
  inThisThread?: boolean | undefined
  onFault(error: unknown): void
  limitMs?: number
}): Reader {
  const { connection, onFault, limitMs = SILENCE_LIMIT_MS } = options
  const { file } = connection
  if (file === null || options.inThisThread) return readOverConnection(connection)
  let thread: ReadingThread | null = null
  let isClosed = false

  function start(file: string): ReadingThread {
    // The thread opens the path again, which must still lead to the file that this process writes.
    connection.checkFile?.()
    return startThread({
      file,
      limitMs,
      onEnd(reason) {
        thread = null
        onFault(reason)
      },
    })
  }

  return {
    async read<Name extends ReadName>(name: Name, request: RequestOf<Name>) {
      if (isClosed) throw new StoreUnavailable('closed')
      thread ??= start(file)
      const result = await thread.ask(name, request)
      // The thread sees commits before they are flushed, and this one has counted each before the answer arrives.
      await connection.awaitFlush()
      return result as ResultOf<Name>
    },
    async close() {
      isClosed = true
      await thread?.end()
    },
  }
}

function readOverConnection({
  reads: db,
  folders,
  search,
}: Pick<Connection, 'reads' | 'folders' | 'search'>): Reader {
  const inboxReads: InboxReads = { db, folders, search }
  return {
    read: (name, request) => findRead(name)(inboxReads, request),
    async close() {},
  }
}

/** A running reading thread. */
type ReadingThread = {
  /**
   * Runs a read in the thread. Returns its result.
   *
   * @throws StoreUnavailable when the thread ends before it answers, or no longer answers; and what the read throws
   */
  ask(name: ReadName, request: unknown): Promise<unknown>
  /** Ends the thread, with the reads that run. */
  end(): Promise<void>
}

type Waiting = { resolve(result: unknown): void; reject(error: unknown): void }

/**
 * Starts the reading thread.
 *
 * @param options.limitMs time without any answer after which the thread is ended, with all reads that wait
 * @param options.onEnd called once when it ended by itself, with the reason
 */
function startThread(options: { file: string; limitMs: number; onEnd(reason: Error): void }): ReadingThread {
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
    if (answer.kind === 'result') one?.resolve(answer.result)
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

/** Returns the error that was sent. */
export function fromFault(fault: Fault): unknown {
  switch (fault.kind) {
    case 'unavailable':
      return new StoreUnavailable(fault.reason, fault.cause)
    case 'broken':
      return new StoreBroken(fault.cause, fault.message)
    case 'lost':
      return new DurabilityLost(fault.message, fault.cause)
    case 'other':
      return fault.error
  }
}
