/** The entry of the reading thread. `reader.ts` starts it. */
import { enableCompileCache } from 'node:module'
import { setPriority } from 'node:os'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { releaseMemory } from '../../runtime/release-memory.ts'
import { DurabilityLost, StoreBroken, StoreUnavailable } from '../contract/errors.ts'
import type { InboxReads } from '../submissions/inbox-reads.ts'
import type { Answer, Fault, Outcome, Question, ReadName, ThreadData } from './named-reads.ts'

/** Time after the start at which the memory that only the start needed is released. */
const SETTLING_MS = 1000
/** Niceness of the thread: where it and the requests of visitors want the same core, it gets a sixth of it. */
const NICENESS = 7

if (parentPort) await serve(parentPort, workerData)

async function serve(port: MessagePort, { file, compileCache }: ThreadData): Promise<void> {
  lowerPriority()
  if (compileCache !== undefined) enableCompileCache(compileCache)
  // Imported now, so that the modules come from the compile cache.
  const [{ connectReading }, { findRead }] = await Promise.all([
    import('../dialects/sqlite/connect-reading.ts'),
    import('./named-reads.ts'),
  ])
  setTimeout(releaseMemory, SETTLING_MS)
  let opened: InboxReads | null = null

  function open(): InboxReads {
    const { reads: db, folders, search } = connectReading(file)
    return { db, folders, search }
  }

  async function read(name: ReadName, request: unknown): Promise<Outcome> {
    try {
      opened ??= open()
      return { kind: 'result', result: await findRead(name)(opened, request as never) }
    } catch (error) {
      return { kind: 'failed', fault: toFault(error) }
    }
  }

  port.on('message', async ({ id, name, request }: Question) => {
    port.postMessage({ id, ...(await read(name, request)) } satisfies Answer)
  })
}

/** Converts an error of a read to a form that can be sent. */
export function toFault(error: unknown): Fault {
  if (error instanceof StoreUnavailable)
    return { kind: 'unavailable', reason: error.reason, cause: error.cause }
  if (error instanceof DurabilityLost) return { kind: 'lost', message: error.message, cause: error.cause }
  if (error instanceof StoreBroken) return { kind: 'broken', message: error.message, cause: error.cause }
  return { kind: 'other', error }
}

/** Lets everything else go first. Only on Linux does a thread have a priority of its own; a sandbox may forbid it. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(NICENESS)
  } catch (error) {
    const isForbidden = error instanceof Error && 'code' in error && error.code === 'ERR_SYSTEM_ERROR'
    if (!isForbidden) throw error
  }
}
