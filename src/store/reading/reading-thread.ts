/** The entry of the reading thread. `thread.ts` starts it. */
import { enableCompileCache } from 'node:module'
import { setPriority } from 'node:os'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { releaseMemory } from '../../runtime/release-memory.ts'
import type { Answer, Question, ThreadData } from './protocol.ts'

/** Time after the start at which the memory that only the start needed is released. */
const SETTLING_MS = 1000
/** Niceness of the thread: where it and the requests of visitors want the same core, it gets a sixth of it. */
const NICENESS = 7

if (parentPort) await serve(parentPort, workerData)

async function serve(port: MessagePort, { file, compileCache }: ThreadData): Promise<void> {
  lowerPriority()
  if (compileCache !== undefined) enableCompileCache(compileCache)
  // Imported now, so that the modules come from the compile cache.
  const { createReads } = await import('./reads.ts')
  setTimeout(releaseMemory, SETTLING_MS)
  const read = createReads(file)
  port.on('message', async ({ id, name, request }: Question) => {
    port.postMessage({ id, ...(await read(name, request)) } satisfies Answer)
  })
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
