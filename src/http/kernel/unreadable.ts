import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { RefusalCode } from '../../domain/refusal.ts'
import { ServerResponse } from '../../runtime/node-http.ts'
import { answerTo } from './refusals.ts'

const CODES: Readonly<Record<string, 'headers_too_large' | 'request_timeout'>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Refuses bytes that could not be parsed as a request. */
export function refuseUnreadable(
  socket: Socket,
  error: { code: string },
  answered: { requestId: string; headers: Readonly<Record<string, string>> },
): void {
  const code = toUnreadableCode(error)
  afterEarlierAnswers(socket, () => {
    socket.end(rawRefusal({ code, ...answered }))
    // The rest of a late request may have arrived by now; it must not be processed after the refusal.
    if (code === 'request_timeout') socket.destroySoon()
  })
}

/** Returns the refusal code for an error of Node's HTTP parser. */
function toUnreadableCode(error: { code: string }): RefusalCode {
  return CODES[error.code] ?? 'request_malformed'
}

/**
 * Calls `write` after the answers to earlier complete requests of the connection have been written, because clients match
 * answers to requests by order.
 */
function afterEarlierAnswers(socket: Duplex, write: () => void): void {
  // The answer in progress on the connection; an incomplete request has one too, which is never written.
  const busyWith: unknown = Reflect.get(socket, '_httpMessage')
  if (!(busyWith instanceof ServerResponse) || !busyWith.req.complete) {
    if (socket.writable) write()
    return
  }
  busyWith.once('close', () => setImmediate(() => afterEarlierAnswers(socket, write)))
}

/** Returns the bytes of an answer to a request that could not be parsed (RFC 9112 §4). */
function rawRefusal(refusal: {
  code: RefusalCode
  requestId: string
  headers: Readonly<Record<string, string>>
}): string {
  const { status, body } = answerTo({ code: refusal.code }, refusal.requestId)
  const text = JSON.stringify(body)
  const headers = Object.entries({
    ...refusal.headers,
    'request-id': refusal.requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  })
  const lines = [`HTTP/1.1 ${status} Refused`, ...headers.map(([name, value]) => `${name}: ${value}`)]
  return `${lines.join('\r\n')}\r\n\r\n${text}`
}
