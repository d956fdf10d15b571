import { MINUTE, SECOND } from '../time.ts'

/** Submissions that one client address may send to one endpoint at once, and then per minute. */
export const SUBMIT_BURST = 20
export const SUBMIT_PER_MINUTE = 30
/** Requests with events, and with logs, may be so many times as many: programs send them all day. */
export const EVENT_RATE_FACTOR = 20
/** The same for who reads events below the address of their endpoint. */
export const READING_RATE_FACTOR = 4
/** Endpoints that are counted apart for one client address at a time; all further ones are counted together. */
export const MAX_TRACKED_ENDPOINTS = 50

export type SubmitRate = { burst: number; perMinute: number }

/** A token bucket as it stood at `at`. */
export type Bucket = { tokens: number; at: Date }

/** Takes one token; when there is none, says in how many whole seconds there will be one. */
export function takeToken(
  bucket: Bucket | undefined,
  now: Date,
  rate: SubmitRate,
): { kind: 'taken'; bucket: Bucket } | { kind: 'empty'; retryAfterSeconds: number } {
  const tokens = tokensAt(bucket, now, rate)
  if (tokens >= 1) return { kind: 'taken', bucket: { tokens: tokens - 1, at: now } }
  const wait = ((1 - tokens) / rate.perMinute) * MINUTE
  return { kind: 'empty', retryAfterSeconds: Math.max(1, Math.ceil(wait / SECOND)) }
}

/** After so many milliseconds without a submission a bucket is full, whatever was left in it. */
export function refillMs(rate: SubmitRate): number {
  return (rate.burst / rate.perMinute) * MINUTE
}

/** The tokens in a bucket at `now`. One from the future is full: else a clock put back would lock out until it has caught up. */
function tokensAt(bucket: Bucket | undefined, now: Date, rate: SubmitRate): number {
  if (!bucket || bucket.at > now) return rate.burst
  const passed = now.getTime() - bucket.at.getTime()
  return Math.min(rate.burst, bucket.tokens + (passed / MINUTE) * rate.perMinute)
}
