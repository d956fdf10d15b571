import type { FieldValue } from './fields.ts'

/** Prefixes that spreadsheets treat as a formula, including full-width signs. */
const FORMULA = /^\ufeff*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

/** Writes one record (RFC 4180): every cell is quoted, and none can run as a formula. */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/** Writes a value as the text of one cell: a list of plain values separated by commas, other structures as JSON. */
export function toCellText(value: FieldValue): string {
  if (typeof value === 'string') return value
  if (value === null) return ''
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null)) {
    return value.map(toCellText).join(', ')
  }
  return JSON.stringify(value)
}

function cell(text: string): string {
  const inert = FORMULA.test(text) ? `'${text}` : text
  return `"${inert.replaceAll('"', '""')}"`
}
