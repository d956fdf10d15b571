import { CALL_BURST_FRACTION } from '../../domain/accounts/api-key.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { createRateLimit } from './rate-limit.ts'

/** Rate of calls with one key or session, to the owner API and to queues together. */
export type CallRate = {
  /** Counts a call. Returns a refusal when there were too many, else null. */
  take(call: { credentialHash: string; now: Date }): Refusal | null
}

/** Creates a token bucket for each credential, whatever it calls, in the memory of this node. 0 calls per minute switch it off. */
export function createCallRate(perMinute: number): CallRate {
  const limit = createRateLimit({ burst: Math.ceil(perMinute * CALL_BURST_FRACTION), perMinute })
  return {
    take({ credentialHash, now }) {
      const retryAfterSeconds = limit.take({ client: credentialHash, now })
      return retryAfterSeconds > 0 ? { code: 'call_rate', retryAfterSeconds } : null
    },
  }
}
