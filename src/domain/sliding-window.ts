import { later, secondsUntil } from './time.ts'

/** Maximum number of times that something may be done within any span of this many milliseconds. */
export type WindowLimit = { times: number; span: number }

/**
 * Returns the whole seconds until all limits allow one more; 0 when they do now.
 *
 * @param earlier the times it was done before, in any order
 */
export function secondsUntilFree(
  earlier: readonly Date[],
  now: Date,
  limits: readonly WindowLimit[],
): number {
  const waits = limits.map(({ times, span }) => {
    const decisive = sortRecent(earlier, now, span).at(-times)
    if (!decisive) return 0
    return secondsUntil(later(decisive > now ? now : decisive, span), now)
  })
  return Math.max(0, ...waits)
}

/** Returns how many more times all limits allow now. */
export function timesLeft(earlier: readonly Date[], now: Date, limits: readonly WindowLimit[]): number {
  const left = limits.map(({ times, span }) => times - sortRecent(earlier, now, span).length)
  return Math.max(0, Math.min(...left))
}

/**
 * Returns the times within `span` of now, oldest first. One in the future was recorded before the clock went back; if it is
 * further away than `span`, it does not count, so that a wrong clock locks nobody out for long.
 */
function sortRecent(earlier: readonly Date[], now: Date, span: number): Date[] {
  return earlier
    .filter((at) => Math.abs(now.getTime() - at.getTime()) < span)
    .sort((one, other) => one.getTime() - other.getTime())
}
