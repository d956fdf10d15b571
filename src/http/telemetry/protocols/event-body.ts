import { gunzipSync } from 'node:zlib'
import { type Refused, refused } from '../../../domain/refusal.ts'
import { decodeUtf8 } from '../../kernel/body/charset.ts'
import { isGzip } from '../../kernel/body/gzip.ts'
import { getHeader, type RequestHead } from '../../kernel/request.ts'

/** Supported media types, without parameters. */
const TYPES: Readonly<Record<string, EventBody['type']>> = {
  'application/json': 'json',
  'application/x-ndjson': 'lines',
  'application/ndjson': 'lines',
  'application/jsonl': 'lines',
  // Beacons send text, which needs no preflight.
  'text/plain': 'json',
  'application/x-www-form-urlencoded': 'urlencoded',
  'application/x-protobuf': 'protobuf',
  'application/protobuf': 'protobuf',
}
const CHARSET = /;[ \t]*charset="?(utf-8|utf8|us-ascii)"?[ \t]*(;|$)/i
/** Error code of zlib when the output exceeds its limit. */
const TOO_LARGE = 'ERR_BUFFER_TOO_LARGE'

/** A decompressed body within the size limit. */
export type EventBody = { type: 'json' | 'lines' | 'urlencoded' | 'protobuf'; bytes: Buffer }

/** Decompresses a body of at most `maxBytes` bytes; the limit applies before and after, against decompression bombs. */
export function readEventBody(
  request: RequestHead & { body: unknown },
  { maxBytes, types }: { maxBytes: number; types: readonly EventBody['type'][] },
): { kind: 'read'; body: EventBody } | Refused {
  const header = getHeader(request, 'content-type') ?? ''
  const type = getBodyType(request)
  const foreign = /charset/i.test(header) && !CHARSET.test(header)
  if (type === undefined || !types.includes(type) || foreign)
    return refused({ code: 'unsupported_media_type' })
  const packed = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  if (packed.length > maxBytes) return refused({ code: 'payload_too_large' })
  const bytes = decompress(packed, { name: getEncoding(request, packed), maxBytes })
  return bytes.kind === 'refused' ? bytes : { kind: 'read', body: { type, bytes: bytes.bytes } }
}

/** Returns the type of a body; undefined when its media type is not supported. */
export function getBodyType(request: RequestHead): EventBody['type'] | undefined {
  const header = getHeader(request, 'content-type') ?? ''
  return TYPES[header.split(';', 1)[0]?.trim().toLowerCase() ?? '']
}

/** Returns true for a compressed body. */
export function isCompressed(request: RequestHead & { body: unknown }): boolean {
  return getEncoding(request, request.body) !== 'identity'
}

function getEncoding(request: RequestHead, body: unknown): string {
  const name = getHeader(request, 'content-encoding')?.trim().toLowerCase() ?? 'identity'
  return name === 'identity' && isGzip(body) ? 'gzip' : name
}

function decompress(
  packed: Buffer,
  { name, maxBytes }: { name: string; maxBytes: number },
): { kind: 'bytes'; bytes: Buffer } | Refused {
  if (name === 'identity') return { kind: 'bytes', bytes: packed }
  if (name !== 'gzip' && name !== 'x-gzip') return refused({ code: 'unsupported_media_type' })
  try {
    return { kind: 'bytes', bytes: gunzipSync(packed, { maxOutputLength: maxBytes }) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === TOO_LARGE) return refused({ code: 'payload_too_large' })
    if (code.startsWith('Z_')) {
      return refused({ code: 'body_unparsable', message: 'The body does not match its Content-Encoding.' })
    }
    throw error
  }
}

/** Parses the JSON of a body, after `edit` has corrected it. */
export function parseJson(
  bytes: Buffer,
  edit = (json: string) => json,
): { kind: 'parsed'; value: unknown } | Refused {
  try {
    const text = edit(decodeUtf8(bytes))
    return { kind: 'parsed', value: JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text) }
  } catch (error) {
    if (error instanceof SyntaxError) return refused({ code: 'body_unparsable' })
    throw error
  }
}

/** Parses up to `limit` non-empty lines of JSON; a malformed line becomes undefined and makes only its own event invalid. */
export function parseLines(bytes: Buffer, limit: number): unknown[] {
  const lines = decodeUtf8(bytes).split('\n')
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, limit)
    .map(parseLine)
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
