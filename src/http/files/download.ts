import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { OpenFile } from '../../actions/files/open-file.ts'
import { parseByteRange } from '../../domain/files/byte-range.ts'
import { type Refused, refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { getHeader } from '../kernel/request.ts'
import { NOT_LOADED_ELSEWHERE } from '../kernel/response-headers.ts'
import { toAttachmentHeader } from './attachment-header.ts'

/**
 * Headers of every answer with bytes that a visitor sent: a browser saves them, whatever they are, never shows or runs them,
 * and no page of another site can load them.
 */
const FILE_HEADERS = {
  'content-type': 'application/octet-stream',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cache-control': 'private, no-store',
  'accept-ranges': 'bytes',
  ...NOT_LOADED_ELSEWHERE,
}

/** An answer with the bytes of a file, or a range of them. */
export type Download = {
  kind: 'stream'
  status: 200 | 206 | 416
  headers: Readonly<Record<string, string>>
  body: Readable
}

/**
 * Answers a request for a file with its bytes, or the range that `Range` asks for. The bytes of a file never change, so a
 * download that was cut goes on where it ended, under the same tag.
 *
 * @throws FilesUnavailable
 */
export async function answerWithFile(
  request: FastifyRequest,
  file: OpenFile,
  { log }: Pick<HttpDeps, 'log'>,
): Promise<Download | Refused> {
  const { name, bytes, sha256 } = file
  const etag = `"${sha256}"`
  const range = parseByteRange(findRange(request, etag), bytes)
  if (range === 'none') {
    const unsatisfied = { ...FILE_HEADERS, 'content-range': `bytes */${bytes}`, 'content-length': '0' }
    return { kind: 'stream', status: 416, headers: unsatisfied, body: Readable.from([]) }
  }
  const headers = { ...FILE_HEADERS, 'content-disposition': toAttachmentHeader(name), etag }
  const part = range === 'whole' ? undefined : range
  const body = await file.read(part)
  if (body === null) {
    log.error({ request_id: request.id }, 'file_bytes_missing')
    return refused({ code: 'file_not_found' })
  }
  // The framework then cuts the connection, so that the client does not take a part for the whole.
  body.once('error', (error: Error) =>
    log.error({ err: error, request_id: request.id }, 'file_stream_failed'),
  )
  if (part === undefined) {
    return { kind: 'stream', status: 200, headers: { ...headers, 'content-length': String(bytes) }, body }
  }
  const { from, to } = part
  const length = { 'content-range': `bytes ${from}-${to}/${bytes}`, 'content-length': String(to - from + 1) }
  return { kind: 'stream', status: 206, headers: { ...headers, ...length }, body }
}

/** Returns the header Range; none for a client that continues another file (RFC 9110 §13.1.5). */
function findRange(request: FastifyRequest, etag: string): string | undefined {
  const ifRange = getHeader(request, 'if-range')
  return ifRange === undefined || ifRange === etag ? getHeader(request, 'range') : undefined
}
