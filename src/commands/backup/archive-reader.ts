import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { toTerminalLine } from '../../markup/terminal-text.ts'
import { BLOCK_BYTES, END_BLOCKS, getPadding, type TarEntry } from '../../runtime/tar-header.ts'
import {
  type FileReport,
  LIST_NAME,
  MAX_REPORT_BYTES,
  parseList,
  parseReport,
  REPORT_NAME,
  toEntryName,
} from './file-entries.ts'
import {
  MANIFEST_NAME,
  MAX_MANIFEST_BYTES,
  type Manifest,
  type ManifestFile,
  parseManifest,
} from './manifest.ts'
import { ArchiveInvalid, parseHeader } from './tar.ts'

/** An open backup. */
export type Archive = AsyncDisposable & {
  manifest: Manifest
  /**
   * Reads all other entries to the end of the file, in the order of the manifest and of the list of files, and compares every
   * size and hash. Returns what its files are not; null where they were left out.
   *
   * @param receive gets the content of an entry in pieces, which it must use before it returns
   * @throws ArchiveInvalid
   */
  readAll(receive: Receive): Promise<FileReport | null>
}

/** Gets the content of an entry, see `readAll`. */
export type Receive = (file: { name: string }, chunks: AsyncIterable<Buffer>) => Promise<void>

const CHUNK_BYTES = 1024 * 1024

/**
 * Opens a backup and reads its manifest.
 *
 * @throws ArchiveInvalid when it is not a backup of this program
 */
export async function openArchive(file: string): Promise<Archive> {
  await using opening = new AsyncDisposableStack()
  const handle = await open(file, 'r')
  opening.use(handle)
  const stat = await handle.stat()
  if (!stat.isFile()) throw new ArchiveInvalid('it is not a file')
  const tape = createTape(handle, stat.size)
  const entry = await readEntry(tape)
  if (entry?.name !== MANIFEST_NAME) throw new ArchiveInvalid(`it does not begin with ${MANIFEST_NAME}`)
  if (entry.bytes > MAX_MANIFEST_BYTES) throw new ArchiveInvalid(`${MANIFEST_NAME} is too large`)
  const manifest = parseManifest((await tape.take(entry.bytes)).toString())
  await skipPadding(tape, entry.bytes)
  const { files } = manifest
  const opened = opening.move()
  return {
    manifest,
    async readAll(receive) {
      let listAt = 0
      for (const expected of files) {
        const found = await readEntry(tape)
        if (found?.name !== expected.name || found.bytes !== expected.bytes) {
          throw new ArchiveInvalid(`${expected.name} of ${MANIFEST_NAME} is missing or has another size`)
        }
        if (expected.name === LIST_NAME) listAt = tape.position()
        await receive(expected, readContent(tape, expected))
        await skipPadding(tape, expected.bytes)
      }
      const listBytes = files.find(({ name }) => name === LIST_NAME)?.bytes
      const list = listBytes === undefined ? null : createTape(handle, listAt + listBytes, listAt)
      const report = list && (await readFiles(tape, list, receive))
      await expectEnd(tape)
      return report
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

type Tape = {
  /** Returns the next bytes. @throws ArchiveInvalid when there are fewer */
  take(bytes: number): Promise<Buffer>
  /** Number of bytes that are left. */
  left(): number
  position(): number
}

/** @param start position of the first byte */
function createTape(handle: FileHandle, size: number, start = 0): Tape {
  let position = start
  return {
    left: () => size - position,
    position: () => position,
    async take(bytes) {
      // Before the memory is reserved: a size may be a lie.
      if (bytes > size - position) throw new ArchiveInvalid('it is truncated')
      const buffer = Buffer.allocUnsafe(bytes)
      for (let done = 0; done < bytes; ) {
        const { bytesRead } = await handle.read(buffer, done, bytes - done, position + done)
        if (bytesRead === 0) throw new ArchiveInvalid('it is truncated')
        done += bytesRead
      }
      position += bytes
      return buffer
    },
  }
}

async function readEntry(tape: Tape): Promise<TarEntry | null> {
  const entry = parseHeader(await tape.take(BLOCK_BYTES))
  if (entry && entry.bytes > tape.left()) throw new ArchiveInvalid('it is truncated')
  return entry
}

/** @throws ArchiveInvalid at the end, when the content has another hash */
async function* readContent(tape: Tape, { name, bytes, sha256 }: ManifestFile): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of readBytes(tape, bytes)) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== sha256)
    throw new ArchiveInvalid(`${name} is damaged: its SHA-256 is another one`)
}

async function* readBytes(tape: Tape, bytes: number): AsyncGenerator<Buffer> {
  for (let left = bytes; left > 0; ) {
    const chunk = await tape.take(Math.min(left, CHUNK_BYTES))
    left -= chunk.length
    yield chunk
  }
}

/**
 * Reads the entries of files, and their report. What the list names and the tar does not contain must be in the report.
 *
 * @param list the content of the list, which is read a second time: it need not fit into memory
 */
async function readFiles(tape: Tape, list: Tape, receive: Receive): Promise<FileReport> {
  const absent: string[] = []
  const damaged: string[] = []
  let entry = await readEntry(tape)
  for await (const { place, sha256 } of parseList(readBytes(list, list.left()))) {
    if (entry?.name !== toEntryName(place)) {
      absent.push(place)
      continue
    }
    const { name, bytes } = entry
    const hash = createHash('sha256')
    async function* hashed(): AsyncGenerator<Buffer> {
      for await (const chunk of readBytes(tape, bytes)) {
        hash.update(chunk)
        yield chunk
      }
    }
    await receive({ name }, hashed())
    await skipPadding(tape, bytes)
    if (hash.digest('hex') !== sha256) damaged.push(place)
    entry = await readEntry(tape)
  }
  if (entry?.name !== REPORT_NAME || entry.bytes > MAX_REPORT_BYTES) {
    throw new ArchiveInvalid(`a file is not in ${LIST_NAME}, or ${REPORT_NAME} is missing or too large`)
  }
  const report = parseReport((await tape.take(entry.bytes)).toString())
  await skipPadding(tape, entry.bytes)
  const [lost] = findDifference(absent, [...report.missing, ...report.deleted])
  if (lost !== undefined) throw new ArchiveInvalid(`${toEntryName(lost)} of ${LIST_NAME} is missing`)
  const [changed] = findDifference(damaged, report.damaged)
  if (changed !== undefined) {
    throw new ArchiveInvalid(`${toEntryName(changed)} is damaged: its SHA-256 is another one`)
  }
  return report
}

/** Returns what is in one list alone. */
function findDifference(found: readonly string[], told: readonly string[]): string[] {
  const [one, other] = [new Set(found), new Set(told)]
  return [...one.symmetricDifference(other)]
}

async function skipPadding(tape: Tape, bytes: number): Promise<void> {
  await tape.take(getPadding(bytes))
}

/** @throws ArchiveInvalid when something follows the last entry of the manifest */
async function expectEnd(tape: Tape): Promise<void> {
  for (let block = 0; block < END_BLOCKS; block += 1) {
    const entry = await readEntry(tape)
    if (entry)
      throw new ArchiveInvalid(`${toTerminalLine(JSON.stringify(entry.name))} is not in ${MANIFEST_NAME}`)
  }
  if (tape.left() > 0) throw new ArchiveInvalid('something follows its end')
}
