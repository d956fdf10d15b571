import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { isUnreadable } from '../../store/files/disk-faults.ts'
import type { FileList } from '../../store/files/file-list.ts'
import type { FileStore } from '../../store/files/file-store.ts'
import type { ByteProgress } from '../progress-bar.ts'
import { type AddEntry, writeAll } from './archive-writer.ts'
import {
  createReport,
  type FileReport,
  formatLine,
  parseList,
  REPORT_NAME,
  toEntryName,
} from './file-entries.ts'
import { ArchiveInvalid } from './tar.ts'

/** Bytes that are written to the list at once. */
const BATCH_BYTES = 256 * 1024

/** Writes the list of the files that the rows name. Returns their number and bytes. */
export async function writeList(
  file: string,
  rows: Pick<FileList, 'all'>,
): Promise<{ files: number; bytes: number }> {
  await using handle = await open(file, 'wx', 0o600)
  const total = { files: 0, bytes: 0 }
  let text = ''
  for await (const row of rows.all()) {
    total.files += 1
    total.bytes += row.bytes
    text += formatLine(row)
    if (text.length < BATCH_BYTES) continue
    await writeAll(handle, Buffer.from(text))
    text = ''
  }
  await writeAll(handle, Buffer.from(text))
  return total
}

/**
 * Packs the files of a list in its order, and behind them a report of those that are missing, damaged or deleted. A file whose
 * content is not what its row says is packed as it is: nothing better exists.
 *
 * @param request.isNamed returns true while a row of the running service names a place
 * @throws FilesUnavailable
 */
export async function packFiles(
  add: AddEntry,
  request: {
    listFile: string
    fileStore: Pick<FileStore, 'open'>
    isNamed: FileList['isNamed']
    progress: Pick<ByteProgress, 'add'>
  },
): Promise<FileReport> {
  const { listFile, fileStore, isNamed, progress } = request
  const report: FileReport = { missing: [], damaged: [], deleted: [] }
  for await (const { place, sha256 } of parseList(createReadStream(listFile))) {
    const found = await fileStore.open(place)
    if (!found) {
      report[(await isNamed(place)) ? 'missing' : 'deleted'].push(place)
      continue
    }
    const { bytes, stream } = found
    const hash = createHash('sha256')
    async function* content(): AsyncGenerator<Buffer> {
      for await (const chunk of readWhole(stream, bytes)) {
        hash.update(chunk)
        progress.add(chunk.length)
        yield chunk
      }
    }
    await add({ name: toEntryName(place), bytes }, content())
    if (hash.digest('hex') !== sha256) report.damaged.push(place)
  }
  const text = createReport(report)
  await add({ name: REPORT_NAME, bytes: text.length }, once(text))
  return report
}

/** Reads a file to the size that its header tells; a part that the disk does not return is filled with zeros. */
async function* readWhole(stream: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes
  try {
    for await (const chunk of stream) {
      left -= chunk.length
      if (left < 0) break
      yield chunk
    }
  } catch (error) {
    if (!isUnreadable(error)) throw error
    // Otherwise one bad sector would prevent every backup. The file is reported as damaged, by its hash.
    for (; left > 0; left -= Math.min(left, BATCH_BYTES)) yield Buffer.alloc(Math.min(left, BATCH_BYTES))
  }
  if (left !== 0) throw new ArchiveInvalid('a file changed while it was packed. Run the command again')
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
