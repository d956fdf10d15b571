import { isAscii } from 'node:buffer'
import { type Field, MAX_FIELDS } from '../../../domain/submissions/fields.ts'
import { type Decoder, decodeUtf8 } from './charset.ts'
import { replaceNul } from './clean-text.ts'

/** Longest text that is decoded in shared memory: encoded texts are many and short. */
const SCRATCH_BYTES = 4096
const scratch = Buffer.alloc(SCRATCH_BYTES)
const PERCENT = 0x25
const PLUS = 0x2b
const SPACE = 0x20
const FIRST_NOT_ASCII = 0x80
/** Value of each byte as a hexadecimal digit, or -1. A table, because this is the hot path. */
const HEX_DIGITS = Int8Array.from({ length: 256 }, (_, byte) => hexDigit(byte))

/**
 * Parses an `application/x-www-form-urlencoded` body by the URL standard (§ 5.1), in the order sent and with repeated
 * fields. Every body can be parsed. Parsing stops one field past MAX_FIELDS, so that the caller sees that there are too
 * many.
 *
 * Plain text is sliced out of one string; only encoded text is decoded.
 *
 * @param decoder decodes the charset of the body; without it, the body is UTF-8
 */
export function parseUrlencoded(body: Buffer, decoder?: Decoder): Field[] {
  // NOTE: one character of `text` is one byte of `body`, so positions in one are positions in the other.
  const text = body.toString('latin1')
  const end = text.length
  // Not every charset represents ASCII by itself.
  const plainBytes = !decoder && isAscii(body) && !text.includes('\0')
  const fields: Field[] = []
  // Position of the next delimiter at or after the read position; searched again only when passed, so that all is one pass.
  let equals = -1
  let percent = -1
  let plus = -1

  function read(from: number, to: number): string {
    if (percent < from) percent = seek(text, '%', from)
    if (plus < from) plus = seek(text, '+', from)
    const plain = plainBytes && percent >= to && plus >= to
    return plain ? text.slice(from, to) : decode(body, { from, to, decoder })
  }

  for (let start = 0; start < end && fields.length <= MAX_FIELDS; ) {
    const ampersand = seek(text, '&', start)
    if (ampersand > start) {
      if (equals < start) equals = seek(text, '=', start)
      if (equals < ampersand) fields.push({ name: read(start, equals), value: read(equals + 1, ampersand) })
      else fields.push({ name: read(start, ampersand), value: '' })
    }
    start = ampersand + 1
  }
  return fields
}

/** Returns the position of the first `mark` at or after `from`, or the end of the text. */
function seek(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found === -1 ? text.length : found
}

function decode(
  body: Buffer,
  { from, to, decoder }: { from: number; to: number; decoder: Decoder | undefined },
): string {
  const decoded = to - from <= SCRATCH_BYTES ? scratch : Buffer.allocUnsafe(to - from)
  let length = 0
  /** All decoded bytes, combined by OR. Plain ASCII, which most encoded texts are, need not be decoded as UTF-8. */
  let bits = 0
  for (let at = from; at < to; at++) {
    let byte = body[at] ?? 0
    if (byte === PLUS) byte = SPACE
    else if (byte === PERCENT && at + 2 < to) {
      const high = HEX_DIGITS[body[at + 1] ?? 0] ?? -1
      const low = HEX_DIGITS[body[at + 2] ?? 0] ?? -1
      if (high !== -1 && low !== -1) {
        byte = high * 16 + low
        at += 2
      }
    }
    decoded[length++] = byte
    bits |= byte
  }
  const text = toText(decoded, { length, isAscii: bits < FIRST_NOT_ASCII, decoder })
  return text.includes('\0') ? replaceNul(text) : text
}

function toText(
  bytes: Buffer,
  { length, isAscii, decoder }: { length: number; isAscii: boolean; decoder: Decoder | undefined },
): string {
  if (decoder) return decoder.decode(bytes.subarray(0, length))
  return isAscii ? bytes.toString('latin1', 0, length) : decodeUtf8(bytes, length)
}

function hexDigit(byte: number): number {
  const digit = Number.parseInt(String.fromCharCode(byte), 16)
  return Number.isNaN(digit) ? -1 : digit
}
