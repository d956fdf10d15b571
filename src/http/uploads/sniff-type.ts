import type { FileHandle } from 'node:fs/promises'
// The room of uploads is loaded with the first file, and this package with it.
import { fileTypeFromBuffer } from 'file-type'
import { JUDGED_HEAD_BYTES } from '../../domain/files/judge-file.ts'
import { readBytes } from './read-bytes.ts'
import { sniffZip } from './sniff-zip.ts'

/** Type of a file by its bytes, as a suffix without a dot; null where none is known. `head`: its first bytes. */
export type SniffedType = { sniffed: string | null; head: Uint8Array }

/**
 * Finds the type of a file by its bytes. Reads its first bytes, and of an archive the list of names at its end; unpacks nothing.
 * Its work has the same limit for every file.
 */
export async function sniffType(file: { bytes: number; open(): Promise<FileHandle> }): Promise<SniffedType> {
  await using handle = await file.open()
  const head = await readBytes(handle, { from: 0, length: JUDGED_HEAD_BYTES })
  // `file-type` would unpack one that begins with an entry. It knows others that do not.
  const sniffed = startsWith(head, ZIP) ? 'zip' : await sniffHead(head)
  if (sniffed !== 'zip') return { sniffed, head }
  return { sniffed: await sniffZip({ handle, bytes: file.bytes, head }), head }
}

const ZIP = [0x50, 0x4b, 0x03, 0x04]
const GZIP = [0x1f, 0x8b]
const UTF8_BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]
const ID3 = [0x49, 0x44, 0x33]
const TIFFS = [
  [0x49, 0x49, 0x2a, 0x00],
  [0x4d, 0x4d, 0x00, 0x2a],
]

/**
 * `file-type` unpacks what it finds in ZIP and GZIP, also behind a byte order mark and behind the tag of an MP3. It is asked
 * about nothing of that kind, and about bytes in memory, where it can neither read far nor wait.
 */
async function sniffHead(head: Uint8Array): Promise<string | null> {
  if (startsWith(head, GZIP)) return 'gz'
  if (startsWith(head, UTF8_BYTE_ORDER_MARK)) return null
  if (startsWith(head, ID3)) return isId3(head) ? 'mp3' : null
  const found = await fileTypeFromBuffer(head)
  // The directory of a TIFF is often at its end, which `file-type` would have to see.
  return found?.ext ?? (TIFFS.some((signature) => startsWith(head, signature)) ? 'tif' : null)
}

/** A tag has a version that exists and a length in bytes below 128; text that begins with its letters has not. */
function isId3(head: Uint8Array): boolean {
  const version = head[3] ?? 0
  return version >= 2 && version <= 4 && head.length > 10 && head.subarray(6, 10).every((byte) => byte < 0x80)
}

function startsWith(head: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => head[index] === byte)
}
