import { isPageToken } from '../../../../src/domain/submissions/control-names.ts'
import type { Submission } from '../../api/submissions/submissions.ts'
import { momentText } from '../../controls/time-words.ts'
import { t } from '../../language/texts.ts'
import { toText } from '../inbox/list/summary.ts'
import { csvRecord } from './csv.ts'
import type { TableSearch } from './table-search.ts'

/** Column of the time of arrival; a field cannot have its name, because fields begin with `field:`. */
export const RECEIVED = 'received'
const FIELD = 'field:'
/** Columns that are shown before any were chosen. */
const MAX_DEFAULT_COLUMNS = 8

export type TableRow = { id: string; receivedAt: string; cells: ReadonlyMap<string, string> }

/** Converts submissions to rows, without test submissions; the values of a repeated field are joined. */
export function toRows(submissions: readonly Submission[]): TableRow[] {
  const real = submissions.filter(({ test }) => !test)
  return real.map(({ id, received_at, fields }) => {
    const cells = new Map<string, string>()
    for (const [name, value] of fields) {
      if (isPageToken({ name })) continue
      const text = toText(value)
      const column = FIELD + name
      const before = cells.get(column)
      cells.set(column, before === undefined || before === '' ? text : `${before}, ${text}`)
    }
    return { id, receivedAt: received_at, cells }
  })
}

/** Lists all columns: the time of arrival, then fields in order of appearance; reserved and empty ones are last. */
export function listColumns(rows: readonly TableRow[]): { all: string[]; usual: string[] } {
  const filled = new Map<string, boolean>()
  for (const { cells } of rows) {
    for (const [column, text] of cells) filled.set(column, filled.get(column) === true || text !== '')
  }
  const isUsual = (column: string) => filled.get(column) === true && !column.startsWith(`${FIELD}_`)
  const usual = [...filled.keys()].filter(isUsual)
  const others = [...filled.keys()].filter((column) => !isUsual(column))
  return {
    all: [RECEIVED, ...usual, ...others],
    usual: [RECEIVED, ...usual.slice(0, MAX_DEFAULT_COLUMNS)],
  }
}

/** Returns the heading of a column. */
export function columnLabel(column: string): string {
  return column === RECEIVED ? t('table.received') : column.slice(FIELD.length) || t('table.noName')
}

/** Returns the text of a cell, as it is sorted and exported. */
export function cellText(row: TableRow, column: string): string {
  return column === RECEIVED ? row.receivedAt : (row.cells.get(column) ?? '')
}

/** Returns the text of a cell as it is filtered: a time as it is shown, and as it is exported. */
function filteredText(row: TableRow, column: string): string {
  const text = cellText(row, column)
  return (column === RECEIVED ? `${momentText(new Date(text))} ${text}` : text).toLowerCase()
}

/** Returns the rows that the filters of the columns leave, in the chosen order. */
export function arrangeRows(rows: readonly TableRow[], { where, sort }: TableSearch): readonly TableRow[] {
  const wanted = Object.entries(where ?? {}).map(([column, text]) => [column, text.toLowerCase()] as const)
  const left = rows.filter((row) =>
    wanted.every(([column, text]) => filteredText(row, column).includes(text)),
  )
  if (sort === undefined) return left
  const isDescending = sort.startsWith('-')
  const column = isDescending ? sort.slice(1) : sort
  const sign = isDescending ? -1 : 1
  const keyed = left.map((row) => ({ row, text: cellText(row, column) }))
  keyed.sort((one, other) => compareCells(one.text, other.text, sign))
  return keyed.map(({ row }) => row)
}

/** Writes the shown rows and columns as CSV, with a byte order mark, which Excel needs. */
export function toCsv(rows: readonly TableRow[], columns: readonly string[]): string {
  const head = csvRecord(columns.map((column) => (column === RECEIVED ? 'received_at' : columnLabel(column))))
  return `\ufeff${head}${rows.map((row) => csvRecord(columns.map((column) => cellText(row, column)))).join('')}`
}

const byWords = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Compares numbers as numbers and texts as words; empty cells are last in both directions. */
function compareCells(one: string, other: string, sign: number): number {
  if (one === '' || other === '') return Number(one === '') - Number(other === '')
  const [left, right] = [Number(one), Number(other)]
  const order = Number.isNaN(left) || Number.isNaN(right) ? byWords.compare(one, other) : left - right
  return order * sign
}
