import type { SubmissionView } from '../../actions/submissions/owned-submissions.ts'
import type { CsvColumn } from '../../domain/submissions/columns.ts'
import { omitPageTokens } from '../../domain/submissions/control-names.ts'
import { type CsvReader, csvRecord, toCellText } from '../../domain/submissions/csv.ts'
import { fieldsToObject } from '../../domain/submissions/fields.ts'
import type { Pieces } from '../kernel/streaming.ts'
import { submissionBody } from './submission-shape.ts'

/** Reads all selected submissions in pages; can be called more than once. */
export type Pages = () => AsyncIterable<readonly SubmissionView[]>

/** Options of a CSV file. */
export type CsvOptions = { reader: CsvReader; include: ReadonlySet<Included> }

const BYTE_ORDER_MARK = '\ufeff'
/** Columns before those of the fields. */
const COLUMNS = {
  id: ({ id }) => id,
  endpoint: ({ endpointId }) => endpointId,
  received_at: ({ receivedAt }) => receivedAt.toISOString(),
  folder: ({ folder }) => folder,
  files: ({ files }) => toCellText(files.map(({ name }) => name)),
  ciphertext: ({ ciphertext }) => ciphertext ?? '',
  starred: ({ starred }) => (starred ? 'yes' : ''),
  labels: ({ labels }) => toCellText(labels.map(({ name }) => name)),
  note: ({ note }) => note ?? '',
  assignee: ({ assignee }) => assignee?.email ?? '',
} satisfies Record<
  CsvColumn | 'starred' | 'labels' | 'note' | 'assignee',
  (submission: SubmissionView) => string
>
/** Columns that a file has only where a submission fills them. */
const FILLED_COLUMNS = ['files', 'ciphertext', 'starred', 'labels', 'note', 'assignee'] as const
type FilledColumn = (typeof FILLED_COLUMNS)[number]
type Columns = Omit<typeof COLUMNS, FilledColumn> & Partial<typeof COLUMNS>
/** Field names with a column of their own; all others share one column, so that made-up names cannot exhaust memory. */
const MAX_NAMES = 1000
const MORE_FIELDS = 'more_fields'

/** Yields one JSON array. */
export async function* asJson(pages: Pages): Pieces {
  let isFirst = true
  yield '['
  for await (const page of pages()) {
    const rows = page.map(toJson)
    if (rows.length === 0) continue
    yield `${isFirst ? '\n' : ',\n'}${rows.join(',\n')}`
    isFirst = false
  }
  yield '\n]\n'
}

/** Yields one JSON object per line. */
export async function* asNdjson(pages: Pages): Pieces {
  for await (const page of pages()) {
    yield page.map((submission) => `${toJson(submission)}\n`).join('')
  }
}

function toJson(submission: SubmissionView): string {
  return JSON.stringify(submissionBody({ ...submission, fields: omitPageTokens(submission.fields) }))
}

/** Fields that get a column only on request. */
export type Included = 'reserved' | 'empty'

/**
 * Yields CSV with a column for each field name, except reserved names (`_…`) and fields that are empty in every
 * submission, unless `include` names them. All submissions are read twice: first for the names, then for the values,
 * so that only the names are kept in memory.
 */
export async function* asCsv(pages: Pages, options: CsvOptions): Pieces {
  // Excel reads UTF-8 only behind it.
  if (options.reader === 'spreadsheet') yield BYTE_ORDER_MARK
  // In order of appearance, with the ones that have a value somewhere.
  const seen = new Map<string, 'empty' | 'filled'>()
  let hasMore = false
  const filled = new Set<FilledColumn>()
  for await (const page of pages()) {
    for (const submission of page) {
      for (const column of FILLED_COLUMNS) if (COLUMNS[column](submission) !== '') filled.add(column)
      for (const { name, value } of omitPageTokens(submission.fields)) {
        if (!isIncluded(name, options.include)) continue
        const isFilled = options.include.has('empty') || toCellText(value) !== ''
        if (seen.size >= MAX_NAMES && !seen.has(name)) hasMore ||= isFilled
        else if (isFilled || !seen.has(name)) seen.set(name, isFilled ? 'filled' : 'empty')
      }
    }
    yield ''
  }
  const names = new Set([...seen.keys()].filter((name) => seen.get(name) === 'filled'))
  const columns = Object.fromEntries(
    Object.entries(COLUMNS).filter(([name]) => !isFilledColumn(name) || filled.has(name)),
  ) as Columns
  yield csvRecord([...Object.keys(columns), ...names, ...(hasMore ? [MORE_FIELDS] : [])], options.reader)
  for await (const page of pages()) {
    const records = page.map((submission) =>
      formatRecord(submission, { names, hasMore, columns, ...options }),
    )
    yield records.filter((record) => record !== null).join('')
  }
}

/** Formats a submission; null if it was moved into the selection after the names were collected and needs other columns. */
function formatRecord(
  submission: SubmissionView,
  {
    names,
    hasMore,
    columns,
    include,
    reader,
  }: { names: ReadonlySet<string>; hasMore: boolean; columns: Columns } & CsvOptions,
): string | null {
  const values = fieldsToObject(omitPageTokens(submission.fields))
  const more = Object.entries(values).filter(
    ([name, value]) =>
      !names.has(name) && isIncluded(name, include) && (include.has('empty') || toCellText(value) !== ''),
  )
  if (more.length > 0 && !hasMore) return null
  if (submission.files.length > 0 && !('files' in columns)) return null
  if (submission.ciphertext !== null && !('ciphertext' in columns)) return null
  // NOTE: a field may be called `constructor`.
  const cells = [...names].map((name) =>
    Object.hasOwn(values, name) ? toCellText(values[name] ?? null) : '',
  )
  const rest = more.length > 0 ? JSON.stringify(Object.fromEntries(more)) : ''
  const facts = Object.values(columns).map((format) => format(submission))
  return csvRecord([...facts, ...cells, ...(hasMore ? [rest] : [])], reader)
}

function isFilledColumn(name: string): name is FilledColumn {
  return FILLED_COLUMNS.some((one) => one === name)
}

function isIncluded(name: string, include: ReadonlySet<Included>): boolean {
  return include.has('reserved') || !name.startsWith('_')
}
