import type { Refusal } from '../../../domain/refusal.ts'
import type { Field } from '../../../domain/submissions/fields.ts'
import { readContentType } from './content-type.ts'
import { parseJsonFields } from './json-fields.ts'
import { findBrokenLimit } from './limits.ts'
import { parseMultipart } from './multipart.ts'
import { parseUrlencoded } from './urlencoded.ts'

export type ReadBody = { kind: 'fields'; fields: Field[] } | { kind: 'refused'; refusal: Refusal }

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
  const { kind, boundary } = readContentType(contentType)
  switch (kind) {
    case 'urlencoded':
      return withinLimits({ kind: 'fields', fields: parseUrlencoded(body) })
    case 'json':
      return withinLimits(parseJsonFields(body))
    case 'multipart':
      if (boundary === null) return { kind: 'refused', refusal: NO_BOUNDARY }
      return parseMultipart(body, boundary).then(withinLimits)
    case 'other':
      return UNSUPPORTED
  }
}

const UNSUPPORTED: ReadBody = { kind: 'refused', refusal: { code: 'unsupported_media_type' } }
const NO_BOUNDARY: Refusal = {
  code: 'body_unparsable',
  message: 'The Content-Type of the multipart body has no valid boundary. Let the client set this header.',
}

function withinLimits(read: ReadBody): ReadBody {
  if (read.kind === 'refused') return read
  const refusal = findBrokenLimit(read.fields)
  return refusal ? { kind: 'refused', refusal } : read
}
