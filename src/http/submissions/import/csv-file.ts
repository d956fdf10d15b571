import type { Refusal } from '../../../domain/refusal.ts'
import { type Field, MAX_BODY_BYTES, MAX_NAME_BYTES } from '../../../domain/submissions/fields.ts'
import { MAX_IMPORT_COLUMNS } from '../../../domain/submissions/import.ts'
import { cleanText } from '../../kernel/body/clean-text.ts'
import {
  createLineCounter,
  type FileRow,
  type OpenedFile,
  PAUSE,
  PAUSE_BYTES,
  skipByteOrderMark,
} from './import-file.ts'

const QUOTE = 0x22
const RETURN = 0x0d
const NEW_LINE = 0x0a

/** Opens a CSV file (RFC 4180) in UTF-8. The first record names the columns; they are separated as it is. */
export function openCsv(bytes: Buffer): OpenedFile {
  const start = skipByteOrderMark(bytes)
  const separator = findSeparator(bytes, start)
  const header = splitRecords(bytes, { start, separator }).next().value
  if (header === undefined || (header.kind === 'row' && isEmptyFrom(bytes, header.to)))
    return refuse('The file is empty: it needs a line with the names of the columns, and rows.')
  if (header.kind === 'pause') return refuse('The file does not begin with a line that names the columns.')
  if (header.kind === 'broken') return refuse(header.message)
  const names = readCells(bytes, { ...header, separator })
  if (names.kind === 'refused') return names
  const { cells } = names
  if (cells.length > MAX_IMPORT_COLUMNS)
    return refuse(`The file has ${cells.length} columns; at most ${MAX_IMPORT_COLUMNS} can be imported.`)
  if (cells.some((name) => Buffer.byteLength(name) > MAX_NAME_BYTES))
    return refuse(`The name of a column is longer than ${MAX_NAME_BYTES} bytes.`)
  return {
    kind: 'file',
    file: {
      *rows() {
        let isHeader = true
        for (const row of splitRecords(bytes, { start, separator })) {
          if (!isHeader) yield row
          isHeader = false
        }
      },
      read(row) {
        const read = readCells(bytes, { ...row, separator })
        return read.kind === 'refused' ? read : toFields(cells, read.cells)
      },
    },
  }
}

function refuse(message: string): { kind: 'refused'; refusal: Refusal } {
  return { kind: 'refused', refusal: { code: 'body_unparsable', message } }
}

/** Returns the separator of the first line: a comma, or else the semicolon or tab of a spreadsheet. */
function findSeparator(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(NEW_LINE, start)
  const line = bytes.subarray(start, Math.min(end === -1 ? bytes.length : end, start + MAX_BODY_BYTES))
  const found = [',', ';', '\t'].find((separator) => line.includes(separator)) ?? ','
  return found.charCodeAt(0)
}

/** Returns true when only ends of lines follow. */
function isEmptyFrom(bytes: Buffer, start: number): boolean {
  let at = start
  while (bytes[at] === NEW_LINE || bytes[at] === RETURN) at += 1
  return at >= bytes.length
}

/** Yields the records; empty lines are none. A quote opens a cell only at its beginning. */
function* splitRecords(
  bytes: Buffer,
  { start, separator }: { start: number; separator: number },
): Generator<FileRow> {
  const getLine = createLineCounter(bytes)
  let from = start
  let at = start
  let pauseAt = start + PAUSE_BYTES
  let isCellStart = true
  while (at <= bytes.length) {
    if (at >= pauseAt) {
      yield PAUSE
      pauseAt = at + PAUSE_BYTES
    }
    const byte = bytes[at]
    if (isCellStart && byte === QUOTE) {
      const end = yield* findClosingQuote(bytes, at)
      if (end === -1) {
        const message = 'A quote on this line opens a cell and is never closed.'
        return yield { kind: 'broken', line: getLine(at), message }
      }
      at = end + 1
      isCellStart = false
      continue
    }
    if (byte === NEW_LINE || byte === undefined) {
      const to = bytes[at - 1] === RETURN && at > from ? at - 1 : at
      if (to > from) yield { kind: 'row', line: getLine(from), from, to }
      from = at + 1
    }
    isCellStart = byte === separator || byte === NEW_LINE
    at += 1
  }
}

function* findClosingQuote(bytes: Buffer, opening: number): Generator<FileRow, number> {
  let pauseAt = opening + PAUSE_BYTES
  let at = bytes.indexOf(QUOTE, opening + 1)
  while (at !== -1 && bytes[at + 1] === QUOTE) {
    at = bytes.indexOf(QUOTE, at + 2)
    if (at < pauseAt) continue
    yield PAUSE
    pauseAt = at + PAUSE_BYTES
  }
  return at
}

type Cells = { kind: 'cells'; cells: string[] } | { kind: 'refused'; refusal: Refusal }

function readCells(
  bytes: Buffer,
  { from, to, separator }: { from: number; to: number; separator: number },
): Cells {
  if (to - from > MAX_BODY_BYTES) return refuse(`This row is longer than ${MAX_BODY_BYTES / 1024} KiB.`)
  const slice = bytes.subarray(from, to)
  const text = slice.toString('utf8')
  if (!Buffer.from(text).equals(slice)) return refuse('This row is not UTF-8. Save the file in UTF-8.')
  const between = String.fromCharCode(separator)
  const cells: string[] = []
  for (let at = 0; at <= text.length; ) {
    const isQuoted = text[at] === '"'
    let end = at
    if (isQuoted) {
      end = text.indexOf('"', at + 1)
      while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
      const after = text[end + 1]
      if (end === -1 || (after !== undefined && after !== between))
        return refuse('Text follows the closing quote of a cell.')
      cells.push(cleanText(text.slice(at + 1, end).replaceAll('""', '"')))
      at = end + 2
    } else {
      end = text.indexOf(between, at)
      if (end === -1) end = text.length
      cells.push(cleanText(text.slice(at, end)))
      at = end + 1
    }
    if (cells.length > MAX_IMPORT_COLUMNS) break
  }
  return { kind: 'cells', cells }
}

/** Names the cells of a row. An empty cell is no field: a file has a cell for each column in every row. */
function toFields(
  names: readonly string[],
  cells: readonly string[],
): { kind: 'fields'; fields: Field[] } | { kind: 'refused'; refusal: Refusal } {
  if (cells.length !== names.length)
    return refuse(`This row has ${cells.length} cells; the first line has ${names.length}.`)
  const fields = cells.map((value, index) => ({ name: names[index] ?? '', value }))
  const filled = fields.filter(({ value }) => value !== '')
  if (filled.some(({ name }) => name === '')) return refuse('A cell with text is in a column without a name.')
  return { kind: 'fields', fields: filled }
}
