import { setTimeout } from 'node:timers/promises'

/**
 * Runs `work` soon after a call, and not again before it has ended and `restMs` have passed; calls in between cause
 * one more run. `work` must not throw.
 */
export function throttle(restMs: number, work: () => void | Promise<void>): () => void {
  let pending = false
  let running = false

  async function run(): Promise<void> {
    while (pending) {
      pending = false
      await work()
      await setTimeout(restMs, undefined, { ref: false })
    }
    running = false
  }

  return () => {
    pending = true
    if (running) return
    running = true
    // After the current work of the event loop: responses go before notifications.
    setImmediate(run)
  }
}
