import { setImmediate as nextTurn } from 'node:timers/promises'

/** What one account has read at once; more of it waits. */
const AT_ONCE = 2

/** Runs work for an account when its turn has come. */
export type AccountConcurrencyLimit = <Done>(accountKey: number, work: () => Promise<Done>) => Promise<Done>

/**
 * Lets each account read two pages at a time, and others have their turn before its next one: who asks for a thousand
 * pages at once waits for the thousand, and nobody else does.
 */
export function createAccountConcurrencyLimit(): AccountConcurrencyLimit {
  const accounts = new Map<number, { running: number; waiting: (() => void)[] }>()

  async function begin(accountKey: number): Promise<void> {
    const known = accounts.get(accountKey)
    if (!known) {
      accounts.set(accountKey, { running: 1, waiting: [] })
    } else if (known.running < AT_ONCE) {
      known.running += 1
    } else {
      // Whoever ends hands the turn over.
      await new Promise<void>((resolve) => known.waiting.push(resolve))
      await nextTurn()
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
