import { PUSHES_PER_HOST } from '../../../domain/queues/push.ts'
import { secondsUntilFree, timesLeft } from '../../../domain/sliding-window.ts'
import { later, SECOND } from '../../../domain/time.ts'

/** Hosts remembered: beyond it those are forgotten that nothing limits now. */
const MAX_REMEMBERED = 10_000

/** Counts the requests to each host on this node, so that nobody aims the messages of many queues at one. */
export type HostRate = {
  /** Returns how many of `count` requests to the host may begin now, and counts them. */
  reserve(host: string, count: number, now: Date): number
  /** Takes back reserved requests that were not made. */
  release(host: string, count: number): void
  /** Returns when the host may get another request; null for now. */
  freeAt(host: string, now: Date): Date | null
}

/** Creates the counters, empty. */
export function createHostRate(limit = PUSHES_PER_HOST): HostRate {
  const hosts = new Map<string, Date[]>()

  function forgetIdle(now: Date): void {
    if (hosts.size <= MAX_REMEMBERED) return
    for (const [host, times] of hosts) if (timesLeft(times, now, [limit]) === limit.times) hosts.delete(host)
  }

  return {
    reserve(host, count, now) {
      const times = hosts.get(host) ?? []
      const granted = Math.min(count, timesLeft(times, now, [limit]))
      const recent = times.slice(-limit.times)
      hosts.set(host, [...recent, ...Array<Date>(granted).fill(now)])
      forgetIdle(now)
      return granted
    },
    release(host, count) {
      const times = hosts.get(host) ?? []
      hosts.set(host, times.slice(0, times.length - count))
    },
    freeAt(host, now) {
      const seconds = secondsUntilFree(hosts.get(host) ?? [], now, [limit])
      return seconds === 0 ? null : later(now, seconds * SECOND)
    },
  }
}
