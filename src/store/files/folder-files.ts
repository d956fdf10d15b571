import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { FilesUnavailable } from '../contract/errors.ts'
import { isMissing, onDisk } from './disk-faults.ts'
import { flushEntry, flushFolder, isWithin, makeFolder } from './durable-folder.ts'
import { type ByteRange, expectPlace, type FileStore } from './file-store.ts'
import { readMarker, writeMarker } from './folder-marker.ts'
import { listFolder } from './list-folder.ts'

/** Bytes of one read. */
const READ_BYTES = 256 * 1024

/**
 * Opens the store of files in a folder, which is made with the first file: `{folder}/{2}/{2}/{place}`. Several nodes may share
 * it. The spool must be on the same disk.
 *
 * @param folder absolute path
 */
export function openFolderFiles(folder: string): FileStore {
  /** The folder of files, and those of the first level, whose names are known to be flushed. */
  const flushed = new Set<string>()
  const toFolder = (place: string) => getFileFolder(folder, place)
  const toPath = (place: string) => path.join(toFolder(place), place)

  /** Flushes the names of the folders around a file that `put` did not make: another writer may have, a moment ago. */
  async function flushNames(innermost: string, outermostMade: string | undefined): Promise<void> {
    for (let each = innermost; isWithin(each, folder); each = path.dirname(each)) {
      const isMade = outermostMade !== undefined && isWithin(each, outermostMade)
      if (!isMade && !flushed.has(each)) await flushEntry(each)
      // One of a million folders of the second level is rarely met again.
      if (each !== innermost) flushed.add(each)
    }
  }

  return {
    put: (place, spooled) =>
      onDisk(async () => {
        const inFolder = toFolder(place)
        const outermostMade = await makeFolder(inFolder)
        await rename(spooled.path, path.join(inFolder, place))
        await flushFolder(inFolder)
        await flushNames(inFolder, outermostMade)
      }),

    open: (place, range) => onDisk(() => openFile(toPath(place), range)),

    // Not flushed: a file that comes back after a power cut belongs to no row, and the sweep deletes it again.
    delete: (place) => onDisk(() => rm(toPath(place), { force: true })),

    list: (request) => onDisk(() => listFolder(folder, request)),

    readMarker: () => onDisk(() => readMarker(folder)),

    writeMarker: (id) => onDisk(() => writeMarker(folder, id)),
  }
}

/** Returns the folder in which a file lies. @param folder that of all files */
export function getFileFolder(folder: string, place: string): string {
  expectPlace(place)
  return path.join(folder, place.slice(0, 2), place.slice(2, 4))
}

async function openFile(
  file: string,
  range?: ByteRange,
): Promise<{ bytes: number; stream: Readable } | null> {
  try {
    const { size } = await stat(file)
    if (range && range.to >= size) throw new FilesUnavailable(`a file has only ${size} bytes`)
    const part = range ? { start: range.from, end: range.to } : {}
    // Not a FileHandle: one that is lost with a forgotten stream would end the process.
    const stream = createReadStream(file, { ...part, highWaterMark: READ_BYTES })
    await once(stream, 'open')
    return { bytes: size, stream }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
