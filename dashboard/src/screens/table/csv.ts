const STARTS_WITH_CONTROL = /^\ufeff*[\t\r\n]/
/** Places where a spreadsheet would read a formula. The same as in the exports of the service, which a test compares. */
const BEFORE_FORMULA =
  /^(?=\ufeff*[=+\-@\uff1d\uff0b\uff0d\uff20])|(?<=[;\t\r\n])(?=["\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g

/** Writes one record (RFC 4180): every cell is quoted, and no part of one can run as a formula. */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

function toCell(text: string): string {
  const inert = (STARTS_WITH_CONTROL.test(text) ? "'" : '') + text.replace(BEFORE_FORMULA, "'")
  return `"${inert.replaceAll('"', '""')}"`
}
