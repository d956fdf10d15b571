import type { ExportedFile } from '../../actions/files/export-files.ts'
import type { Pieces } from '../kernel/streaming.ts'
import type { ZipEntry } from './zip.ts'

const REASONS: Readonly<Record<Extract<ExportedFile, { kind: 'left out' }>['reason'], string>> = {
  file_infected: 'malware was found in it',
  file_not_scanned: 'it has not been scanned for malware, which this instance requires before a download',
  deleted: 'it was deleted while the export was written',
  missing: 'its bytes are missing on the server; tell its operator',
}

/** Yields the files of an archive, and at its end a list of those that it does not have, with the reason, unless it has all. */
export async function* listFileEntries(
  files: AsyncIterable<ExportedFile>,
  now: Date,
): AsyncGenerator<ZipEntry> {
  const leftOut: string[] = []
  for await (const file of files) {
    if (file.kind === 'left out') {
      leftOut.push(`${file.path}: ${REASONS[file.reason]}\n`)
      continue
    }
    const { path: name, receivedAt: modifiedAt, bytes, content } = file
    try {
      yield { name, modifiedAt, bytes, content }
    } finally {
      content.destroy()
    }
  }
  if (leftOut.length === 0) return
  yield { name: 'not-included.txt', modifiedAt: now, bytes: null, content: toLines(leftOut) }
}

async function* toLines(lines: readonly string[]): Pieces {
  yield* lines
}
