import type { TokenRate } from '../../domain/submissions/submit-rate.ts'
import { MINUTE, SECOND } from '../../domain/time.ts'
import { NETWORK_RATE_FACTOR, networkBucket } from '../kernel/client-address.ts'
import { createRecentMap } from './recent-map.ts'

/** Maximum number of clients; more within the time of one refill are an attack, and the oldest are dropped. */
const MAX_CLIENTS = 20_000
/** Subjects that a client has a bucket of its own for; all others share one. */
export const MAX_TRACKED_SUBJECTS = 50
/** Name of the bucket for no subject, and for all further ones. No subject is empty. */
const ALL_OTHERS = ''

/** A token bucket at the time `at`. */
export type Bucket = { tokens: number; at: Date }

export type RateLimit = {
  /** Takes a token. Returns 0, or the whole seconds until there is one. */
  take(request: RatedRequest): number
  /** Takes more tokens for a request that was allowed, also those that are not there yet. */
  charge(request: RatedRequest & { tokens: number }): void
}

/**
 * A request that takes a token. `client`: the `addressBucket` of its client, or the hash of its credential. `subject`: the
 * endpoint that it goes to, where each endpoint has a limit of its own.
 */
type RatedRequest = { client: string; subject?: string; now: Date }

/** Rate limit that also tells the wait without taking a token. */
type Buckets = RateLimit & { secondsUntilFree(request: RatedRequest): number }

/**
 * Creates a token bucket for each client and subject, and a larger one for each IPv6 network and subject, in the memory of
 * this node. The subject need not exist: a client that invents ids fills its own few buckets and then shares one, and evicts
 * no other client.
 *
 * @param limits.maxCharge maximum number of tokens that `charge` takes at once
 */
export function createRateLimit(rate: TokenRate, { maxCharge } = { maxCharge: 0 }): RateLimit {
  if (rate.perMinute === 0) return { take: () => 0, charge: () => {} }
  const clients = createBuckets(rate, { maxCharge, subjects: MAX_TRACKED_SUBJECTS })
  const networkRate = {
    burst: rate.burst * NETWORK_RATE_FACTOR,
    perMinute: rate.perMinute * NETWORK_RATE_FACTOR,
  }
  const networks = createBuckets(networkRate, {
    maxCharge,
    subjects: MAX_TRACKED_SUBJECTS * NETWORK_RATE_FACTOR,
  })
  return {
    take(request) {
      const network = networkBucket(request.client)
      if (network === null) return clients.take(request)
      const ofNetwork = { ...request, client: network }
      const wait = Math.max(networks.secondsUntilFree(ofNetwork), clients.secondsUntilFree(request))
      if (wait > 0) return wait
      networks.take(ofNetwork)
      return clients.take(request)
    },
    charge(request) {
      clients.charge(request)
      const network = networkBucket(request.client)
      if (network !== null) networks.charge({ ...request, client: network })
    },
  }
}

/** @param limits.subjects maximum number of subjects of one client that have a bucket of their own */
function createBuckets(rate: TokenRate, limits: { maxCharge: number; subjects: number }): Buckets {
  const { maxCharge, subjects } = limits
  const span = refillMs({ ...rate, burst: rate.burst + maxCharge })
  const clients = createRecentMap<Map<string, Bucket>>({ entries: MAX_CLIENTS, span })

  /** Returns the name of the subject's bucket, or of the shared one when too many others of the client are in use. */
  function getName(buckets: Map<string, Bucket>, subject: string, now: Date): string {
    if (buckets.has(subject) || buckets.size < subjects) return subject
    // Oldest first: all buckets after one in use are in use, too.
    for (const [name, bucket] of buckets) {
      const age = now.getTime() - bucket.at.getTime()
      if (age >= 0 && age < span) break
      buckets.delete(name)
    }
    return buckets.size < subjects ? subject : ALL_OTHERS
  }

  return {
    secondsUntilFree({ client, subject = ALL_OTHERS, now }) {
      const buckets = clients.get(client)
      if (!buckets) return 0
      const result = takeToken(buckets.get(getName(buckets, subject, now)), now, rate)
      return result.kind === 'empty' ? result.retryAfterSeconds : 0
    },
    take({ client, subject = ALL_OTHERS, now }) {
      const buckets = clients.get(client) ?? new Map<string, Bucket>()
      const name = getName(buckets, subject, now)
      const result = takeToken(buckets.get(name), now, rate)
      if (result.kind === 'empty') return result.retryAfterSeconds
      buckets.delete(name)
      buckets.set(name, result.bucket)
      clients.set(client, buckets, now)
      return 0
    },
    charge({ client, subject = ALL_OTHERS, now, tokens }) {
      const buckets = clients.get(client)
      const bucket = buckets && (buckets.get(subject) ?? buckets.get(ALL_OTHERS))
      if (!bucket || tokens <= 0) return
      bucket.tokens -= Math.min(tokens, maxCharge)
      clients.set(client, buckets, now)
    },
  }
}

/** Takes one token, or returns the whole seconds until there is one. */
export function takeToken(
  bucket: Bucket | undefined,
  now: Date,
  rate: TokenRate,
): { kind: 'taken'; bucket: Bucket } | { kind: 'empty'; retryAfterSeconds: number } {
  const tokens = tokensAt(bucket, now, rate)
  if (tokens >= 1) return { kind: 'taken', bucket: { tokens: tokens - 1, at: now } }
  const wait = ((1 - tokens) / rate.perMinute) * MINUTE
  return { kind: 'empty', retryAfterSeconds: Math.max(1, Math.ceil(wait / SECOND)) }
}

/** Returns the milliseconds after which any bucket is full again. */
function refillMs(rate: TokenRate): number {
  return (rate.burst / rate.perMinute) * MINUTE
}

/** Returns the tokens in a bucket at `now`. One from the future counts as full: the clock was set back. */
function tokensAt(bucket: Bucket | undefined, now: Date, rate: TokenRate): number {
  if (!bucket || bucket.at > now) return rate.burst
  const passed = now.getTime() - bucket.at.getTime()
  return Math.min(rate.burst, bucket.tokens + (passed / MINUTE) * rate.perMinute)
}
