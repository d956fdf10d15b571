import { Busboy } from '@fastify/busboy'
import { type Field, MAX_FIELDS, MAX_VALUE_BYTES } from '../../domain/fields.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { cleanText } from './clean-text.ts'

type Parsed = { kind: 'fields'; fields: Field[] } | { kind: 'refused'; refusal: Refusal }

const UNPARSABLE: Parsed = { kind: 'refused', refusal: { code: 'body_unparsable' } }
const SHOWN_NAME_LENGTH = 128

/**
 * The text parts of a `multipart/form-data` body (RFC 7578), in the order sent. A file is refused; the empty part that
 * browsers send for a file input left alone is ignored. A body without its final boundary is refused.
 */
export function parseMultipart(body: Buffer, contentType: string, boundary: string): Promise<Parsed> {
  if (!body.includes(`--${boundary}--`)) return Promise.resolve(UNPARSABLE)
  return new Promise((resolve) => {
    const fields: Field[] = []
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        // One more than is allowed, so that whoever checks the limits sees what breaks them.
        fields: MAX_FIELDS + 1,
        fieldSize: MAX_VALUE_BYTES + 1,
        fieldNameSize: body.length,
        files: MAX_FIELDS,
        parts: 2 * MAX_FIELDS,
      },
    })
    const settle = (parsed: Parsed) => {
      parser.removeAllListeners('field').removeAllListeners('file')
      resolve(parsed)
    }
    parser.on('field', (name, value) => {
      if (name === undefined) return settle(UNPARSABLE)
      fields.push({ name: cleanText(name), value: cleanText(value) })
    })
    parser.on('file', (name, stream, filename) => {
      let empty = !filename
      stream.on('data', () => {
        empty = false
      })
      stream.on('end', () => {
        if (!empty) settle({ kind: 'refused', refusal: fileRefused(name) })
      })
    })
    parser.on('partsLimit', () => settle({ kind: 'refused', refusal: { code: 'too_many_fields' } }))
    parser.on('filesLimit', () => settle({ kind: 'refused', refusal: { code: 'too_many_fields' } }))
    parser.on('error', () => settle(UNPARSABLE))
    parser.on('finish', () => settle({ kind: 'fields', fields }))
    parser.end(body)
  })
}

function fileRefused(name: string | undefined): Refusal {
  const field = cleanText((name ?? '').slice(0, SHOWN_NAME_LENGTH))
  return { code: 'file_refused', field }
}
