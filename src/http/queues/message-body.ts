import type { FastifyRequest } from 'fastify'
import { MAX_MESSAGE_BYTES, MAX_MESSAGE_DEPTH, type MessageContent } from '../../domain/queues/queue.ts'
import { type Refused, refused } from '../../domain/refusal.ts'
import { fieldsToObject } from '../../domain/submissions/fields.ts'
import { createDecoder, findCharset, UTF8 } from '../kernel/body/charset.ts'
import { readContentType } from '../kernel/body/content-type.ts'
import { isDeeper } from '../kernel/body/json-text.ts'
import { getHeader, parseContent } from '../kernel/request.ts'

/** `bytes`: size that counts against the limit, of the JSON or the text itself. */
export type ReadMessage = { kind: 'message'; content: MessageContent; bytes: number }
const PLAIN_TEXT = /^text\/plain *(;|$)/i
const OTHER_JSON = /^application\/[\w.-]+\+json *(;|$)/i
const CHARSET = /; *charset *= *"?([\w-]+)/i

/** Reads a body that is the message itself: any JSON, a text, or the fields of a form as one JSON object. */
export async function readWholeMessage(request: FastifyRequest): Promise<ReadMessage | Refused> {
  switch (getBodyKind(request)) {
    case 'text': {
      const text = decodeText(request)
      return text === null ? WRONG_CHARSET : toMessage({ type: 'text', text: JSON.stringify(text) }, text)
    }
    case 'json': {
      const read = readJsonText(request)
      return read.kind === 'refused' ? read : toMessage({ type: 'json', text: read.text }, read.text)
    }
    case 'fields': {
      const content = await parseContent(request, { multipart: 'allowed' })
      if (content.kind === 'refused') return content
      if (content.fields.length === 0)
        return refused({ code: 'message_invalid', message: 'The message is empty.' })
      const text = JSON.stringify(fieldsToObject(content.fields))
      return toMessage({ type: 'json', text }, text)
    }
    case 'other':
      return refused({ code: 'unsupported_media_type' })
  }
}

/**
 * Converts the body of a message in a request into its stored form: JSON as sent, digit for digit.
 *
 * @param sent.text the JSON of the body, undefined where it is missing
 * @param field names the body in a refusal
 */
export function toMessageContent(
  sent: { text: string | undefined; type: 'json' | 'text' },
  field: string,
): ReadMessage | Refused {
  const { type, text = 'null' } = sent
  if (type === 'json') return toMessage({ type, text }, text, field)
  const body: unknown = JSON.parse(text)
  if (typeof body === 'string') {
    const whole = body.toWellFormed()
    return toMessage({ type, text: JSON.stringify(whole) }, whole, field)
  }
  const message = 'With content_type "text" the body must be a string.'
  return refused({ code: 'message_invalid', field, message })
}

/** Reads the JSON of a request: its text, and its value for validation. */
export function readJsonCall(
  request: FastifyRequest,
): { kind: 'read'; text: string; value: unknown } | Refused {
  if (getBodyKind(request) !== 'json') {
    const message = 'The body must be JSON. Send the header Content-Type: application/json.'
    return refused({ code: 'unsupported_media_type', message })
  }
  return readJsonText(request)
}

function getBodyKind(request: FastifyRequest): 'json' | 'text' | 'fields' | 'other' {
  const encoding = getHeader(request, 'content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (encoding !== 'identity') return 'other'
  const type = getHeader(request, 'content-type')?.trim() ?? ''
  const { kind } = readContentType(type)
  if (kind === 'json') return kind
  if (kind === 'urlencoded' || kind === 'multipart') return 'fields'
  if (getCharset(request) === null) return 'other'
  if (PLAIN_TEXT.test(type)) return 'text'
  return OTHER_JSON.test(type) ? 'json' : 'other'
}

/** Returns the declared charset, UTF-8 when none is; null when bodies cannot be decoded from it. */
function getCharset(request: FastifyRequest): string | null {
  return findCharset(CHARSET.exec(getHeader(request, 'content-type') ?? '')?.[1] ?? UTF8)
}

const WRONG_CHARSET = refused({
  code: 'body_unparsable',
  message: 'The body is not UTF-8, or not in the charset that its Content-Type declares.',
})
const NOT_JSON = refused({ code: 'body_unparsable', message: 'The body is not well-formed JSON.' })
const TOO_DEEP = refused({
  code: 'message_invalid',
  message: `The JSON is nested more than ${MAX_MESSAGE_DEPTH} levels deep.`,
})

function readJsonText(request: FastifyRequest): { kind: 'read'; text: string; value: unknown } | Refused {
  const text = decodeText(request)?.trim() ?? null
  if (text === null) return WRONG_CHARSET
  // Checked before parsing: recursion over deep JSON would exhaust the stack.
  if (isDeeper(text, MAX_MESSAGE_DEPTH)) return TOO_DEEP
  try {
    return { kind: 'read', text, value: JSON.parse(text) }
  } catch (error) {
    if (error instanceof SyntaxError) return NOT_JSON
    throw error
  }
}

/** Returns null when the bytes are not valid in the charset. */
function decodeText(request: FastifyRequest): string | null {
  const decoder = createDecoder(getCharset(request) ?? UTF8)
  const text = decoder.decode(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0))
  return decoder.isValid() ? text : null
}

function toMessage(content: MessageContent, counted: string, field?: string): ReadMessage | Refused {
  const bytes = Buffer.byteLength(counted)
  if (bytes <= MAX_MESSAGE_BYTES) return { kind: 'message', content, bytes }
  return refused({ code: 'message_too_large', ...(field === undefined ? {} : { field }) })
}
