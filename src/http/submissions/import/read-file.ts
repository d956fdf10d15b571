import { createHash } from 'node:crypto'
import type { ImportedSubmission } from '../../../actions/submissions/import-submissions.ts'
import { type Refusal, type Refused, refused } from '../../../domain/refusal.ts'
import { isData, markControls } from '../../../domain/submissions/control-names.ts'
import { stringifyFields } from '../../../domain/submissions/fields.ts'
import { MAX_IMPORT_ERRORS, MAX_IMPORT_ROWS, readImportRow } from '../../../domain/submissions/import.ts'
import { createYield } from '../../../runtime/yield-to-event-loop.ts'
import { findBrokenLimit } from '../../kernel/body/read-body.ts'
import type { FileRow, ImportFile, RowError } from './import-file.ts'

/** Time for which rows are read before other requests have their turn. */
const CHUNK_MS = 5
const HASH_LENGTH = 32
/** All imports share it, so that other requests wait for one chunk at most. */
const yieldToOthers = createYield()

type Place = { from: number; to: number; time: number }

/** The rows of a file that can be imported, and the errors of the others. */
export type CheckedFile = {
  kind: 'checked'
  count: number
  failed: number
  errors: readonly RowError[]
  /** Reads the rows again, the oldest first. */
  readRows(): AsyncGenerator<ImportedSubmission>
}

/** Checks every row of a file, so that nothing is imported of a file that cannot be read to its end. */
export async function checkFile(
  file: ImportFile,
  about: { formId: string; now: Date },
): Promise<CheckedFile | Refused> {
  const places: Place[] = []
  const errors: RowError[] = []
  let failed = 0
  const pauseIfDue = createPauses()
  for (const row of file.rows()) {
    if (row.kind === 'pause') {
      await pauseIfDue()
      continue
    }
    if (row.kind === 'broken') return refused(toRefusal(row))
    if (places.length + failed === MAX_IMPORT_ROWS) return refused(TOO_MANY)
    const read = readRow(file, row, about)
    if (read.kind === 'read') {
      places.push({
        from: row.from,
        to: row.to,
        time: read.submission.sentAt?.getTime() ?? about.now.getTime(),
      })
    } else {
      failed += 1
      if (errors.length < MAX_IMPORT_ERRORS) errors.push(read.error)
    }
    await pauseIfDue()
  }
  // Exports begin with the newest; the sort is stable, so that rows without a time keep their order.
  places.sort((one, other) => one.time - other.time)
  return {
    kind: 'checked',
    count: places.length,
    failed,
    errors,
    async *readRows() {
      for (const place of places) {
        const read = readRow(file, { kind: 'row', line: 0, ...place }, about)
        if (read.kind === 'read') yield read.submission
        await pauseIfDue()
      }
    },
  }
}

const TOO_MANY: Refusal = {
  code: 'value_invalid',
  message: `The file has more than ${MAX_IMPORT_ROWS} rows. Split it.`,
}

function toRefusal({ line, message }: RowError): Refusal {
  return { code: 'body_unparsable', message: `Line ${line}: ${message} Nothing was imported.` }
}

type Row = Extract<FileRow, { kind: 'row' }>
type ReadRow = { kind: 'read'; submission: ImportedSubmission } | { kind: 'bad'; error: RowError }

function readRow(file: ImportFile, row: Row, { formId, now }: { formId: string; now: Date }): ReadRow {
  const bad = (message: string, field?: string): ReadRow => ({
    kind: 'bad',
    error: { line: row.line, ...(field === undefined ? {} : { field }), message },
  })
  const parsed = file.read(row)
  if (parsed.kind === 'refused') {
    const { code, message, field } = parsed.refusal
    return bad(message ?? code, field)
  }
  const read = readImportRow(parsed.fields, now)
  if (read.kind === 'bad') return bad(read.message, read.field)
  const fields = markControls(read.fields, formId)
  const broken = findBrokenLimit(fields)
  if (broken) return bad(broken.message ?? 'This row has too many fields.', broken.field)
  if (!fields.some(isData)) return bad('This row has no data.')
  const text = stringifyFields(fields)
  const { sentAt } = read
  const hash = createHash('sha256')
    .update(`${sentAt?.getTime() ?? ''} ${text}`)
    .digest('hex')
  return { kind: 'read', submission: { text, sentAt, hash: hash.slice(0, HASH_LENGTH) } }
}

/** Creates a function that lets other requests have their turn once in a while. */
function createPauses(): () => Promise<void> | void {
  let since = performance.now()
  return () => {
    if (performance.now() - since < CHUNK_MS) return
    return yieldToOthers().then(() => {
      since = performance.now()
    })
  }
}
