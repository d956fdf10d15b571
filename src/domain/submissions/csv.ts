import type { FieldValue } from './fields.ts'

const STARTS_WITH_CONTROL = /^\ufeff*[\t\r\n]/
/**
 * Places where a spreadsheet would read a formula (full-width signs included): at the beginning of a cell, and after a
 * semicolon, a tab or a line break. A spreadsheet that splits cells there does not see that the cell is quoted.
 */
const BEFORE_FORMULA =
  /^(?=\ufeff*[=+\-@\uff1d\uff0b\uff0d\uff20])|(?<=[;\t\r\n])(?=["\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g

/** Reader of a CSV file. A program gets every cell as it is; a spreadsheet gets none that could run as a formula. */
export type CsvReader = 'program' | 'spreadsheet'

/** Writes one record (RFC 4180): every cell is quoted. */
export function csvRecord(cells: readonly string[], reader: CsvReader): string {
  const texts = reader === 'spreadsheet' ? cells.map(toInert) : cells
  return `${texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')}\r\n`
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

/** Puts an apostrophe before each place where a spreadsheet would read a formula: it shows the rest as text. */
function toInert(text: string): string {
  return (STARTS_WITH_CONTROL.test(text) ? "'" : '') + text.replace(BEFORE_FORMULA, "'")
}
