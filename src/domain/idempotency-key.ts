import type { Refusal } from './refusal.ts'

/** How long the answer to a key is remembered. */
export const IDEMPOTENCY_HOURS = 24
const KEY = /^[\x21-\x7e]{8,128}$/

export type ReadKey = { kind: 'none' } | { kind: 'ok'; key: string } | { kind: 'refused'; refusal: Refusal }

/**
 * Reads an Idempotency-Key header: 8 to 128 visible ASCII characters, bare or quoted
 * (draft-ietf-httpapi-idempotency-key-header §2.1 makes it a quoted string; most clients send it bare).
 */
export function readIdempotencyKey(header: string | undefined): ReadKey {
  if (header === undefined) return { kind: 'none' }
  const quoted = header.length >= 2 && header.startsWith('"') && header.endsWith('"')
  const key = quoted ? header.slice(1, -1) : header
  if (KEY.test(key)) return { kind: 'ok', key }
  return { kind: 'refused', refusal: { code: 'idempotency_key_invalid', field: 'Idempotency-Key' } }
}
