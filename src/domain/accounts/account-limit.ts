import { later, secondsUntil } from '../time.ts'

/** Maximum number of times an account may do something within any span of this many milliseconds. */
export type AccountLimit = { times: number; span: number }

/**
 * Returns the whole seconds until the account may act again; 0 when it may act now.
 *
 * @param earlier the times it acted before, oldest first
 */
export function secondsUntilFree(earlier: readonly Date[], now: Date, limit: AccountLimit): number {
  const oldest = filterRecent(earlier, now, limit).at(-limit.times)
  return oldest ? secondsUntil(later(oldest, limit.span), now) : 0
}

/** Returns the number of times the account may still act now. */
export function timesLeft(earlier: readonly Date[], now: Date, limit: AccountLimit): number {
  return Math.max(0, limit.times - filterRecent(earlier, now, limit).length)
}

function filterRecent(earlier: readonly Date[], now: Date, { span }: AccountLimit): Date[] {
  return earlier.filter((at) => now.getTime() - at.getTime() < span)
}
