import { isUtf8 } from 'node:buffer'
import type { Refusal, Refused } from '../../../domain/refusal.ts'
import {
  type Field,
  type FieldValue,
  MAX_FIELDS,
  MAX_NAME_BYTES,
  MAX_VALUE_BYTES,
} from '../../../domain/submissions/fields.ts'
import { isFilePart } from '../../uploads/part-headers.ts'
import {
  createDecoder,
  decodeUtf8,
  findCharset,
  findNamedCharset,
  refuseBytes,
  refuseCharset,
  UTF8,
} from './charset.ts'
import { truncateName } from './clean-text.ts'
import { readContentType } from './content-type.ts'
import { parseJsonFields } from './json-fields.ts'
import { checkMistakenJson, FIRST_BYTES_OF_JSON } from './mistaken-json.ts'
import { MAX_PARTS, parseMultipart } from './multipart.ts'
import { parseUrlencoded } from './urlencoded.ts'

/** `fields` of a refused body: those that could be read. */
export type ReadBody = { kind: 'fields'; fields: Field[] } | (Refused & { fields?: Field[] })

/**
 * Parses a body into fields, or returns a refusal. Synchronous for urlencoded and JSON, which are the hot path. The caller
 * has enforced the limit on the whole body.
 */
export function readBody(request: {
  contentType: string | undefined
  contentEncoding: string | undefined
  body: Buffer
}): ReadBody | Promise<ReadBody> {
  const { body, contentEncoding } = request
  const contentType = request.contentType ?? ''
  // Compressed bodies are not inflated: a few bytes could become gigabytes.
  if (contentEncoding !== undefined && contentEncoding.trim().toLowerCase() !== 'identity') return UNSUPPORTED
  if (body.length === 0 && contentType === '') return { kind: 'fields', fields: [] }
  const { kind, boundary, charset, unknownCharset } = readContentType(contentType)
  switch (kind) {
    case 'urlencoded':
      return withinLimits(readUrlencoded(body, charset))
    case 'json':
      return withinLimits(parseJsonFields(body, charset ?? UTF8))
    case 'multipart':
      if (boundary === null) return { kind: 'refused', refusal: NO_BOUNDARY }
      return readMultipart(body, { boundary, charset }).then(withinLimits)
    case 'text':
      return withinLimits(readText(body, charset))
    case 'other':
      return unknownCharset === undefined
        ? UNSUPPORTED
        : { kind: 'refused', refusal: refuseCharset(unknownCharset) }
  }
}

/**
 * Reads text as JSON if it is an object: browsers send a string as text unless told otherwise. Parsing anything else is no
 * option: in text/plain, a line of a message looks like a field (HTML, "Plain text form data").
 */
function readText(body: Buffer, charset: string | null): ReadBody {
  const read = parseJsonFields(body, charset ?? UTF8)
  if (read.kind === 'fields' || read.refusal.code !== 'body_unparsable') return read
  return { kind: 'refused', refusal: PLAIN_FORM.test(body.toString('latin1')) ? NOT_A_FORM : NOT_JSON }
}

/** @param charset the declared one; null when only the body itself can name it */
function readUrlencoded(body: Buffer, charset: string | null): ReadBody {
  const mistaken = FIRST_BYTES_OF_JSON.includes(body[0] ?? 0) ? checkMistakenJson(body) : null
  if (mistaken) return { kind: 'refused', refusal: mistaken }
  if (charset !== null && charset !== UTF8) {
    const decoder = createDecoder(charset)
    const fields = parseUrlencoded(body, decoder)
    return decoder.isValid() ? { kind: 'fields', fields } : { kind: 'refused', refusal: refuseBytes(charset) }
  }
  const fields = parseUrlencoded(body)
  const named = charset === null ? findNamedCharset(fields) : null
  if (named?.kind === 'refused') return named
  if (!named || named.charset === UTF8) return { kind: 'fields', fields }
  return readUrlencoded(body, named.charset)
}

/** @param type.charset the declared one; null when only the body itself can name it */
async function readMultipart(
  body: Buffer,
  type: { boundary: string; charset: string | null },
): Promise<ReadBody> {
  const { boundary, charset } = type
  const converted = convertPartsToUtf8(body, { boundary, charset: charset ?? UTF8 })
  if (converted.kind === 'refused') return converted
  const read = await parseMultipart(converted.body, boundary)
  const named = read.kind === 'fields' && charset === null ? findNamedCharset(read.fields) : null
  if (named?.kind === 'refused') return named
  if (!named || named.charset === UTF8) return read
  return readMultipart(body, { boundary, charset: named.charset })
}

