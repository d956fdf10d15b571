import { REJECTED_ATTEMPTS_WINDOW_MS, secondsUntilAttempt } from '../../domain/endpoints/creation-limit.ts'
import type { RefusalCode } from '../../domain/refusal.ts'
import { REFUSALS } from '../kernel/refusals.ts'
import { createRecentMap } from './recent-map.ts'

const ADDRESSES_KEPT = 20_000

export type RejectedAttempts = {
  /** Returns the whole seconds until the address may attempt a creation again; 0 when it may now. */
  secondsUntilFree(address: string, now: Date): number
  /** Counts a refusal, unless the request is not at fault. */
  note(attempt: { address: string; code: RefusalCode; now: Date }): void
}

/** Creates a count of the refused creations of each client address, in the memory of this node. */
export function createRejectedAttempts(): RejectedAttempts {
  const addresses = createRecentMap<readonly Date[]>({
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

/** Leaves out creation limits, which have their own wait, and server errors, which the client cannot fix. */
function counts(code: RefusalCode): boolean {
  return REFUSALS[code].status < 500 && !code.startsWith('create_')
}
