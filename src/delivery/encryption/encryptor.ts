import { getCompileCacheDir } from 'node:module'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { EmailKeyReading } from '../../domain/accounts/email-key.ts'
import { SECOND } from '../../domain/time.ts'
import type { Answer, Question, RequestOf, ResultOf, WorkKind } from './thread-questions.ts'

/** TypeScript in a checkout, JavaScript in the npm package. */
const ENTRY = new URL(`./encryption-thread${path.extname(import.meta.filename)}`, import.meta.url)
/** Time without any answer after which the thread is terminated: a key may be crafted to take long. */
const SILENCE_LIMIT_MS = 10 * SECOND
/** Time without work after which the thread ends: it needs tens of MiB. */
const IDLE_LIMIT_MS = 60 * SECOND
/** Limits in MiB, beyond which the thread ends, but not the process. */
const MEMORY_LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 384 }

/** Reads OpenPGP keys and encrypts to them in a thread, so that it delays no visitor. All methods reject if the thread fails. */
export type Encryptor = {
  /** Reads the one public key in a pasted text. */
  readPasted(text: string, now: Date): Promise<EmailKeyReading>
  /** Reads the key of an address in the answer of a key directory. */
  readFound(bytes: Uint8Array, address: string, now: Date): Promise<EmailKeyReading>
  /** Encrypts bytes to an armored key; the result is an armored message, which is different each time. */
  encrypt(key: string, content: Uint8Array, now: Date): Promise<string>
  /** Ends the thread; work in progress rejects. */
  close(): Promise<void>
}

/** Opens the encryptor. Only its thread loads the library; it starts with the first work and ends when there is none. */
export function openEncryptor({ limitMs = SILENCE_LIMIT_MS, idleMs = IDLE_LIMIT_MS } = {}): Encryptor {
  let thread: EncryptionThread | null = null
  let isClosed = false

  async function ask<Kind extends WorkKind>(kind: Kind, request: RequestOf<Kind>): Promise<ResultOf<Kind>> {
    if (isClosed) throw new Error('the encryptor is closed')
    thread ??= startThread({
      ...{ limitMs, idleMs },
      onEnd: (ended) => {
        if (thread === ended) thread = null
      },
    })
    return (await thread.ask({ kind, request } as Work)) as ResultOf<Kind>
  }

  return {
    readPasted: (text, now) => ask('readPasted', { text, now }),
    readFound: (bytes, address, now) => ask('readFound', { bytes, address, now }),
    encrypt: (key, content, now) => ask('encrypt', { key, content, now }),
    async close() {
      isClosed = true
      await thread?.end()
    },
  }
}

type Work = Question extends infer One ? (One extends Question ? Omit<One, 'id'> : never) : never
type Waiting = { resolve(result: ResultOf<WorkKind>): void; reject(error: Error): void }

/** A running thread. */
type EncryptionThread = {
  ask(work: Work): Promise<ResultOf<WorkKind>>
  end(): Promise<void>
}

function startThread(options: {
  limitMs: number
  idleMs: number
  /** Called once, when the thread accepts no more work. */
  onEnd(thread: EncryptionThread): void
}): EncryptionThread {
  const worker = new Worker(ENTRY, {
    name: 'encryption',
    workerData: { compileCache: getCompileCacheDir() },
    resourceLimits: MEMORY_LIMITS,
    // Flags of the process, such as --eval, are not meant for the thread.
    execArgv: [],
  })
  const waiting = new Map<number, Waiting>()
  let timer: NodeJS.Timeout | undefined
  let lastId = 0
  let isOver = false

  const thread: EncryptionThread = {
    ask: (work) =>
      new Promise((resolve, reject) => {
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        if (waiting.size === 1) {
          worker.ref()
          watch()
        }
        worker.postMessage({ ...work, id: lastId })
      }),
    async end() {
      over(new Error('the encryptor is closed'))
      await worker.terminate()
    },
  }

  /** Limits the time until the next answer, or, without work, until the next work. */
  function watch(): void {
    clearTimeout(timer)
    const isIdle = waiting.size === 0
    timer = setTimeout(
      () => void end(isIdle ? 'there was no work' : `no answer came for ${options.limitMs} ms`),
      isIdle ? options.idleMs : options.limitMs,
    )
    if (isIdle) timer.unref()
  }

  async function end(reason: string): Promise<void> {
    over(new Error(`the encryption thread ended: ${reason}`))
    await worker.terminate()
  }

  function over(reason: Error): void {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    options.onEnd(thread)
    for (const one of waiting.values()) one.reject(reason)
    waiting.clear()
  }

  worker.on('message', (answer: Answer) => {
    const one = waiting.get(answer.id)
    waiting.delete(answer.id)
    // Without work, the thread does not keep the process running.
    if (waiting.size === 0) worker.unref()
    if (!isOver) watch()
    if (answer.kind === 'result') one?.resolve(answer.result)
    else one?.reject(new Error(`the encryption thread failed: ${answer.reason}`))
  })
  worker.on('error', (error) => over(new Error('the encryption thread failed', { cause: error })))
  worker.on('exit', (code) => over(new Error(`the encryption thread ended with code ${code}`)))
  return thread
}
