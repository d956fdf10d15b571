import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Maximum number of reads of one account at the same time, unless a limit says otherwise; further ones wait. */
const MAX_CONCURRENT_READS = 2

/** Runs work for an account as soon as its limit allows. */
type AccountConcurrencyLimit = <Done>(accountKey: number, work: () => Promise<Done>) => Promise<Done>

/**
 * Limits the concurrent reads of each account, and yields to other accounts before its next one: an account that
 * requests a thousand pages at once delays only itself.
 */
export function createAccountConcurrencyLimit(most = MAX_CONCURRENT_READS): AccountConcurrencyLimit {
  const accounts = new Map<number, { running: number; waiting: (() => void)[] }>()

  async function begin(accountKey: number): Promise<void> {
    const known = accounts.get(accountKey)
    if (!known) {
      accounts.set(accountKey, { running: 1, waiting: [] })
    } else if (known.running < most) {
      known.running += 1
    } else {
      // `end` starts the next.
      await new Promise<void>((resolve) => known.waiting.push(resolve))
      await yieldToEventLoop()
    }
  }

  function end(accountKey: number): void {
    const known = accounts.get(accountKey)
    const next = known?.waiting.shift()
    if (next) {
      next()
      return
    }
    if (!known) return
    known.running -= 1
    if (known.running === 0) accounts.delete(accountKey)
  }

  return async (accountKey, work) => {
    await begin(accountKey)
    try {
      return await work()
    } finally {
      end(accountKey)
    }
  }
}
