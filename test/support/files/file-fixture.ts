import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { FileStore } from '../../../src/store/files/file-store.ts'
import { openFolderFiles } from '../../../src/store/files/folder-files.ts'
import { createSpool, type Spool, type SpooledFile } from '../../../src/store/files/spool.ts'

/** Folder of files with its spool, removed at the end. */
export type FileFixture = AsyncDisposable & {
  folder: string
  files: FileStore
  spool: Spool
  /** Spools these bytes in one chunk. */
  spoolBytes(bytes: Uint8Array): Promise<SpooledFile>
  /** Lists the names in the spool. */
  listSpooled(): Promise<string[]>
}

/** Creates an empty folder of files. */
export async function createFileFixture(): Promise<FileFixture> {
  const parent = await mkdtemp(path.join(tmpdir(), 'formslot-files-'))
  const folder = path.join(parent, 'files')
  const inFolder = path.join(folder, 'in')
  const spool = createSpool({ folder: inFolder, newName: () => randomBytes(16).toString('hex') })
  return {
    folder,
    files: openFolderFiles(folder),
    spool,
    spoolBytes: (bytes) => spool.write(Readable.from([bytes])),
    listSpooled: () => readdir(inFolder),
    [Symbol.asyncDispose]: () => rm(parent, { recursive: true }),
  }
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'

/** Returns a place that is the number in base 32, least digit first: neighbors are in different folders. */
export function toPlace(number: number): string {
  const digit = DIGITS[number % DIGITS.length] ?? ''
  return number < DIGITS.length
    ? digit.padEnd(26, '0')
    : (digit + toPlace(Math.floor(number / 32))).slice(0, 26)
}
