/** Size of a block: headers are one, and content is padded to whole ones. */
export const BLOCK_BYTES = 512
/** A tar file ends with two empty blocks. */
export const END_BLOCKS = 2

const MAX_NAME_BYTES = 100
export const PLAIN_FILE = '0'
/** Larger sizes do not fit into the octal digits of a header and are written in base 256, as GNU tar does. */
const MAX_OCTAL_BYTES = 0o77777777777
export const BASE_256 = 0x80

/** Places of the fields of a header, POSIX.1-1988 (ustar). */
export const TAR_FIELDS = {
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

/** Creates the header of a plain file. */
export function createHeader({
  name,
  bytes,
  mode,
  modifiedAt,
}: TarEntry & { mode: number; modifiedAt: Date }): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES)
  const put = (field: keyof typeof TAR_FIELDS, text: string) =>
    header.write(text, TAR_FIELDS[field][0], 'latin1')
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw new Error(`${name} is too long for a tar`)
  header.write(name, TAR_FIELDS.name[0])
  put('mode', toOctal(mode, 'mode'))
  put('uid', toOctal(0, 'uid'))
  put('gid', toOctal(0, 'gid'))
  if (bytes <= MAX_OCTAL_BYTES) put('size', toOctal(bytes, 'size'))
  else {
    const [at, length] = TAR_FIELDS.size
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

/** Returns the number of bytes that pad content to whole blocks. */
export function getPadding(bytes: number): number {
  return (BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES
}

function toOctal(value: number, field: keyof typeof TAR_FIELDS): string {
  return `${value.toString(8).padStart(TAR_FIELDS[field][1] - 1, '0')}\0`
}

/** Adds up the bytes of a header, those of the checksum counted as spaces. */
export function getChecksum(header: Buffer): number {
  const [at, length] = TAR_FIELDS.checksum
  return header.reduce((sum, byte, index) => sum + (index >= at && index < at + length ? 0x20 : byte), 0)
}
