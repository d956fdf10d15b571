import { setTimeout } from 'node:timers/promises'
import type { QueueWrite } from '../accounts/accounts.ts'

/** So many times as long as a batch took nothing is deleted after it. */
const REST = 10
const LONGEST_REST_MS = 1000

/**
 * The write queue for whoever deletes batch after batch: each write is followed by a rest. Deleting costs the one writer
 * more than storing does, so between two batches it is others' turn.
 */
export function throttledWrite(write: QueueWrite): QueueWrite {
  return async (run, what) => {
    const began = performance.now()
    const done = await write(run, what)
    await setTimeout(Math.min(REST * (performance.now() - began), LONGEST_REST_MS))
    return done
  }
}
