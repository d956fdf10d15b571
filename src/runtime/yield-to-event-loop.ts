import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Whoever has much to read waits for this before each piece: one of them goes on in each turn of the event loop, in the order
 * in which they asked. However many read at once, everybody else waits for one piece at most.
 */
export function createYield(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(() => nextTurn())
    return last
  }
}
