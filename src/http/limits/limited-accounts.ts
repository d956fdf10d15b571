import { type AccountLimit, secondsUntilFree, timesLeft } from '../../domain/accounts/account-limit.ts'
import { openRecentMap } from './recent-map.ts'

const ACCOUNTS_KEPT = 20_000

export type LimitedAccounts = {
  /** Whole seconds until the account may do it again; 0 when it may now. */
  secondsUntilFree(accountKey: number, now: Date): number
  /** How many times it may do it now. */
  left(accountKey: number, now: Date): number
  /**
   * Does it up to `times` times. They are taken beforehand, so that of many requests at the same moment each sees the
   * others, and what was not used of them is given back.
   *
   * @param spending.used how many times it was, by what came of it
   */
  spend<Done>(
    spending: { accountKey: number; now: Date; times: number; used(done: Done): number },
    deed: () => Promise<Done>,
  ): Promise<Done>
}

/** What each account has had sent, in the memory of this node. */
export function openLimitedAccounts(limit: AccountLimit): LimitedAccounts {
  const accounts = openRecentMap<readonly Date[]>({ entries: ACCOUNTS_KEPT, span: limit.span })
  const earlierOf = (accountKey: number) => accounts.get(String(accountKey)) ?? []

  function take(accountKey: number, now: Date, times: number): void {
    const all = [...earlierOf(accountKey), ...Array<Date>(times).fill(now)]
    accounts.set(String(accountKey), all.slice(-limit.times), now)
  }

  function giveBack(accountKey: number, now: Date, times: number): void {
    const kept = [...earlierOf(accountKey)]
    for (let given = 0; given < times; given += 1) {
      const at = kept.findLastIndex((taken) => taken.getTime() === now.getTime())
      if (at !== -1) kept.splice(at, 1)
    }
    accounts.set(String(accountKey), kept, now)
  }

  return {
    secondsUntilFree: (accountKey, now) => secondsUntilFree(earlierOf(accountKey), now, limit),
    left: (accountKey, now) => timesLeft(earlierOf(accountKey), now, limit),
    async spend({ accountKey, now, times, used }, deed) {
      take(accountKey, now, times)
      let left = times
      try {
        const done = await deed()
        left = times - used(done)
        return done
      } finally {
        giveBack(accountKey, now, left)
      }
    },
  }
}
