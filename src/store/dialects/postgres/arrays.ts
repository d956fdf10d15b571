/** Values of rows; the database has no other ones. */
export type Value = string | number | null

/** Numbers of the types in PostgreSQL, which never change. */
const OIDS = { bigint: 20, 'double precision': 701, text: 25 } as const
export type ElementType = keyof typeof OIDS

const HEADER_BYTES = 20
const LENGTH_BYTES = 4
const NUMBER_BYTES = 8
const HIGH_WORD = 2 ** 32

/**
 * Encodes an array in the binary format of PostgreSQL, which costs the server half of what it costs to parse the same
 * values as JSON. The driver sends a Buffer as binary.
 */
export function encodeArray(type: ElementType, values: readonly Value[]): Buffer {
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + measure(values))
  let hasNull = 0
  let at = HEADER_BYTES
  for (const value of values) {
    if (value === null) {
      hasNull = 1
      at = buffer.writeInt32BE(-1, at)
    } else if (typeof value === 'string') {
      const bytes = buffer.write(value, at + LENGTH_BYTES)
      at = buffer.writeInt32BE(bytes, at) + bytes
    } else {
      at = writeNumber(buffer, { type, value, at: buffer.writeInt32BE(NUMBER_BYTES, at) })
    }
  }
  // One dimension; its first index is 1.
  const header = [1, hasNull, OIDS[type], values.length, 1]
  for (const [index, word] of header.entries()) buffer.writeInt32BE(word, index * LENGTH_BYTES)
  return buffer
}

function measure(values: readonly Value[]): number {
  let bytes = 0
  for (const value of values) {
    bytes += LENGTH_BYTES
    if (typeof value === 'string') bytes += Buffer.byteLength(value)
    else if (value !== null) bytes += NUMBER_BYTES
  }
  return bytes
}

function writeNumber(
  buffer: Buffer,
  { type, value, at }: { type: ElementType; value: number; at: number },
): number {
  if (type === 'double precision') return buffer.writeDoubleBE(value, at)
  return buffer.writeUInt32BE(value >>> 0, buffer.writeInt32BE(Math.floor(value / HIGH_WORD), at))
}

/** Returns the type of an array with these values, given what is known from earlier ones; null while all were null. */
export function findElementType(values: readonly Value[], known: ElementType | null): ElementType | null {
  let type = known
  for (const value of values) {
    if (value === null) continue
    if (typeof value === 'string') return 'text'
    if (!Number.isInteger(value)) return 'double precision'
    type ??= 'bigint'
  }
  return type
}
