import type { Refusal } from '../../domain/refusal.ts'
import { getHeader, type RequestHead } from './request.ts'
import { type Answer, refusalAnswer } from './respond.ts'
import type { ResponseFormat } from './response-format.ts'

/** Challenge of a 401 for programs (RFC 6750 §3). */
const CHALLENGE = 'Bearer realm="Formslot"'
const BEARER = /^Bearer +(\S+) *$/i

/** Returns the key in the Authorization header, or null. A key in a query is ignored. */
export function parseBearer(request: RequestHead): string | null {
  return BEARER.exec(getHeader(request, 'authorization') ?? '')?.[1] ?? null
}

/** Returns a refusal of a route that accepts keys, with a WWW-Authenticate challenge where one applies. */
export function keyedRefusalAnswer(
  request: RequestHead,
  refusal: Refusal,
  responseFormat: ResponseFormat,
): Answer {
  const answer = refusalAnswer(request, refusal, responseFormat)
  return { ...answer, headers: { ...answer.headers, ...challengeFor(answer.status, refusal) } }
}

function challengeFor(status: number, { code }: Refusal): Record<string, string> {
  if (code === 'scope_missing') return { 'www-authenticate': `${CHALLENGE}, error="insufficient_scope"` }
  if (code === 'key_invalid' || code === 'key_expired')
    return { 'www-authenticate': `${CHALLENGE}, error="invalid_token"` }
  return status === 401 ? { 'www-authenticate': CHALLENGE } : {}
}
