import type { ExportedFile } from '../../actions/files/export-files.ts'
import type { SubmissionView } from '../../actions/submissions/owned-submissions.ts'
import { listFileEntries } from '../files/file-entries.ts'
import { writeZip, type ZipEntry } from '../files/zip.ts'
import type { Pieces } from '../kernel/streaming.ts'
import { asCsv, asJson, type CsvOptions, type Pages } from './export-formats.ts'

/** Opens the files of submissions one by one (`openExportedFiles`). */
export type OpenFiles = (pages: AsyncIterable<readonly SubmissionView[]>) => AsyncIterable<ExportedFile>

/** Yields an archive of the submissions, as JSON and as CSV, and of their files. */
export function asZip(
  pages: Pages,
  { now, openFiles, ...options }: CsvOptions & { now: Date; openFiles: OpenFiles },
): Pieces {
  async function* listEntries(): AsyncGenerator<ZipEntry> {
    const facts = { modifiedAt: now, bytes: null }
    yield { ...facts, name: 'submissions.json', content: asJson(pages) }
    yield { ...facts, name: 'submissions.csv', content: asCsv(pages, options) }
    yield* listFileEntries(openFiles(pages()), now)
  }
  return writeZip(listEntries())
}
