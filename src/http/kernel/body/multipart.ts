import type { Busboy as MultipartParser } from '@fastify/busboy'
import type { Refused } from '../../../domain/refusal.ts'
import { type Field, MAX_FIELDS } from '../../../domain/submissions/fields.ts'
import { loadLater } from '../../../runtime/load-later.ts'
import { cleanText, truncateName } from './clean-text.ts'

type Parsed = { kind: 'fields'; fields: Field[] } | (Refused & { fields?: Field[] })

const UNPARSABLE: Parsed = { kind: 'refused', refusal: { code: 'body_unparsable' } }
/** Allows as many empty file inputs as fields. */
export const MAX_PARTS = 2 * MAX_FIELDS

const loadParser = loadLater(() => import('@fastify/busboy'))

/**
 * Parses the text parts of a UTF-8 `multipart/form-data` body (RFC 7578), in the order sent. A file is refused; the empty part
 * that browsers send for an empty file input is ignored. A body without its final boundary, or with a part that cannot be
 * read, is refused: nothing is dropped silently.
 */
export async function parseMultipart(body: Buffer, boundary: string): Promise<Parsed> {
  const parts = countParts(body, boundary)
  if (parts === null) return UNPARSABLE
  if (parts > MAX_PARTS) return { kind: 'refused', refusal: { code: 'too_many_fields' } }
  if (parts === 0) return { kind: 'fields', fields: [] }
  const { Busboy } = await loadParser()
  return readParts(Busboy, { body, boundary, parts })
}

/** Counts the parts before the final boundary (RFC 2046 §5.1.1); null when there is no final boundary. */
function countParts(body: Buffer, boundary: string): number | null {
  const text = `\r\n${body.toString('latin1')}`
  const delimiter = `\r\n--${boundary}`
  let parts = 0
  for (let at = text.indexOf(delimiter); at !== -1; at = text.indexOf(delimiter, at + delimiter.length)) {
    if (text.startsWith('--', at + delimiter.length)) return parts
    parts += 1
  }
  return null
}

function readParts(
  Busboy: typeof MultipartParser,
  request: { body: Buffer; boundary: string; parts: number },
): Promise<Parsed> {
  return new Promise((resolve) => {
    const fields: Field[] = []
    let read = 0
    const parser = new Busboy({
      // Built from the parsed header, so that two parsers of it cannot differ.
      headers: { 'content-type': `multipart/form-data; boundary="${request.boundary}"` },
      limits: { fieldSize: request.body.length },
      // NOTE: with less, the parser stalls at a larger part that cannot be read, because nothing consumes its bytes.
      fileHwm: request.body.length + 1,
    })
    parser.on('field', (name, value) => {
      if (name === undefined) return resolve(UNPARSABLE)
      read += 1
      fields.push({ name: cleanText(unescapeName(name)), value: cleanText(value) })
    })
    parser.on('file', (name, stream, filename) => {
      read += 1
      if (filename) resolve(fileRefused(name, fields))
      stream.on('data', () => resolve(fileRefused(name, fields)))
      // NOTE: a stream's error without a listener ends the process.
      stream.on('error', () => resolve(UNPARSABLE))
    })
    parser.on('error', () => resolve(UNPARSABLE))
    // The parser skips parts that it cannot read, so the parts are counted.
    parser.on('finish', () => resolve(read === request.parts ? { kind: 'fields', fields } : UNPARSABLE))
    parser.end(request.body)
  })
}

/** Unescapes the three characters that browsers escape in names (HTML standard, "multipart form data"). */
function unescapeName(name: string): string {
  return name.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%22', '"')
}

/** @param fields the fields before the file */
function fileRefused(name: string | undefined, fields: Field[]): Parsed {
  const field = truncateName(unescapeName(name ?? ''))
  return { kind: 'refused', refusal: { code: 'file_refused', field }, fields }
}
