import { type AccountLimit, secondsUntilFree, timesLeft } from '../../domain/accounts/account-limit.ts'
import { createRecentMap } from './recent-map.ts'

const ACCOUNTS_KEPT = 20_000

export type LimitedAccounts = {
  /** Returns the whole seconds until the account may act again; 0 when it may act now. */
  secondsUntilFree(accountKey: number, now: Date): number
  /** Returns how many more times the account may act now. */
  left(accountKey: number, now: Date): number
  /**
   * Runs `act`, which may act up to `times` times. They are reserved beforehand, so that concurrent requests see each other,
   * and unused ones are returned.
   *
   * @param spending.used returns how many times the result used
   */
  spend<Done>(
    spending: { accountKey: number; now: Date; times: number; used(done: Done): number },
    act: () => Promise<Done>,
  ): Promise<Done>
}

/** Creates a limit for each account, in the memory of this node. */
export function createLimitedAccounts(limit: AccountLimit): LimitedAccounts {
  const accounts = createRecentMap<readonly Date[]>({ entries: ACCOUNTS_KEPT, span: limit.span })
  const getEarlier = (accountKey: number) => accounts.get(String(accountKey)) ?? []

  function take(accountKey: number, now: Date, times: number): void {
    const all = [...getEarlier(accountKey), ...Array<Date>(times).fill(now)]
    accounts.set(String(accountKey), all.slice(-limit.times), now)
  }

  function giveBack(accountKey: number, now: Date, times: number): void {
    const kept = [...getEarlier(accountKey)]
    for (let given = 0; given < times; given += 1) {
      const at = kept.findLastIndex((taken) => taken.getTime() === now.getTime())
      if (at !== -1) kept.splice(at, 1)
    }
    accounts.set(String(accountKey), kept, now)
  }

  return {
    secondsUntilFree: (accountKey, now) => secondsUntilFree(getEarlier(accountKey), now, limit),
    left: (accountKey, now) => timesLeft(getEarlier(accountKey), now, limit),
    async spend({ accountKey, now, times, used }, act) {
      take(accountKey, now, times)
      let left = times
      try {
        const done = await act()
        left = times - used(done)
        return done
      } finally {
        giveBack(accountKey, now, left)
      }
    },
  }
}
