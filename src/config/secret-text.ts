import type { Parsed } from './reading.ts'

/** Minimum length of a secret. */
export const MIN_SECRET_BYTES = 32
/** 32 random bytes in hex or base64 have at least this many distinct characters in all but one of millions of cases. */
const MIN_DISTINCT = 10

/** Parses a secret: long enough, and not one key held down. No problem repeats any of the text. */
export function parseSecret(text: string): Parsed<string> {
  const bytes = Buffer.byteLength(text)
  if (bytes < MIN_SECRET_BYTES) return { kind: 'fault', problem: `has only ${bytes} bytes` }
  if (new Set(text).size < MIN_DISTINCT) return { kind: 'fault', problem: 'is not random' }
  return { kind: 'ok', value: text }
}
