/** Size of a token bucket, and the tokens that flow into it per minute. */
export type TokenRate = { burst: number; perMinute: number }

/** Submissions that one client address may send to one endpoint at once, and then per minute. */
export const SUBMIT_BURST = 20
export const SUBMIT_PER_MINUTE = 30

/**
 * Returns the submit rate, or a multiple of it for other requests.
 *
 * @param perMinute submissions per minute that the operator allows; 0 for no limit
 */
export function toSubmitRate(perMinute: number, factor = 1): TokenRate {
  return { burst: SUBMIT_BURST * factor, perMinute: perMinute * factor }
}
