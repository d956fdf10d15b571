import type { Refusal, Refused } from '../../../domain/refusal.ts'
import type { Field } from '../../../domain/submissions/fields.ts'
import { createDecoder, findNamedCharset, refuseBytes, refuseCharset, UTF8 } from './charset.ts'
import { readContentType } from './content-type.ts'
import { parseJsonFields } from './json-fields.ts'
import { findBrokenLimit } from './limits.ts'
import { checkMistakenJson, FIRST_BYTES_OF_JSON } from './mistaken-json.ts'
import { parseMultipart } from './multipart.ts'
import { convertPartsToUtf8 } from './multipart-charset.ts'
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
