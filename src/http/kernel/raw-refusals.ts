import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { RefusalCode } from '../../domain/refusal.ts'
import { ServerResponse } from '../../runtime/node-http.ts'
import { answerTo } from './refusals.ts'

const CODES: Readonly<Record<string, 'headers_too_large' | 'request_timeout'>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Id of a request, and the headers of its answer. */
type RawAnswer = { requestId: string; headers: Readonly<Record<string, string>> }

/** Refuses bytes that could not be parsed as a request. */
export function refuseUnreadable(socket: Socket, error: { code: string }, answered: RawAnswer): void {
  const code = toUnreadableCode(error)
  afterEarlierAnswers(socket, () => {
    socket.end(rawRefusal({ code, ...answered }))
    // The rest of a late request may have arrived by now; it must not be processed after the refusal.
    if (code === 'request_timeout') socket.destroySoon()
  })
}

/**
 * Answers the request in progress on a connection that is closed to make room for another one. Whether it was stored is
 * unknown. Closes the connection without an answer if part of one has been sent, or if the client does not read.
 */
export function refuseUnfinished(socket: Socket, answered: RawAnswer): void {
  const response = getResponseInProgress(socket)
  if (!response || response.headersSent || socket.writableLength > 0) {
    socket.destroy()
    return
  }
  socket.end(rawRefusal({ code: 'store_unavailable', ...answered }))
  socket.destroySoon()
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
  const busyWith = getResponseInProgress(socket)
  if (!busyWith?.req.complete) {
    if (socket.writable) write()
    return
  }
  busyWith.once('close', () => setImmediate(() => afterEarlierAnswers(socket, write)))
}

/** Returns the answer in progress on a connection; an incomplete request has one too, which is never written. */
function getResponseInProgress(socket: Duplex): InstanceType<typeof ServerResponse> | null {
  const response: unknown = Reflect.get(socket, '_httpMessage')
  return response instanceof ServerResponse ? response : null
}

/** Returns the bytes of an answer (RFC 9112 §4). */
function rawRefusal(refusal: RawAnswer & { code: RefusalCode }): string {
  const { status, retryAfterSeconds, body } = answerTo({ code: refusal.code }, refusal.requestId)
  const text = JSON.stringify(body)
  const headers = Object.entries({
    ...refusal.headers,
    ...(retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }),
    'request-id': refusal.requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  })
  const lines = [`HTTP/1.1 ${status} Refused`, ...headers.map(([name, value]) => `${name}: ${value}`)]
  return `${lines.join('\r\n')}\r\n\r\n${text}`
}
