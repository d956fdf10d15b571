import type { RefusalCode } from '../domain/refusal.ts'
import { answerTo } from './refusals.ts'

const CODES: Readonly<Record<string, 'headers_too_large' | 'request_timeout'>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Why bytes never became a request, by the code of Node's error. */
export function codeOfUnreadable(error: { code: string }): RefusalCode {
  return CODES[error.code] ?? 'request_malformed'
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
