/** Crockford's base32 in lower case: digits and letters without i, l, o and u, which are easily misread. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const BITS_PER_DIGIT = 5
const BITS_PER_BYTE = 8
/** Memory in which ids are written: every submission gets one. */
const scratch = Buffer.alloc(64)

/** Encodes bytes, the first bit first; the last digit is padded with zero bits. */
export function toBase32(bytes: Uint8Array): string {
  const count = Math.ceil((bytes.length * BITS_PER_BYTE) / BITS_PER_DIGIT)
  const text = count <= scratch.length ? scratch : Buffer.allocUnsafe(count)
  let length = 0
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = (held << BITS_PER_BYTE) | byte
    bits += BITS_PER_BYTE
    while (bits >= BITS_PER_DIGIT) {
      bits -= BITS_PER_DIGIT
      text[length++] = ALPHABET.charCodeAt((held >> bits) & 31)
    }
    held &= (1 << bits) - 1
  }
  if (bits > 0) text[length] = ALPHABET.charCodeAt((held << (BITS_PER_DIGIT - bits)) & 31)
  return text.toString('latin1', 0, count)
}

/** Writes a number with `count` digits, the most significant first. */
export function toBase32Digits(value: number, count: number): string {
  let text = ''
  for (let digit = count - 1; digit >= 0; digit -= 1)
    text += ALPHABET[(value >> (digit * BITS_PER_DIGIT)) & 31]
  return text
}

/** Decodes digits; null for anything that `toBase32` would not have written. */
export function fromBase32(text: string): Buffer | null {
  const bytes = Buffer.alloc(Math.floor((text.length * BITS_PER_DIGIT) / BITS_PER_BYTE))
  let length = 0
  let held = 0
  let bits = 0
  for (const digit of text) {
    const value = ALPHABET.indexOf(digit)
    if (value < 0) return null
    held = (held << BITS_PER_DIGIT) | value
    bits += BITS_PER_DIGIT
    if (bits < BITS_PER_BYTE) continue
    bits -= BITS_PER_BYTE
    bytes[length++] = held >> bits
    held &= (1 << bits) - 1
  }
  // The remaining bits are padding: less than a digit, and zero.
  return bits < BITS_PER_DIGIT && held === 0 ? bytes : null
}

/** Normalizes typed digits: removes spaces and hyphens, and reads the letters o, i and l as the digits they look like. */
export function normalizeDigits(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
}
