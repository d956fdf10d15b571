import { createHash } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { BLOCK_BYTES, createHeader, END_BLOCKS, getPadding } from '../../runtime/tar-header.ts'
import { MANIFEST_NAME, type ManifestFile } from './manifest.ts'
import { ArchiveInvalid } from './tar.ts'

/** Content of an entry: a file on disk, or bytes in memory. */
export type Source = { name: string; content: { file: string } | { bytes: Buffer } }

/** Adds an entry of exactly these bytes. */
export type AddEntry = (
  entry: { name: string; bytes: number },
  chunks: AsyncIterable<Buffer>,
) => Promise<void>

const CHUNK_BYTES = 1024 * 1024
const FILE_MODE = 0o600
/** Bytes after which a backup is flushed: flushing all of it at the end would hold up the service on the same disk. */
const FLUSH_BYTES = 32 * 1024 * 1024

/** Reads each source once for its size and hash. */
export async function describeSources(sources: readonly Source[]): Promise<ManifestFile[]> {
  const files: ManifestFile[] = []
  for (const { name, content } of sources) {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of readChunks(content)) {
      hash.update(chunk)
      bytes += chunk.length
    }
    files.push({ name, bytes, sha256: hash.digest('hex') })
  }
  return files
}

/**
 * Writes a tar under the name of a draft, flushes it, and only then gives it its name: an earlier file of that name stays
 * whole until the new one is. Another process that sees the name sees a complete backup.
 *
 * @param archive.draft a name in the same folder that no other process uses
 * @param archive.describe is called once the draft can be written; its sources are packed behind the manifest
 */
export async function writeArchive(
  file: string,
  archive: {
    draft: string
    madeAt: Date
    describe(): Promise<{ manifest: Buffer; files: ManifestFile[]; sources: Source[] }>
    /** Adds the entries that follow those of the manifest. */
    finish?(add: AddEntry): Promise<void>
  },
): Promise<void> {
  const { draft } = archive
  try {
    await using handle = await open(draft, 'wx', FILE_MODE)
    const { manifest, files, sources } = await archive.describe()
    const write: AddEntry = (entry, chunks) =>
      writeEntry(handle, { ...entry, modifiedAt: archive.madeAt, chunks })
    await write({ name: MANIFEST_NAME, bytes: manifest.length }, readChunks({ bytes: manifest }))
    for (const [index, { content }] of sources.entries()) {
      const described = files[index]
      if (!described) throw new Error('a source was not described')
      await write(described, expectUnchanged(content, described))
    }
    await archive.finish?.(write)
    await writeAll(handle, Buffer.alloc(END_BLOCKS * BLOCK_BYTES))
    await handle.sync()
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await rename(draft, file)
  await syncFolder(path.dirname(file))
}

/** Flushes a folder: a new name is durable only after that. */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}

/** Writes all bytes: one write may take fewer. */
export async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length; ) done += (await handle.write(bytes, done)).bytesWritten
}

async function writeEntry(
  handle: FileHandle,
  entry: { name: string; bytes: number; modifiedAt: Date; chunks: AsyncIterable<Buffer> },
): Promise<void> {
  await writeAll(handle, createHeader({ ...entry, mode: FILE_MODE }))
  let unflushed = 0
  for await (const chunk of entry.chunks) {
    await writeAll(handle, chunk)
    unflushed += chunk.length
    if (unflushed < FLUSH_BYTES) continue
    await handle.datasync()
    unflushed = 0
  }
  await writeAll(handle, Buffer.alloc(getPadding(entry.bytes)))
}

/** @throws ArchiveInvalid when the content is not the one that was hashed */
async function* expectUnchanged(
  content: Source['content'],
  { name, sha256 }: ManifestFile,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of readChunks(content)) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== sha256) {
    throw new ArchiveInvalid(`${name} changed while it was packed. Run the command again`)
  }
}

async function* readChunks(content: Source['content']): AsyncGenerator<Buffer> {
  if ('bytes' in content) {
    yield content.bytes
    return
  }
  await using handle = await open(content.file, 'r')
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}
