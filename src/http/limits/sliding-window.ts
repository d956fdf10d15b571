import { secondsUntilFree, timesLeft, type WindowLimit } from '../../domain/sliding-window.ts'
import { createRecentMap } from './recent-map.ts'

/** Maximum number of keys; the one that was counted least recently is dropped. */
const MAX_KEYS = 20_000

export type SlidingWindow = {
  /** Returns the whole seconds until the key is allowed one more; 0 when it is now. */
  secondsUntilFree(key: string, now: Date): number
  /** Returns how many more times the key is allowed now. */
  timesLeft(key: string, now: Date): number
  /** Counts one, allowed or not. */
  count(key: string, now: Date): void
  /** Counts one if it is allowed. Returns 0, or the whole seconds until it is. */
  take(key: string, now: Date): number
  /**
   * Runs `act`, which counts up to `times` times. They are reserved beforehand, so that concurrent requests see each other,
   * and unused ones are returned.
   *
   * @param spending.used returns how many times the result used
   */
  spend<Done>(
    spending: { key: string; now: Date; times: number; used(done: Done): number },
    act: () => Promise<Done>,
  ): Promise<Done>
}

/** Creates limits that each key has for itself (a client address, an account), in the memory of this node. */
export function createSlidingWindow(limits: readonly WindowLimit[]): SlidingWindow {
  const span = Math.max(...limits.map((limit) => limit.span))
  const maxTimes = Math.max(...limits.map((limit) => limit.times))
  const keys = createRecentMap<readonly Date[]>({ entries: MAX_KEYS, span })
  const getEarlier = (key: string) => keys.get(key) ?? []
  /** Number of reservations in progress by key: as many earlier times are kept, in case they are returned. */
  const reserved = new Map<string, number>()

  function count(key: string, now: Date, times: number): void {
    keep(key, [...getEarlier(key), ...Array<Date>(times).fill(now)], now)
  }

  function keep(key: string, times: readonly Date[], now: Date): void {
    keys.set(key, times.slice(-(maxTimes + (reserved.get(key) ?? 0))), now)
  }

  function reserve(key: string, times: number): void {
    const inProgress = (reserved.get(key) ?? 0) + times
    if (inProgress === 0) reserved.delete(key)
    else reserved.set(key, inProgress)
  }

  function giveBack(key: string, now: Date, times: number): void {
    const kept = [...getEarlier(key)]
    for (let given = 0; given < times; given += 1) {
      const at = kept.findLastIndex((taken) => taken.getTime() === now.getTime())
      if (at !== -1) kept.splice(at, 1)
    }
    keep(key, kept, now)
  }

  return {
    secondsUntilFree: (key, now) => secondsUntilFree(getEarlier(key), now, limits),
    timesLeft: (key, now) => timesLeft(getEarlier(key), now, limits),
    count: (key, now) => count(key, now, 1),
    take(key, now) {
      const wait = secondsUntilFree(getEarlier(key), now, limits)
      if (wait === 0) count(key, now, 1)
      return wait
    },
    async spend({ key, now, times, used }, act) {
      reserve(key, times)
      count(key, now, times)
      let left = times
      try {
        const done = await act()
        left = times - used(done)
        return done
      } finally {
        reserve(key, -times)
        giveBack(key, now, left)
      }
    },
  }
}
