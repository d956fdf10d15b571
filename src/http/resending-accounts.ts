import { RESENDS_OF_ACCOUNT_PER_HOUR, secondsUntilResend } from '../domain/delivery.ts'
import { HOUR } from '../domain/time.ts'
import { openRecentMap } from './recent-map.ts'

const ACCOUNTS_KEPT = 20_000

export type ResendingAccounts = {
  /** Whole seconds until the account may send a letter again; 0 when it may now. */
  secondsUntilFree(accountKey: number, now: Date): number
  /** Notes that it has. */
  note(accountKey: number, now: Date): void
}

/** The letters that each account has sent again, in the memory of this node. */
export function openResendingAccounts(): ResendingAccounts {
  const accounts = openRecentMap<readonly Date[]>({ entries: ACCOUNTS_KEPT, span: HOUR })
  return {
    secondsUntilFree: (accountKey, now) => secondsUntilResend(accounts.get(String(accountKey)) ?? [], now),
    note(accountKey, now) {
      const earlier = accounts.get(String(accountKey)) ?? []
      accounts.set(String(accountKey), [...earlier.slice(1 - RESENDS_OF_ACCOUNT_PER_HOUR), now], now)
    },
  }
}
