import { type AccountLimit, secondsUntilFree, timesLeft } from '../domain/account-limit.ts'
import { openRecentMap } from './recent-map.ts'

const ACCOUNTS_KEPT = 20_000

export type LimitedAccounts = {
  /** Whole seconds until the account may do it again; 0 when it may now. */
  secondsUntilFree(accountKey: number, now: Date): number
  /** How many times it may do it now. */
  left(accountKey: number, now: Date): number
  /** Notes that it has done it so many times. */
  note(accountKey: number, now: Date, times?: number): void
}

/** What each account has had sent, in the memory of this node. */
export function openLimitedAccounts(limit: AccountLimit): LimitedAccounts {
  const accounts = openRecentMap<readonly Date[]>({ entries: ACCOUNTS_KEPT, span: limit.span })
  const earlierOf = (accountKey: number) => accounts.get(String(accountKey)) ?? []
  return {
    secondsUntilFree: (accountKey, now) => secondsUntilFree(earlierOf(accountKey), now, limit),
    left: (accountKey, now) => timesLeft(earlierOf(accountKey), now, limit),
    note(accountKey, now, times = 1) {
      const all = [...earlierOf(accountKey), ...Array<Date>(times).fill(now)]
      accounts.set(String(accountKey), all.slice(-limit.times), now)
    },
  }
}
