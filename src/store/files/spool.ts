import { createHash } from 'node:crypto'
import { type FileHandle, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { HOUR } from '../../domain/time.ts'
import { isMissing, onDisk } from './disk-faults.ts'
import { makeFolder } from './durable-folder.ts'
import { writeSource } from './write-source.ts'

/** A received file that is not stored yet, flushed and closed. Whoever gets it puts it or discards it. */
export type SpooledFile = {
  path: string
  bytes: number
  /** Hexadecimal. */
  sha256: string
  /** Opens it to read. Throws FilesUnavailable. */
  open(): Promise<FileHandle>
  /** Removes it. Does nothing after `FileStore.put`, which has moved it. */
  discard(): Promise<void>
}

/** Folder for files that are being received. */
export type Spool = {
  /**
   * Writes a file under a random name, as fast as the disk takes it, and removes it when the source fails.
   *
   * @throws FilesUnavailable when the disk fails; errors of the source as they are
   */
  write(source: AsyncIterable<Uint8Array>): Promise<SpooledFile>
  /**
   * Returns true while its disk has the free space that is kept. A folder of files is on the same disk; a bucket needs only
   * what is being received.
   */
  hasRoom(): Promise<boolean>
  /** Returns the free bytes on its disk. */
  measureFreeBytes(): Promise<number>
  /** Removes files of processes that ended while they received them. Returns their number. */
  removeAbandoned(now: Date): Promise<number>
}

/** A file is received within minutes. Its age says so on every node that shares the folder, without a list of processes. */
const ABANDONED_AFTER_MS = HOUR

/**
 * Creates a spool. The folder is made with the first file.
 *
 * @param options.newName returns an unguessable file name
 * @param options.minFreeBytes free space below which nothing more is received
 * @param options.flushes false: files need not be flushed, because the store copies them (S3)
 */
export function createSpool(options: {
  folder: string
  newName(): string
  flushes?: boolean
  minFreeBytes?: number
}): Spool {
  const { folder, newName, flushes = true, minFreeBytes = 0 } = options
  return {
    async write(source) {
      const file = path.join(folder, newName())
      const hash = createHash('sha256')
      let bytes = 0
      const handle = await onDisk(() => create(file))
      try {
        await writeSource(handle, source, (chunk) => {
          hash.update(chunk)
          bytes += chunk.byteLength
        })
        // The descriptor that wrote is flushed: it alone is sure to learn of a write that failed later.
        if (flushes) await onDisk(() => handle.datasync())
        await onDisk(() => handle.close())
      } catch (error) {
        // If it cannot be removed now, it is removed with all that is abandoned.
        await closeAndRemove(handle, file).catch(() => {})
        throw error
      }
      return {
        path: file,
        bytes,
        sha256: hash.digest('hex'),
        open: () => onDisk(() => open(file, 'r')),
        discard: () => onDisk(() => remove(file)),
      }
    },
    hasRoom: async () => (await onDisk(() => measureFree(folder))) >= minFreeBytes,
    measureFreeBytes: () => onDisk(() => measureFree(folder)),
    removeAbandoned: (now) => onDisk(() => removeAbandoned(folder, now)),
  }
}

/** Measures the disk of a folder that may not be made yet. */
async function measureFree(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    const above = path.dirname(folder)
    if (!isMissing(error) || above === folder) throw error
    return measureFree(above)
  }
}

async function create(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600)
  } catch (error) {
    if (!isMissing(error)) throw error
    await makeFolder(path.dirname(file))
    return open(file, 'wx', 0o600)
  }
}

async function closeAndRemove(handle: FileHandle, file: string): Promise<void> {
  await handle.close()
  await remove(file)
}

function remove(file: string): Promise<void> {
  return rm(file, { force: true })
}

async function removeAbandoned(folder: string, now: Date): Promise<number> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  let removed = 0
  for (const name of names) {
    const file = path.join(folder, name)
    const found = await stat(file).catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })
    if (!found?.isFile() || now.getTime() - found.mtimeMs < ABANDONED_AFTER_MS) continue
    await remove(file)
    removed += 1
  }
  return removed
}
