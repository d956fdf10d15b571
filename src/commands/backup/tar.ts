import { toTerminalLine } from '../../markup/terminal-text.ts'

/** Size of a block: headers are one, and content is padded to whole ones. */
export const BLOCK_BYTES = 512
/** A tar file ends with two empty blocks. */
export const END_BLOCKS = 2

const MAX_NAME_BYTES = 100
const PLAIN_FILE = '0'
const MODE = 0o600
/** Larger sizes do not fit into the octal digits of a header and are written in base 256, as GNU tar does. */
const MAX_OCTAL_BYTES = 0o77777777777
const BASE_256 = 0x80

/** Places of the fields of a header, POSIX.1-1988 (ustar). */
const FIELDS = {
  name: [0, MAX_NAME_BYTES],
  mode: [100, 8],
  uid: [108, 8],
  gid: [116, 8],
  size: [124, 12],
  mtime: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  link: [157, 100],
  magic: [257, 6],
  version: [263, 2],
  prefix: [345, 155],
} as const

/** A file in a tar. */
export type TarEntry = { name: string; bytes: number }

/** Error for a tar that this program did not write, or that was damaged since; the message says what is wrong. */
export class ArchiveInvalid extends Error {}

/** Creates the header of a plain file. */
export function createHeader({ name, bytes, modifiedAt }: TarEntry & { modifiedAt: Date }): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES)
  const put = (field: keyof typeof FIELDS, text: string) => header.write(text, FIELDS[field][0], 'latin1')
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw new Error(`${name} is too long for a tar`)
  header.write(name, FIELDS.name[0])
  put('mode', toOctal(MODE, 'mode'))
  put('uid', toOctal(0, 'uid'))
  put('gid', toOctal(0, 'gid'))
  if (bytes <= MAX_OCTAL_BYTES) put('size', toOctal(bytes, 'size'))
  else {
    const [at, length] = FIELDS.size
    header[at] = BASE_256
    header.writeBigUInt64BE(BigInt(bytes), at + length - 8)
  }
  put('mtime', toOctal(Math.floor(modifiedAt.getTime() / 1000), 'mtime'))
  put('type', PLAIN_FILE)
  put('magic', 'ustar\0')
  put('version', '00')
  put('checksum', `${getChecksum(header).toString(8).padStart(6, '0')}\0 `)
  return header
}

/**
 * Parses a header; null for an empty block, which ends a tar. Accepts plain files alone: no links, folders, devices, long
 * names or extensions.
 *
 * @throws ArchiveInvalid
 */
export function parseHeader(header: Buffer): TarEntry | null {
  if (header.every((byte) => byte === 0)) return null
  const read = (field: keyof typeof FIELDS) => {
    const [at, length] = FIELDS[field]
    return header.subarray(at, at + length)
  }
  const text = (field: keyof typeof FIELDS) => read(field).toString('latin1').replace(/\0.*$/s, '')
  if (text('magic').trimEnd() !== 'ustar') throw new ArchiveInvalid('it is not a tar file')
  if (Number.parseInt(text('checksum'), 8) !== getChecksum(header)) {
    throw new ArchiveInvalid('a header is damaged: its checksum is wrong')
  }
  const name = text('name')
  if (text('type') !== PLAIN_FILE || text('link') !== '' || text('prefix') !== '') {
    throw new ArchiveInvalid(`${toTerminalLine(JSON.stringify(name))} is not a plain file`)
  }
  return { name, bytes: parseSize(read('size')) }
}

/** Returns the number of bytes that pad content to whole blocks. */
export function getPadding(bytes: number): number {
  return (BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES
}

/** @throws ArchiveInvalid */
function parseSize(field: Buffer): number {
  const size = field[0] === BASE_256 ? Number(field.readBigUInt64BE(field.length - 8)) : parseOctal(field)
  if (!Number.isSafeInteger(size)) throw new ArchiveInvalid('a header has an invalid size')
  return size
}

function parseOctal(field: Buffer): number {
  const [, digits] = /^([0-7]+)[ \0]*$/.exec(field.toString('latin1')) ?? []
  return digits === undefined ? Number.NaN : Number.parseInt(digits, 8)
}

function toOctal(value: number, field: keyof typeof FIELDS): string {
  return `${value.toString(8).padStart(FIELDS[field][1] - 1, '0')}\0`
}

/** Adds up the bytes of a header, those of the checksum counted as spaces. */
function getChecksum(header: Buffer): number {
  const [at, length] = FIELDS.checksum
  return header.reduce((sum, byte, index) => sum + (index >= at && index < at + length ? 0x20 : byte), 0)
}
