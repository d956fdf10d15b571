import { z } from 'zod'
import { FILES_NAME } from '../../config/files.ts'
import { isPlace } from '../../store/files/file-store.ts'
import { ArchiveInvalid } from './tar.ts'

/** Name of the entry with the list of all files that the rows of a backup name, as `sha256sum --check` reads it. */
export const LIST_NAME = 'files.sha256'
/** Name of the last entry of a backup with files: those that are not in it as the list says. */
export const REPORT_NAME = 'files.json'
export const MAX_REPORT_BYTES = 64 * 1024 * 1024

const LINE = /^([0-9a-f]{64}) {2}([^ ]+)$/
/** Longer than any line of a list. */
const MAX_LINE_LENGTH = 200

/** A line of the list. */
export type ListedHash = { place: string; sha256: string }

const places = z.array(z.string().refine(isPlace))
const reportSchema = z.strictObject({
  /** Named by a row, but not where files are stored: lost. */
  missing: places,
  /** Packed as they are, which is not what their row says. */
  damaged: places,
  /** Deleted with their submissions while the backup was made. */
  deleted: places,
})

/** Files that a backup does not contain as its list says, by their places. */
export type FileReport = z.infer<typeof reportSchema>

/** Returns the name of the entry of a file. */
export function toEntryName(place: string): string {
  return `${FILES_NAME}/${place}`
}

/** Formats a line of the list. */
export function formatLine({ place, sha256 }: ListedHash): string {
  return `${sha256}  ${toEntryName(place)}\n`
}

/**
 * Parses a list piece by piece: places in ascending order, so each once.
 *
 * @throws ArchiveInvalid
 */
export async function* parseList(chunks: AsyncIterable<Buffer>): AsyncGenerator<ListedHash> {
  let rest = ''
  let last = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [, sha256 = '', name = ''] = LINE.exec(line) ?? []
      const place = name.slice(toEntryName('').length)
      if (name !== toEntryName(place) || !isPlace(place) || place <= last) {
        throw new ArchiveInvalid(`${LIST_NAME} is not that of a backup`)
      }
      yield { place, sha256 }
      last = place
    }
    if (rest.length > MAX_LINE_LENGTH) throw new ArchiveInvalid(`${LIST_NAME} is not that of a backup`)
  }
  if (rest !== '') throw new ArchiveInvalid(`${LIST_NAME} ends within a line`)
}

/** Formats a report. */
export function createReport(report: FileReport): Buffer {
  return Buffer.from(`${JSON.stringify(report, null, 2)}\n`)
}

/** @throws ArchiveInvalid */
export function parseReport(text: string): FileReport {
  const read = reportSchema.safeParse(parseJson(text))
  if (!read.success) throw new ArchiveInvalid(`${REPORT_NAME} is not that of a backup`)
  return read.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw new ArchiveInvalid(`${REPORT_NAME} is not JSON`)
    throw error
  }
}
