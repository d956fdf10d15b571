import type { Refusal } from '../domain/refusal.ts'
import { type Asked, headerOf } from './request.ts'

/** What a 401 names as the way in for programs (RFC 6750 §3). */
const CHALLENGE = 'Bearer realm="Formslot"'
const BEARER = /^Bearer +(\S+) *$/i

/** The key that a program shows; null where it shows none. A key in a query is nobody's. */
export function bearerOf(request: Asked): string | null {
  return BEARER.exec(headerOf(request, 'authorization') ?? '')?.[1] ?? null
}

/** What a refusal says about the way in. */
export function challengeFor(status: number, { code }: Refusal): Record<string, string> {
  if (code === 'scope_missing') return { 'www-authenticate': `${CHALLENGE}, error="insufficient_scope"` }
  if (code === 'key_invalid') return { 'www-authenticate': `${CHALLENGE}, error="invalid_token"` }
  return status === 401 ? { 'www-authenticate': CHALLENGE } : {}
}
