import { crc32 } from 'node:zlib'

/** A file of an archive. */
export type ZipEntry = {
  /** A path with slashes that is safe to unpack: the caller builds it. */
  name: string
  modifiedAt: Date
  /** Its size; null where only its end shows it. */
  bytes: number | null
  content: AsyncIterable<string | Uint8Array>
}

/** Place of an entry, as its archive lists it. Sizes and offsets in bytes. */
export type ZipRecord = { name: Buffer; time: number; crc: number; bytes: number; offset: number }

/** A number of this size, or a larger one, stands in an extra field of 64 bits. */
const IN_ZIP64 = 0xffffffff
const MANY_IN_ZIP64 = 0xffff
/** Sizes follow the content (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808
const VERSION = 20
const VERSION_OF_ZIP64 = 45
/** Made on Unix, whose permissions are in the attributes: a file that its owner alone reads. */
const MADE_BY = (3 << 8) | VERSION_OF_ZIP64
const ATTRIBUTES = 0o100600 * 0x10000
/** Records are collected in pieces of this size: a million small buffers would take several times their content. */
const BLOCK_BYTES = 64 * 1024

/**
 * Yields an archive whose entries are stored without compression (APPNOTE.TXT 6.3.10), one after the other, as their content
 * is read. Only the list of entries is kept until the end.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const blocks: Buffer[] = []
  let block: Buffer[] = []
  let blockBytes = 0
  let count = 0
  let offset = 0
  for await (const { name, modifiedAt, bytes: expected, content } of entries) {
    const is64 = expected === null || expected >= IN_ZIP64
    const head = { name: Buffer.from(name), time: toDosTime(modifiedAt) }
    const local = localHeader({ ...head, is64 })
    yield local
    let crc = 0
    let bytes = 0
    for await (const piece of content) {
      const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece
      crc = crc32(chunk, crc)
      bytes += chunk.byteLength
      yield chunk
    }
    if (expected !== null && bytes !== expected) throw new Error(`a file has ${bytes} bytes, not ${expected}`)
    const descriptor = dataDescriptor({ crc, bytes, is64 })
    yield descriptor
    const record = directoryRecord({ ...head, crc, bytes, offset })
    block.push(record)
    blockBytes += record.length
    if (blockBytes >= BLOCK_BYTES) {
      blocks.push(Buffer.concat(block))
      block = []
      blockBytes = 0
    }
    count += 1
    offset += local.length + bytes + descriptor.length
  }
  blocks.push(Buffer.concat(block))
  yield* blocks
  yield endOfDirectory({ count, bytes: blocks.reduce((sum, { length }) => sum + length, 0), offset })
}

function localHeader({ name, time, is64 }: { name: Buffer; time: number; is64: boolean }): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(is64 ? VERSION_OF_ZIP64 : VERSION, 4)
  header.writeUInt16LE(FLAGS, 6)
  header.writeUInt32LE(time, 10)
  // Announces that the sizes after the content have 64 bits.
  const extra = is64 ? zip64Field([0, 0]) : Buffer.alloc(0)
  if (is64) header.fill(0xff, 18, 26)
  header.writeUInt16LE(name.length, 26)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, name, extra])
}

function dataDescriptor({ crc, bytes, is64 }: { crc: number; bytes: number; is64: boolean }): Buffer {
  const descriptor = Buffer.alloc(is64 ? 24 : 16)
  descriptor.writeUInt32LE(0x08074b50, 0)
  descriptor.writeUInt32LE(crc, 4)
  for (const at of is64 ? [8, 16] : []) descriptor.writeBigUInt64LE(BigInt(bytes), at)
  for (const at of is64 ? [] : [8, 12]) descriptor.writeUInt32LE(bytes, at)
  return descriptor
}

/** Returns the record of an entry in the list at the end of the archive. */
export function directoryRecord({ name, time, crc, bytes, offset }: ZipRecord): Buffer {
  const large = [...(bytes >= IN_ZIP64 ? [bytes, bytes] : []), ...(offset >= IN_ZIP64 ? [offset] : [])]
  const extra = large.length === 0 ? Buffer.alloc(0) : zip64Field(large)
  const record = Buffer.alloc(46)
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE(MADE_BY, 4)
  record.writeUInt16LE(large.length === 0 ? VERSION : VERSION_OF_ZIP64, 6)
  record.writeUInt16LE(FLAGS, 8)
  record.writeUInt32LE(time, 12)
  record.writeUInt32LE(crc, 16)
  record.writeUInt32LE(Math.min(bytes, IN_ZIP64), 20)
  record.writeUInt32LE(Math.min(bytes, IN_ZIP64), 24)
  record.writeUInt16LE(name.length, 28)
  record.writeUInt16LE(extra.length, 30)
  record.writeUInt32LE(ATTRIBUTES, 38)
  record.writeUInt32LE(Math.min(offset, IN_ZIP64), 42)
  return Buffer.concat([record, name, extra])
}

/** Returns the end of an archive. @param directory.offset position of the list of entries, and `bytes` its size */
export function endOfDirectory(directory: { count: number; bytes: number; offset: number }): Buffer {
  const { count, bytes, offset } = directory
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  for (const at of [8, 10]) end.writeUInt16LE(Math.min(count, MANY_IN_ZIP64), at)
  end.writeUInt32LE(Math.min(bytes, IN_ZIP64), 12)
  end.writeUInt32LE(Math.min(offset, IN_ZIP64), 16)
  if (count < MANY_IN_ZIP64 && bytes < IN_ZIP64 && offset < IN_ZIP64) return end
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(MADE_BY, 12)
  record.writeUInt16LE(VERSION_OF_ZIP64, 14)
  for (const [at, value] of [
    [24, count],
    [32, count],
    [40, bytes],
    [48, offset],
  ] as const)
    record.writeBigUInt64LE(BigInt(value), at)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([record, locator, end])
}

/** Returns the extra field of sizes and offsets that need 64 bits. */
function zip64Field(values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * values.length)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(8 * values.length, 2)
  for (const [at, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + 8 * at)
  return field
}

/** Returns a time in UTC as MS-DOS stores it, to two seconds, from 1980 on: the date in the upper 16 bits. */
function toDosTime(at: Date): number {
  const shown = at.getUTCFullYear() < 1980 ? new Date('1980-01-01T00:00:00Z') : at
  const date = ((shown.getUTCFullYear() - 1980) << 9) | ((shown.getUTCMonth() + 1) << 5) | shown.getUTCDate()
  const time = (shown.getUTCHours() << 11) | (shown.getUTCMinutes() << 5) | (shown.getUTCSeconds() >> 1)
  return date * 0x10000 + time
}
