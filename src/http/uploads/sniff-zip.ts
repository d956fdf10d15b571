import type { FileHandle } from 'node:fs/promises'
import { readBytes } from './read-bytes.ts'

/** An open archive. `bytes`: its length. `head`: its first bytes. */
type Archive = { handle: FileHandle; bytes: number; head: Uint8Array }

/** Maximum length of a directory that is read, in bytes: some ten thousand names. */
const MAX_DIRECTORY_BYTES = 1024 * 1024
/** Lengths of the fixed parts of records (APPNOTE 4.3.7, 4.3.12 and 4.3.16). */
const LOCAL_HEADER_BYTES = 30
const ENTRY_BYTES = 46
const END_BYTES = 22
const ENTRY_SIGNATURE = 0x02014b50
const END_SIGNATURE = 0x06054b50
/** The end may carry a comment of this length. */
const MAX_COMMENT_BYTES = 0xffff

/** Types of documents whose first entry, stored as it is, says them. */
const MIMETYPES: Readonly<Record<string, string>> = {
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/epub+zip': 'epub',
}
/** Modules of Visual Basic, and the macros of Excel before it. */
const OFFICE_MACROS = /(?:^|\/)vbaproject\.bin$|^xl\/macrosheets\//
/** Folders in which LibreOffice keeps macros. */
const OPEN_DOCUMENT_MACROS = /^(?:basic|scripts)\//
const OFFICE_FOLDERS = [
  { folder: 'word/', plain: 'docx', withMacros: 'docm' },
  { folder: 'xl/', plain: 'xlsx', withMacros: 'xlsm' },
  { folder: 'ppt/', plain: 'pptx', withMacros: 'pptm' },
] as const

/**
 * Finds the type of an archive by the names in its directory, which is what office programs, Java and Android read. No entry is
 * unpacked. An archive with a broken or very long directory is `zip`.
 */
export async function sniffZip(archive: Archive): Promise<string> {
  const names = await listNames(archive)
  return findType(names, readMimetype(archive.head))
}

function findType(names: readonly string[], mimetype: string | null): string {
  const has = (name: string) => names.includes(name)
  if (has('androidmanifest.xml') || has('classes.dex')) return 'apk'
  if (has('meta-inf/manifest.mf')) return 'jar'
  const document = mimetype === null ? undefined : MIMETYPES[mimetype]
  if (document !== undefined) {
    return names.some((name) => OPEN_DOCUMENT_MACROS.test(name)) ? 'macros' : document
  }
  if (has('index/document.iwa') || has('index.zip')) return 'iwork'
  if (!has('[content_types].xml')) return 'zip'
  // Excel's binary workbook is neither of the types that a form takes.
  if (has('xl/workbook.bin')) return 'xlsb'
  const office = OFFICE_FOLDERS.find(({ folder }) => names.some((name) => name.startsWith(folder)))
  if (office === undefined) return 'zip'
  return names.some((name) => OFFICE_MACROS.test(name)) ? office.withMacros : office.plain
}

/** Reads the contents of the first entry where it is the uncompressed `mimetype` of OpenDocument and EPUB. */
function readMimetype(head: Uint8Array): string | null {
  if (head.length < LOCAL_HEADER_BYTES) return null
  const record = toView(head)
  const start = LOCAL_HEADER_BYTES + record.getUint16(26, true) + record.getUint16(28, true)
  const name = toText(head.subarray(LOCAL_HEADER_BYTES, LOCAL_HEADER_BYTES + record.getUint16(26, true)))
  const isStored = record.getUint16(8, true) === 0
  if (name !== 'mimetype' || !isStored) return null
  return toText(head.subarray(start, start + record.getUint32(18, true))).trim()
}

/** Lists the names in the directory, in lower case with `/` between their parts; none where it cannot be read. */
async function listNames(archive: Archive): Promise<string[]> {
  const directory = await readDirectory(archive)
  const names: string[] = []
  const records = toView(directory)
  let at = 0
  while (at + ENTRY_BYTES <= directory.length && records.getUint32(at, true) === ENTRY_SIGNATURE) {
    const nameEnd = at + ENTRY_BYTES + records.getUint16(at + 28, true)
    names.push(
      toText(directory.subarray(at + ENTRY_BYTES, nameEnd))
        .toLowerCase()
        .replaceAll('\\', '/'),
    )
    at = nameEnd + records.getUint16(at + 30, true) + records.getUint16(at + 32, true)
  }
  return names
}

async function readDirectory({ handle, bytes }: Archive): Promise<Uint8Array> {
  const nothing = new Uint8Array()
  const tailBytes = Math.min(bytes, END_BYTES + MAX_COMMENT_BYTES)
  const tail = await readBytes(handle, { from: bytes - tailBytes, length: tailBytes })
  const at = findEnd(tail)
  if (at === null) return nothing
  const end = toView(tail)
  const length = end.getUint32(at + 12, true)
  const from = end.getUint32(at + 16, true)
  const endPosition = bytes - tailBytes + at
  // Java and others find it from the end: bytes before the first entry make every position wrong.
  for (const start of [endPosition - length, from]) {
    if (length > MAX_DIRECTORY_BYTES || start < 0 || start + length > endPosition) continue
    const directory = await readBytes(handle, { from: start, length })
    if (directory.length >= ENTRY_BYTES && toView(directory).getUint32(0, true) === ENTRY_SIGNATURE)
      return directory
  }
  return nothing
}

/** Finds the end record, the last one whose comment ends with the file. */
function findEnd(tail: Uint8Array): number | null {
  const view = toView(tail)
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== END_SIGNATURE) continue
    if (at + END_BYTES + view.getUint16(at + 20, true) === tail.length) return at
  }
  return null
}

function toView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function toText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
