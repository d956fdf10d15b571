import { loadRest } from './load-later.ts'
import type { Log } from './log.ts'
import { releaseMemory } from './release-memory.ts'

/** Time after the start for which the first requests have the processor to themselves. */
const LOAD_REST_AFTER_MS = 1000
const RELEASE_MEMORY_AFTER_MS = 4000

/** Loads what the start has put off, and returns the memory that only start and loading needed, however long they took. */
export function finishStart(log: Log): void {
  const finish = async () => {
    await loadRest()
    const release = () => {
      releaseMemory()
      log.debug('start_finished')
    }
    setTimeout(release, RELEASE_MEMORY_AFTER_MS).unref()
  }
  setTimeout(
    () => finish().catch((err: unknown) => log.error({ err }, 'module_not_loaded')),
    LOAD_REST_AFTER_MS,
  ).unref()
}
