import { later, secondsUntil } from '../time.ts'

/** How often an account may have something sent: so many times within any such span. */
export type AccountLimit = { times: number; span: number }

/**
 * Whole seconds until the account may do it again; 0 when it may now.
 *
 * @param earlier when it did before, oldest first
 */
export function secondsUntilFree(earlier: readonly Date[], now: Date, limit: AccountLimit): number {
  const oldest = recentOf(earlier, now, limit).at(-limit.times)
  return oldest ? secondsUntil(later(oldest, limit.span), now) : 0
}

/** How many times it may do it now. */
export function timesLeft(earlier: readonly Date[], now: Date, limit: AccountLimit): number {
  return Math.max(0, limit.times - recentOf(earlier, now, limit).length)
}

function recentOf(earlier: readonly Date[], now: Date, { span }: AccountLimit): Date[] {
  return earlier.filter((at) => now.getTime() - at.getTime() < span)
}
