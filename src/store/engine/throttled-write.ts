import { setTimeout } from 'node:timers/promises'
import { forInternalWork, type QueueWrite } from './write-queue.ts'

/** Pause after a batch, as a multiple of the time that the batch took. */
const PAUSE_FACTOR = 10
const MAX_PAUSE_MS = 1000

/**
 * Wraps the write queue for code that deletes batch after batch: pauses after each write. Deleting keeps the single
 * writer busier than storing does, so the pause lets other writes through.
 */
export function throttledWrite(write: QueueWrite): QueueWrite {
  const writeInternally = forInternalWork(write)
  return async (run, options) => {
    const startedAt = performance.now()
    const result = await writeInternally(run, options)
    await setTimeout(Math.min(PAUSE_FACTOR * (performance.now() - startedAt), MAX_PAUSE_MS))
    return result
  }
}
