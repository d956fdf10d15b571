import { timingSafeEqual } from 'node:crypto'
import { BOUNCE_TOKEN } from '../domain/outbox/bounce-address.ts'
import { ROW_BYTES, readRow, writeRow } from './row-bytes.ts'
import { fromBase32, toBase32, truncatedHmac } from './tokens.ts'

/** Length of the keyed mark: 104 bits. */
const MARK_BYTES = 13

/**
 * Creates the tokens by which bounces and complaints identify an email: the sealed key of its delivery and a keyed mark of 104
 * bits, in 32 characters, so that the token fits into the local part of an address (64 octets: RFC 5321 §4.5.3.1.1).
 *
 * An AES block would make the token too long. Instead, the mark is the synthetic IV of the seal, as in RFC 5297: the token of a
 * delivery is always the same, and reveals neither the order nor the number of deliveries.
 */
export function createBounceTokens(
  sealKey: Buffer,
  markKey: Buffer,
): { make(deliveryKey: number): string; verify(token: string): number | null } {
  function make(deliveryKey: number): string {
    if (!Number.isSafeInteger(deliveryKey) || deliveryKey < 1)
      throw new RangeError(`${deliveryKey} is not the key of a delivery: it must be a positive safe integer`)
    const mark = truncatedHmac(markKey, `bounce:v1:${deliveryKey}`, MARK_BYTES)
    const row = Buffer.alloc(ROW_BYTES)
    writeRow(row, deliveryKey)
    return toBase32(Buffer.concat([seal(row, mark), mark]))
  }

  /** Seals the key of a row, or opens it: both are the same operation. */
  function seal(row: Buffer, mark: Buffer): Buffer {
    const stream = truncatedHmac(sealKey, `bounce-key:v1:${mark.toString('base64url')}`, ROW_BYTES)
    return Buffer.from(row.map((byte, at) => byte ^ (stream[at] ?? 0)))
  }

  return {
    make,
    verify(token) {
      // Mail servers may change the case of a local part, although RFC 5321 §2.4 forbids it.
      const bytes = BOUNCE_TOKEN.test(token) ? fromBase32(token.toLowerCase()) : null
      if (!bytes) return null
      const mark = bytes.subarray(ROW_BYTES)
      const deliveryKey = readRow(seal(bytes.subarray(0, ROW_BYTES), mark))
      const right = truncatedHmac(markKey, `bounce:v1:${deliveryKey}`, MARK_BYTES)
      return timingSafeEqual(right, mark) ? deliveryKey : null
    },
  }
}
