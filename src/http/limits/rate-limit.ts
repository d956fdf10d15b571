import {
  type Bucket,
  MAX_TRACKED_ENDPOINTS,
  refillMs,
  type SubmitRate,
  takeToken,
} from '../../domain/submissions/submit-rate.ts'
import { NETWORK_RATE_FACTOR, networkBucket } from '../kernel/client-address.ts'
import { createRecentMap } from './recent-map.ts'

/** Maximum number of addresses; more within the time of one refill are an attack, and the oldest are dropped. */
const ADDRESSES_KEPT = 20_000
/** Name of the bucket that all further endpoints of an address share. No endpoint id is empty. */
const ALL_OTHERS = ''

export type RateLimit = {
  /** Takes a token. Returns 0, or the whole seconds until there is one. */
  take(submission: RatedRequest): number
  /** Takes more tokens for a request that was allowed, also those that are not there yet. */
  charge(submission: RatedRequest & { tokens: number }): void
}

type RatedRequest = { address: string; formId: string; now: Date }

/** Rate limit that also tells the wait without taking a token. */
type Buckets = RateLimit & { secondsUntilFree(submission: RatedRequest): number }

/**
 * Creates a token bucket for each client address and endpoint, and a larger one for each IPv6 network and endpoint, in the
 * memory of this node. The endpoint need not exist: a client that invents ids fills the few buckets of its own address and
 * then shares one, and evicts no other client.
 *
 * @param limits.maxCharge maximum number of tokens that `charge` takes at once
 */
export function createRateLimit(rate: SubmitRate, { maxCharge } = { maxCharge: 0 }): RateLimit {
  if (rate.perMinute === 0) return { take: () => 0, charge: () => {} }
  const clients = createBuckets(rate, { maxCharge, endpoints: MAX_TRACKED_ENDPOINTS })
  const networkRate = {
    burst: rate.burst * NETWORK_RATE_FACTOR,
    perMinute: rate.perMinute * NETWORK_RATE_FACTOR,
  }
  const networks = createBuckets(networkRate, {
    maxCharge,
    endpoints: MAX_TRACKED_ENDPOINTS * NETWORK_RATE_FACTOR,
  })
  return {
    take(submission) {
      const network = networkBucket(submission.address)
      if (network === null) return clients.take(submission)
      const ofNetwork = { ...submission, address: network }
      const wait = Math.max(networks.secondsUntilFree(ofNetwork), clients.secondsUntilFree(submission))
      if (wait > 0) return wait
      networks.take(ofNetwork)
      return clients.take(submission)
    },
    charge(submission) {
      clients.charge(submission)
      const network = networkBucket(submission.address)
      if (network !== null) networks.charge({ ...submission, address: network })
    },
  }
}

/** @param limits.endpoints maximum number of endpoints of one address that have a bucket of their own */
function createBuckets(rate: SubmitRate, limits: { maxCharge: number; endpoints: number }): Buckets {
  const { maxCharge, endpoints } = limits
  const span = refillMs({ ...rate, burst: rate.burst + maxCharge })
  const addresses = createRecentMap<Map<string, Bucket>>({ entries: ADDRESSES_KEPT, span })

  /** Returns the name of the endpoint's bucket, or of the shared one when too many others of the address are in use. */
  function getName(buckets: Map<string, Bucket>, formId: string, now: Date): string {
    if (buckets.has(formId) || buckets.size < endpoints) return formId
    // Oldest first: all buckets after one in use are in use, too.
    for (const [name, bucket] of buckets) {
      const age = now.getTime() - bucket.at.getTime()
      if (age >= 0 && age < span) break
      buckets.delete(name)
    }
    return buckets.size < endpoints ? formId : ALL_OTHERS
  }

  return {
    secondsUntilFree({ address, formId, now }) {
      const buckets = addresses.get(address)
      if (!buckets) return 0
      const result = takeToken(buckets.get(getName(buckets, formId, now)), now, rate)
      return result.kind === 'empty' ? result.retryAfterSeconds : 0
    },
    take({ address, formId, now }) {
      const buckets = addresses.get(address) ?? new Map<string, Bucket>()
      const name = getName(buckets, formId, now)
      const result = takeToken(buckets.get(name), now, rate)
      if (result.kind === 'empty') return result.retryAfterSeconds
      buckets.delete(name)
      buckets.set(name, result.bucket)
      addresses.set(address, buckets, now)
      return 0
    },
    charge({ address, formId, now, tokens }) {
      const buckets = addresses.get(address)
      const bucket = buckets && (buckets.get(formId) ?? buckets.get(ALL_OTHERS))
      if (!bucket || tokens <= 0) return
      bucket.tokens -= Math.min(tokens, maxCharge)
      addresses.set(address, buckets, now)
    },
  }
}
