import { RESENDS_OF_ACCOUNT_PER_HOUR, secondsUntilResend } from '../domain/delivery.ts'
import { HOUR } from '../domain/time.ts'
import { openRecentMap } from './recent-map.ts'

const ACCOUNTS_KEPT = 20_000

export type ResendingAccounts = {
  /** Whole seconds until the account may send a letter again; 0 when it may now. */
  secondsUntilFree(accountKey: number, now: Date): number
  /** How many it may send again now. */
  left(accountKey: number, now: Date): number
  /** Notes that it has sent so many. */
  note(accountKey: number, now: Date, count?: number): void
}

/** The letters that each account has sent again, in the memory of this node. */
export function openResendingAccounts(): ResendingAccounts {
  const accounts = openRecentMap<readonly Date[]>({ entries: ACCOUNTS_KEPT, span: HOUR })
  return {
    secondsUntilFree: (accountKey, now) => secondsUntilResend(accounts.get(String(accountKey)) ?? [], now),
    left(accountKey, now) {
      const earlier = accounts.get(String(accountKey)) ?? []
      const recent = earlier.filter((at) => now.getTime() - at.getTime() < HOUR)
      return Math.max(0, RESENDS_OF_ACCOUNT_PER_HOUR - recent.length)
    },
    note(accountKey, now, count = 1) {
      const all = [...(accounts.get(String(accountKey)) ?? []), ...Array(count).fill(now)]
      accounts.set(String(accountKey), all.slice(-RESENDS_OF_ACCOUNT_PER_HOUR), now)
    },
  }
}
