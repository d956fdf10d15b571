import { setTimeout } from 'node:timers/promises'

/**
 * Runs `work` soon after it was asked for, and never again before it has ended and `restMs` have passed; what is asked
 * for meanwhile is one run more. `work` must not throw.
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
    // Behind what waits for this turn of the event loop: answers go before news.
    setImmediate(run)
  }
}
