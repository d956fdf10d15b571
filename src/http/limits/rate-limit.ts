import {
  type Bucket,
  MAX_TRACKED_ENDPOINTS,
  refillMs,
  type SubmitRate,
  takeToken,
} from '../../domain/submissions/submit-rate.ts'
import { openRecentMap } from './recent-map.ts'

/** A larger crowd of addresses within the time of one refill is itself an attack: the oldest make room. */
const ADDRESSES_KEPT = 20_000
/** Names the bucket that all further endpoints of an address share. No form id is empty. */
const ALL_OTHERS = ''

export type RateLimit = {
  /** Takes one; 0 when there was one, else the whole seconds until there is. */
  take(submission: { address: string; formId: string; now: Date }): number
}

/**
 * A token bucket for each client address and endpoint, in the memory of this node. The endpoint may not exist: who
 * invents ids fills the few buckets of an own address and then shares one, and pushes nobody else out.
 */
export function openRateLimit(rate: SubmitRate): RateLimit {
  if (rate.perMinute === 0) return { take: () => 0 }
  const span = refillMs(rate)
  const addresses = openRecentMap<Map<string, Bucket>>({ entries: ADDRESSES_KEPT, span })

  /** The bucket of this endpoint, or the shared one when so many others of the address are not full again. */
  function nameOf(buckets: Map<string, Bucket>, formId: string, now: Date): string {
    if (buckets.has(formId) || buckets.size < MAX_TRACKED_ENDPOINTS) return formId
    // Oldest first: what comes behind one that counts counts as well.
    for (const [name, bucket] of buckets) {
      const age = now.getTime() - bucket.at.getTime()
      if (age >= 0 && age < span) break
      buckets.delete(name)
    }
    return buckets.size < MAX_TRACKED_ENDPOINTS ? formId : ALL_OTHERS
  }

  return {
    take({ address, formId, now }) {
      const buckets = addresses.get(address) ?? new Map<string, Bucket>()
      const name = nameOf(buckets, formId, now)
      const taken = takeToken(buckets.get(name), now, rate)
      if (taken.kind === 'empty') return taken.retryAfterSeconds
      buckets.delete(name)
      buckets.set(name, taken.bucket)
      addresses.set(address, buckets, now)
      return 0
    },
  }
}
