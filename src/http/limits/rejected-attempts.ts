import { REJECTED_ATTEMPTS_WINDOW_MS, secondsUntilAttempt } from '../../domain/endpoints/creation-limit.ts'
import type { RefusalCode } from '../../domain/refusal.ts'
import { REFUSALS } from '../kernel/refusals.ts'
import { openRecentMap } from './recent-map.ts'

const ADDRESSES_KEPT = 20_000

export type RejectedAttempts = {
  /** Whole seconds until the address may attempt a creation again; 0 when it may now. */
  secondsUntilFree(address: string, now: Date): number
  /** Notes a refusal, unless it is no fault of the request. */
  note(attempt: { address: string; code: RefusalCode; now: Date }): void
}

/** The refused attempts to create of each client address, in the memory of this node. */
export function openRejectedAttempts(): RejectedAttempts {
  const addresses = openRecentMap<readonly Date[]>({
    entries: ADDRESSES_KEPT,
    span: REJECTED_ATTEMPTS_WINDOW_MS,
  })
  return {
    secondsUntilFree: (address, now) => secondsUntilAttempt(addresses.get(address) ?? [], now),
    note({ address, code, now }) {
      if (!counts(code)) return
      const recent = (addresses.get(address) ?? []).filter(
        (attempt) => now.getTime() - attempt.getTime() < REJECTED_ATTEMPTS_WINDOW_MS,
      )
      addresses.set(address, [...recent, now], now)
    },
  }
}

/** The limits of creation have their own wait, and for a full disk nobody but the operator can do anything. */
function counts(code: RefusalCode): boolean {
  return REFUSALS[code].status < 500 && !code.startsWith('create_')
}