const UNSUPPORTED: ReadBody = { kind: 'refused', refusal: { code: 'unsupported_media_type' } }
/** Fields as a form with this enctype sends them: each line ends with CRLF. */
const PLAIN_FORM = /^[^{["][^=]*=.*\r\n$/s
const NOT_A_FORM: Refusal = {
  code: 'unsupported_media_type',
  message: 'Bodies of type text/plain cannot be read. Remove enctype="text/plain" from the form.',
}
const NOT_JSON: Refusal = {
  code: 'unsupported_media_type',
  message:
    'A body of type text/plain is read only if it is a JSON object. Send JSON with the header Content-Type: application/json.',
}
const NO_BOUNDARY: Refusal = {
  code: 'body_unparsable',
  message: 'The Content-Type of the multipart body has no valid boundary. Let the client set this header.',
}

function withinLimits(read: ReadBody): ReadBody {
  if (read.kind === 'refused') return read
  const refusal = findBrokenLimit(read.fields)
  return refusal ? { kind: 'refused', refusal, fields: read.fields } : read
}

/** Returns the refusal for the first limit that the fields exceed, or null. Names and values nested in JSON have the same limits. */
export function findBrokenLimit(fields: readonly Field[]): Refusal | null {
  if (fields.length > MAX_FIELDS) return { code: 'too_many_fields' }
  for (const { name, value } of fields) {
    if (isLonger(name, MAX_NAME_BYTES)) return tooLong(name)
    const broken = findBrokenLimitIn(value, name)
    if (broken) return broken
  }
  return null
}

/** @param top the name of the field that contains the value. Number and depth were checked when the JSON was parsed. */
function findBrokenLimitIn(value: FieldValue, top: string): Refusal | null {
  if (typeof value === 'string' && isLonger(value, MAX_VALUE_BYTES)) {
    return invalid(top, `This entry is longer than ${MAX_VALUE_BYTES / 1024} KiB.`)
  }
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value) && isLonger(name, MAX_NAME_BYTES)) return tooLong(top)
    const broken = findBrokenLimitIn(inner, top)
    if (broken) return broken
  }
  return null
}

function tooLong(name: string): Refusal {
  return invalid(
    name,
    `The name of this field, or a name nested in it, is longer than ${MAX_NAME_BYTES} bytes.`,
  )
}

function invalid(name: string, message: string): Refusal {
  return { code: 'field_invalid', field: truncateName(name), message }
}

function isLonger(text: string, bytes: number): boolean {
  // A UTF-16 unit is one to three bytes of UTF-8, so most texts need not be measured.
  if (text.length > bytes) return true
  return text.length * 3 > bytes && Buffer.byteLength(text) > bytes
}

/** The charset in the Content-Type of a part. */
const PART_CHARSET = /(^|\r\n)(content-type:[^\r\n]*;[ \t]*charset=)"?([^\s";]*)"?/i

/**
 * Returns a multipart body whose texts are all UTF-8. A part is in the charset of its Content-Type, else in `charset`; where
 * that is UTF-8, a part that is not UTF-8 is read as windows-1252. Files stay as they are.
 */
function convertPartsToUtf8(
  body: Buffer,
  { boundary, charset }: { boundary: string; charset: string },
): { kind: 'body'; body: Buffer } | Refused {
  const text = body.toString('latin1')
  if (charset === UTF8 && isUtf8(body) && !PART_CHARSET.test(text)) return { kind: 'body', body }
  const delimiter = `\r\n--${boundary}`
  const parts = `\r\n${text}`.split(delimiter)
  // Refused for their number when they are parsed.
  if (parts.length > MAX_PARTS + 2) return { kind: 'body', body }
  const converted: Buffer[] = []
  for (const [index, part] of parts.entries()) {
    if (index > 0) converted.push(Buffer.from(delimiter, 'latin1'))
    const headers = part.split('\r\n\r\n', 1)[0] ?? ''
    if (isFilePart(headers)) {
      converted.push(Buffer.from(part, 'latin1'))
      continue
    }
    const declared = PART_CHARSET.exec(headers)?.[3]
    const partCharset = declared === undefined ? charset : findCharset(declared)
    if (partCharset === null) return { kind: 'refused', refusal: refuseCharset(declared ?? '') }
    const inUtf8 = declared === undefined ? part : part.replace(PART_CHARSET, `$1$2${UTF8}`)
    const decoded = decodePart(Buffer.from(inUtf8, 'latin1'), partCharset)
    if (decoded === null) return { kind: 'refused', refusal: refuseBytes(partCharset) }
    converted.push(Buffer.from(decoded))
  }
  return { kind: 'body', body: Buffer.concat(converted) }
}

/** Returns null when the bytes are not valid in the charset. */
function decodePart(bytes: Buffer, charset: string): string | null {
  if (charset === UTF8) return decodeUtf8(bytes)
  const decoder = createDecoder(charset)
  const text = decoder.decode(bytes)
  return decoder.isValid() ? text : null
}
