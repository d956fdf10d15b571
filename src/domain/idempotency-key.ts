import type { Refused } from './refusal.ts'

/** Hours for which the response to a key is remembered. */
export const IDEMPOTENCY_HOURS = 24
export const MIN_KEY_LENGTH = 8
export const MAX_KEY_LENGTH = 128
const KEY = new RegExp(`^[\\x21-\\x7e]{${MIN_KEY_LENGTH},${MAX_KEY_LENGTH}}$`)
/** A String of RFC 9651 §3.3.3: a backslash escapes quotes and backslashes. */
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/
/** Every character escaped, and two quotes. */
const MAX_HEADER_LENGTH = 2 * MAX_KEY_LENGTH + 2

/** Identifies a request. All members are keyed hashes. */
export type IdempotencyKey = {
  /** The key within its scope, which includes the caller: with another body it is refused. */
  key: string
  /** The parsed body. */
  fingerprint: string
  /**
   * The key and the body, whoever sent them: the result is replayed to other callers too. Left out where every caller has
   * keys of their own.
   */
  sharedKey?: string
}

type ReadKey = { kind: 'none' } | { kind: 'ok'; key: string } | Refused

/**
 * Reads an Idempotency-Key header: visible ASCII characters, bare or quoted
 * (draft-ietf-httpapi-idempotency-key-header §2.1 makes it a quoted string; most clients send it bare).
 */
export function readIdempotencyKey(header: string | undefined): ReadKey {
  if (header === undefined) return { kind: 'none' }
  const key = header.length > MAX_HEADER_LENGTH ? '' : unquoted(header)
  if (KEY.test(key)) return { kind: 'ok', key }
  return { kind: 'refused', refusal: { code: 'idempotency_key_invalid', field: 'Idempotency-Key' } }
}

/** Returns the text between the quotes; '' when it is malformed. A bare key is returned as it is. */
function unquoted(header: string): string {
  if (!header.startsWith('"')) return header
  return QUOTED.exec(header)?.[1]?.replace(/\\(.)/g, '$1') ?? ''
}
