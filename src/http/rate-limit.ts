import { type Bucket, takeToken } from '../domain/submit-rate.ts'

/** Buckets that are full again are forgotten once so many are kept. */
const BUCKETS_KEPT = 50_000

export type RateLimit = {
  /** Takes one; 0 when there was one, else the whole seconds until there is. */
  take(key: string, now: Date): number
  /** The same without taking. */
  secondsUntilFree(key: string, now: Date): number
}

/** A token bucket for each key, in the memory of this node. `perMinute: 0` switches it off. */
export function openRateLimit(rate: { burst: number; perMinute: number }): RateLimit {
  const buckets = new Map<string, Bucket>()

  function forgetFull(now: Date): void {
    for (const [key, bucket] of buckets) {
      const taken = takeToken(bucket, now, rate)
      if (taken.kind === 'taken' && taken.bucket.tokens >= rate.burst - 1) buckets.delete(key)
    }
    // A crowd of addresses larger than that is itself an attack: the oldest make room.
    for (const key of buckets.keys()) {
      if (buckets.size < BUCKETS_KEPT) return
      buckets.delete(key)
    }
  }

  return {
    take(key, now) {
      if (rate.perMinute === 0) return 0
      const taken = takeToken(buckets.get(key), now, rate)
      if (taken.kind === 'empty') return taken.retryAfterSeconds
      if (buckets.size >= BUCKETS_KEPT && !buckets.has(key)) forgetFull(now)
      buckets.set(key, taken.bucket)
      return 0
    },
    secondsUntilFree(key, now) {
      const taken = takeToken(buckets.get(key), now, rate)
      return taken.kind === 'empty' ? taken.retryAfterSeconds : 0
    },
  }
}
