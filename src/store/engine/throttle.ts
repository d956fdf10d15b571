import { setTimeout } from 'node:timers/promises'

/**
 * Runs `work` soon after a call, and not again before it has ended and `restMs` have passed; calls in between cause
 * one more run. `work` must not throw.
 */
export function throttle(restMs: number, work: () => void | Promise<void>): () => void {
  let asked = false
  let under = false

  async function run(): Promise<void> {
    while (asked) {
      asked = false
      await work()
      await setTimeout(restMs, undefined, { ref: false })
    }
    under = false
  }

  return () => {
    asked = true
    if (under) return
    under = true
    // After the current work of the event loop: responses go before notifications.
    setImmediate(run)
  }
}
