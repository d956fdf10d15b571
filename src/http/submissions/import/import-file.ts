import type { Refusal } from '../../../domain/refusal.ts'
import type { Field } from '../../../domain/submissions/fields.ts'

/**
 * A row of a file: the line on which it begins, and its bytes. `broken`: the file cannot be read from here on. `pause`: no row
 * ended within the last PAUSE_BYTES, and other requests may have their turn.
 */
export type FileRow =
  | { kind: 'row'; line: number; from: number; to: number }
  | { kind: 'broken'; line: number; message: string }
  | Pause

export type Pause = { kind: 'pause' }
export const PAUSE: Pause = { kind: 'pause' }
/** Maximum number of bytes that are read at once. */
export const PAUSE_BYTES = 256 * 1024

/** An error of one row. */
export type RowError = { line: number; field?: string; message: string }

/** A file to import, whose rows are read one by one. */
export type ImportFile = {
  rows(): Iterable<FileRow>
  /** Reads the fields of a row. */
  read(row: {
    from: number
    to: number
  }): { kind: 'fields'; fields: Field[] } | { kind: 'refused'; refusal: Refusal }
}

export type OpenedFile = { kind: 'file'; file: ImportFile } | { kind: 'refused'; refusal: Refusal }

const NEW_LINE = 0x0a
const BYTE_ORDER_MARK = Buffer.from('\ufeff')

/** Returns the position of the first byte after the byte order mark. */
export function skipByteOrderMark(bytes: Buffer): number {
  return bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
}

/** Creates a counter that returns the line of a position; positions must not decrease. */
export function createLineCounter(bytes: Buffer): (at: number) => number {
  let line = 1
  let counted = 0
  return (at) => {
    // One call of indexOf for each line would take a second for a file of empty lines.
    for (; counted < at; counted += 1) if (bytes[counted] === NEW_LINE) line += 1
    return line
  }
}
