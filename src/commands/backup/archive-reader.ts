import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { toTerminalLine } from '../../markup/terminal-text.ts'
import { BLOCK_BYTES, END_BLOCKS, getPadding, type TarEntry } from '../../runtime/tar-header.ts'
import {
  MANIFEST_NAME,
  MAX_MANIFEST_BYTES,
  type Manifest,
  type ManifestFile,
  parseManifest,
} from './manifest.ts'
import { ArchiveInvalid, parseHeader } from './tar.ts'

/** An open backup. */
type Archive = AsyncDisposable & {
  manifest: Manifest
  /**
   * Reads all other entries to the end of the file, in the order of the manifest, and compares every size and hash.
   *
   * @param receive gets the content of an entry in pieces, which it must use before it returns
   * @throws ArchiveInvalid
   */
  readAll(receive: (file: ManifestFile, chunks: AsyncIterable<Buffer>) => Promise<void>): Promise<void>
}

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
      for (const expected of files) {
        const found = await readEntry(tape)
        if (found?.name !== expected.name || found.bytes !== expected.bytes) {
          throw new ArchiveInvalid(`${expected.name} of ${MANIFEST_NAME} is missing or has another size`)
        }
        await receive(expected, readContent(tape, expected))
        await skipPadding(tape, expected.bytes)
      }
      await expectEnd(tape)
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

type Tape = {
  /** Returns the next bytes. @throws ArchiveInvalid when there are fewer */
  take(bytes: number): Promise<Buffer>
  /** Number of bytes that are left. */
  left(): number
}

function createTape(handle: FileHandle, size: number): Tape {
  let position = 0
  return {
    left: () => size - position,
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
  for (let left = bytes; left > 0; ) {
    const chunk = await tape.take(Math.min(left, CHUNK_BYTES))
    hash.update(chunk)
    left -= chunk.length
    yield chunk
  }
  if (hash.digest('hex') !== sha256)
    throw new ArchiveInvalid(`${name} is damaged: its SHA-256 is another one`)
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
