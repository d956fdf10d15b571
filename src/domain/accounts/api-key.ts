import type { Refusal } from '../refusal.ts'

/** Maximum number of API keys per account. */
export const MAX_KEYS = 50
export const MAX_KEY_NAME_LENGTH = 80
/** Maximum number of keys per endpoint. */
export const MAX_ENDPOINT_KEYS = 20
/** Calls per minute with one key or session: far more than a program that waits for answers needs. */
export const CALLS_PER_MINUTE = 6000
/** Part of the calls of a minute that may come at once. */
export const CALL_BURST_FRACTION = 1 / 6

/** Days after its expiry for which a key is listed, and refused as expired rather than as unknown. */
export const EXPIRED_KEY_DAYS = 30

/** Refuses a key that has expired; null while it has not. */
export function checkExpiry({ expiresAt }: { expiresAt: Date | null }, now: Date): Refusal | null {
  if (expiresAt === null || now < expiresAt) return null
  return { code: 'key_expired', message: `This key expired on ${expiresAt.toISOString()}.` }
}

/** Refuses the expiry of a new key when it has passed already; null when it may have it. */
export function checkNewExpiry(expiresAt: Date | null, now: Date): Refusal | null {
  if (expiresAt === null || now < expiresAt) return null
  const message =
    'A key must expire in the future. Send a later time, or null for a key that does not expire.'
  return { code: 'value_invalid', field: 'expires_at', message }
}
