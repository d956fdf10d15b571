import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Creates a yield point for long reads: each waits for it before its next chunk, and only one chunk runs per turn of the
 * event loop, in order. However many reads are in progress, other work waits for one chunk at most.
 */
export function createYield(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(() => nextTurn())
    return last
  }
}
