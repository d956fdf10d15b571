import { MAX_BODY_BYTES } from '../../../domain/submissions/fields.ts'
import { UTF8 } from '../../kernel/body/charset.ts'
import { parseJsonFields } from '../../kernel/body/json-fields.ts'
import {
  createLineCounter,
  type FileRow,
  type OpenedFile,
  PAUSE,
  PAUSE_BYTES,
  type Pause,
  skipByteOrderMark,
} from './import-file.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const COLON = 0x3a
const WHITESPACE: readonly (number | undefined)[] = [0x20, 0x09, 0x0a, 0x0d]
/** Name of the list in an export of Formspree. */
const SUBMISSIONS = 'submissions'
/** Maximum number of bytes before the list. */
const MAX_HEAD_BYTES = 1024 * 1024

/** Opens an export of Formspree: an object with a list `submissions`, or the list alone. Its objects are the rows. */
export function openFormspreeJson(bytes: Buffer): OpenedFile {
  const list = findList(bytes.subarray(0, MAX_HEAD_BYTES))
  if (list === null) {
    const message = 'The file is not an export of Formspree: it has no list "submissions".'
    return { kind: 'refused', refusal: { code: 'body_unparsable', message } }
  }
  return {
    kind: 'file',
    file: {
      rows: () => splitList(bytes, list),
      read({ from, to }) {
        if (to - from > MAX_BODY_BYTES) {
          const message = `This submission is longer than ${MAX_BODY_BYTES / 1024} KiB.`
          return { kind: 'refused', refusal: { code: 'field_invalid', message } }
        }
        return parseJsonFields(bytes.subarray(from, to), UTF8)
      },
    },
  }
}

/** Returns the position after the bracket that opens the list; null without a list. */
function findList(bytes: Buffer): number | null {
  const start = skipWhitespace(bytes, skipByteOrderMark(bytes))
  if (bytes[start] === OPEN_LIST) return start + 1
  if (bytes[start] !== OPEN_OBJECT) return null
  let depth = 0
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      const end = findStringEnd(bytes, at)
      const colon = skipWhitespace(bytes, end + 1)
      const isName = depth === 1 && bytes[colon] === COLON
      if (isName && bytes.toString('latin1', at + 1, end) === SUBMISSIONS) {
        const value = skipWhitespace(bytes, colon + 1)
        return bytes[value] === OPEN_LIST ? value + 1 : null
      }
      at = end
    } else depth += getDepthChange(byte)
  }
  return null
}

function* splitList(bytes: Buffer, start: number): Generator<FileRow> {
  const getLine = createLineCounter(bytes)
  let at = skipWhitespace(bytes, start)
  if (bytes[at] === CLOSE_LIST) return
  while (at < bytes.length) {
    const to = yield* findValueEnd(bytes, at)
    const after = skipWhitespace(bytes, to)
    if (to === at || (bytes[after] !== COMMA && bytes[after] !== CLOSE_LIST)) break
    yield { kind: 'row', line: getLine(at), from: at, to }
    if (bytes[after] === CLOSE_LIST) return
    at = skipWhitespace(bytes, after + 1)
  }
  const message = 'The file is not well-formed JSON from here on, or ends too early.'
  yield { kind: 'broken', line: getLine(Math.min(at, bytes.length)), message }
}

/** Returns the position after the value: that of the comma or bracket that follows it, or the end of the file. */
function* findValueEnd(bytes: Buffer, start: number): Generator<Pause, number> {
  let depth = 0
  let isInString = false
  let pauseAt = start + PAUSE_BYTES
  for (let at = start; at < bytes.length; at += 1) {
    if (at >= pauseAt) {
      yield PAUSE
      pauseAt = at + PAUSE_BYTES
    }
    const byte = bytes[at]
    if (isInString) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isInString = false
    } else if (byte === QUOTE) isInString = true
    else if (depth === 0 && (byte === COMMA || byte === CLOSE_LIST)) return at
    else {
      depth += getDepthChange(byte)
      if (depth === 0 && byte === CLOSE_OBJECT) return at + 1
    }
  }
  return bytes.length
}

function getDepthChange(byte: number | undefined): number {
  if (byte === OPEN_OBJECT || byte === OPEN_LIST) return 1
  return byte === CLOSE_OBJECT || byte === CLOSE_LIST ? -1 : 0
}

/** Returns the position of the closing quote, or the end of the file. */
function findStringEnd(bytes: Buffer, opening: number): number {
  for (let at = opening + 1; at < bytes.length; at += 1) {
    if (bytes[at] === BACKSLASH) at += 1
    else if (bytes[at] === QUOTE) return at
  }
  return bytes.length
}

/** Skips so little at once that other requests need not wait. More is not in any export, and is not well-formed here. */
function skipWhitespace(bytes: Buffer, start: number): number {
  const end = start + PAUSE_BYTES
  let at = start
  while (at < end && WHITESPACE.includes(bytes[at])) at += 1
  return at
}
