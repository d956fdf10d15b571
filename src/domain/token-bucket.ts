import { MINUTE, SECOND } from './time.ts'

/** Size of a token bucket, and the tokens that flow into it per minute. */
export type TokenRate = { burst: number; perMinute: number }

/** A token bucket at the time `at`. */
export type Bucket = { tokens: number; at: Date }

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
export function refillMs(rate: TokenRate): number {
  return (rate.burst / rate.perMinute) * MINUTE
}

/** Returns the tokens in a bucket at `now`. One from the future counts as full: the clock was set back. */
function tokensAt(bucket: Bucket | undefined, now: Date, rate: TokenRate): number {
  if (!bucket || bucket.at > now) return rate.burst
  const passed = now.getTime() - bucket.at.getTime()
  return Math.min(rate.burst, bucket.tokens + (passed / MINUTE) * rate.perMinute)
}
