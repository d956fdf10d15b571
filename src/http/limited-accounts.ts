import { type AccountLimit, secondsUntilFree, timesLeft } from '../domain/account-limit.ts'
import { openRecentMap } from './recent-map.ts'

const ACCOUNTS_KEPT = 20_000

export type LimitedAccounts = {
  /** Takes as many turns as are left, `most` at most; without any, the whole seconds until there is one. */
  take(
    accountKey: number,
    now: Date,
    most: number,
  ): { kind: 'taken'; times: number } | { kind: 'refused'; retryAfterSeconds: number }
  /** Gives back turns that were taken at `at` and came to nothing. */
  giveBack(accountKey: number, at: Date, times: number): void
}

/**
 * What each account has had sent, in the memory of this node. Turns are taken before what they are for is tried: of calls
 * that come together each would else find all of them left.
 */
export function openLimitedAccounts(limit: AccountLimit): LimitedAccounts {
  const accounts = openRecentMap<readonly Date[]>({ entries: ACCOUNTS_KEPT, span: limit.span })
  const earlierOf = (accountKey: number) => accounts.get(String(accountKey)) ?? []
  return {
    take(accountKey, now, most) {
      const earlier = earlierOf(accountKey)
      const retryAfterSeconds = secondsUntilFree(earlier, now, limit)
      if (retryAfterSeconds > 0) return { kind: 'refused', retryAfterSeconds }
      const times = Math.min(most, timesLeft(earlier, now, limit))
      const all = [...earlier, ...Array<Date>(times).fill(now)]
      accounts.set(String(accountKey), all.slice(-limit.times), now)
      return { kind: 'taken', times }
    },
    giveBack(accountKey, at, times) {
      const all = [...earlierOf(accountKey)]
      for (let given = 0; given < times; given += 1) {
        const index = all.lastIndexOf(at)
        if (index !== -1) all.splice(index, 1)
      }
      accounts.set(String(accountKey), all, at)
    },
  }
}
