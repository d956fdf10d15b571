import { toTerminalLine } from '../../markup/terminal-text.ts'
import { BASE_256, getChecksum, PLAIN_FILE, TAR_FIELDS, type TarEntry } from '../../runtime/tar-header.ts'

/** Error for a tar that this program did not write, or that was damaged since; the message says what is wrong. */
export class ArchiveInvalid extends Error {}

/**
 * Parses a header; null for an empty block, which ends a tar. Accepts plain files alone: no links, folders, devices, long
 * names or extensions.
 *
 * @throws ArchiveInvalid
 */
export function parseHeader(header: Buffer): TarEntry | null {
  if (header.every((byte) => byte === 0)) return null
  const read = (field: keyof typeof TAR_FIELDS) => {
    const [at, length] = TAR_FIELDS[field]
    return header.subarray(at, at + length)
  }
  const text = (field: keyof typeof TAR_FIELDS) => read(field).toString('latin1').replace(/\0.*$/s, '')
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
