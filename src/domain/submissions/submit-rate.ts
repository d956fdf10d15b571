import { MINUTE, SECOND } from '../time.ts'

/** Submissions that one client address may send to one endpoint at once, and then per minute. */
export const SUBMIT_BURST = 20
export const SUBMIT_PER_MINUTE = 30
/** Multiple of the submit rate for events and logs, which programs send all day. */
export const EVENT_RATE_FACTOR = 20
/** Multiple of the submit rate for requests to MCP with one key or from one address: a session begins with several. */
export const MCP_RATE_FACTOR = 20
/** Multiple of the submit rate for reading events with a key of the endpoint. */
export const READING_RATE_FACTOR = 4
/** Endpoints counted separately per client address; all others are counted together. */
export const MAX_TRACKED_ENDPOINTS = 50

export type SubmitRate = { burst: number; perMinute: number }

/** A token bucket at the time `at`. */
export type Bucket = { tokens: number; at: Date }

/** Takes one token, or returns the whole seconds until there is one. */
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

/** Returns the milliseconds after which any bucket is full again. */
export function refillMs(rate: SubmitRate): number {
  return (rate.burst / rate.perMinute) * MINUTE
}

/** Returns the tokens in a bucket at `now`. One from the future counts as full: the clock was set back. */
function tokensAt(bucket: Bucket | undefined, now: Date, rate: SubmitRate): number {
  if (!bucket || bucket.at > now) return rate.burst
  const passed = now.getTime() - bucket.at.getTime()
  return Math.min(rate.burst, bucket.tokens + (passed / MINUTE) * rate.perMinute)
}
