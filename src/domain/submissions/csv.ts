import type { FieldValue } from './fields.ts'

const STARTS_WITH_CONTROL = /^\ufeff*[\t\r\n]/
/**
 * Places where a spreadsheet would read a formula (full-width signs included): at the beginning of a cell, and after a
 * semicolon, a tab or a line break. A spreadsheet that splits cells there does not see that the cell is quoted.
 */
const BEFORE_FORMULA =
  /^(?=\ufeff*[=+\-@\uff1d\uff0b\uff0d\uff20])|(?<=[;\t\r\n])(?=["\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g

/** Writes one record (RFC 4180): every cell is quoted, and no part of one can run as a formula. */
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
  const inert = (STARTS_WITH_CONTROL.test(text) ? "'" : '') + text.replace(BEFORE_FORMULA, "'")
  return `"${inert.replaceAll('"', '""')}"`
}
