import type { Parsed } from './reading.ts'

/** Bytes a secret must have at least. */
export const MIN_SECRET_BYTES = 32
/** 32 random bytes in hex or base64 hold more distinct characters than this in all but one case of millions. */
const MIN_DISTINCT = 10

/** Long enough and not one key held down. No problem told here repeats any of the text. */
export function parseSecret(text: string): Parsed<string> {
  const bytes = Buffer.byteLength(text)
  if (bytes < MIN_SECRET_BYTES) return { kind: 'fault', problem: `has only ${bytes} bytes` }
  if (new Set(text).size < MIN_DISTINCT) return { kind: 'fault', problem: 'is not random' }
  return { kind: 'ok', value: text }
}
