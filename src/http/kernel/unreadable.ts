import { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { RefusalCode } from '../../domain/refusal.ts'
import { answerTo } from './refusals.ts'

const CODES: Readonly<Record<string, 'headers_too_large' | 'request_timeout'>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Refuses what could not be read as a request, and does nothing of it. */
export function refuseUnreadable(
  socket: Socket,
  error: { code: string },
  answered: { requestId: string; headers: Readonly<Record<string, string>> },
): void {
  const code = toUnreadableCode(error)
  afterEarlierAnswers(socket, () => {
    socket.end(rawRefusal({ code, ...answered }))
    // The rest of a late request may be here by now: read, it would be done all the same, though it was refused.
    if (code === 'request_timeout') socket.destroySoon()
  })
}

/** Why bytes never became a request, by the code of Node's error. */
export function toUnreadableCode(error: { code: string }): RefusalCode {
  return CODES[error.code] ?? 'request_malformed'
}

/**
 * Says something once the answers to earlier, whole requests of the same connection have been written: to the client the
 * first answer is that of its first request.
 */
export function afterEarlierAnswers(socket: Duplex, say: () => void): void {
  // The answer that a connection is busy with; a request that was cut short has one too, which nobody will write.
  const busyWith: unknown = Reflect.get(socket, '_httpMessage')
  if (!(busyWith instanceof ServerResponse) || !busyWith.req.complete) {
    if (socket.writable) say()
    return
  }
  busyWith.once('close', () => setImmediate(() => afterEarlierAnswers(socket, say)))
}

/** A whole answer for a request that never became one (RFC 9112 §4). */
export function rawRefusal(refusal: {
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
