import type { FieldValue } from './fields.ts'

/** Beginnings that spreadsheets take for a formula, the full-width forms of the signs among them. */
const FORMULA = /^\ufeff*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

/** One record as RFC 4180 has it, every cell quoted, and none that a spreadsheet would run. */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/** A value as one cell: text as it is, lists of plain values with commas between them, all else as JSON. */
export function cellText(value: FieldValue): string {
  if (typeof value === 'string') return value
  if (value === null) return ''
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null)) {
    return value.map(cellText).join(', ')
  }
  return JSON.stringify(value)
}

function cell(text: string): string {
  const inert = FORMULA.test(text) ? `'${text}` : text
  return `"${inert.replaceAll('"', '""')}"`
}
