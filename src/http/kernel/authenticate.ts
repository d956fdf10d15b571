import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../actions/accounts/caller.ts'
import { SCOPES, type Scope } from '../../domain/accounts/scope.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import type { Demands } from './api-route.ts'
import { parseBearer } from './bearer.ts'
import { getCookie } from './cookies.ts'
import { getHeader } from './request.ts'
import { isAskedFor } from './response-format.ts'
import { isSentFromHere } from './same-origin.ts'

type Door = { kind: 'open'; caller: Caller } | { kind: 'refused'; refusal: Refusal }

/** Whatever else proxies in front of us use the header for is not ours. */
const IS_BEARER = /^Bearer\b/i

/** Finds out who asks, by key or by cookie, and whether the caller may. A key in a query is nobody. */
export async function letIn(
  request: FastifyRequest,
  deps: Pick<HttpDeps, 'base' | 'actions'>,
  demands: Demands & { now: Date },
): Promise<Door> {
  const authorization = getHeader(request, 'authorization')
  const found =
    authorization !== undefined && IS_BEARER.test(authorization)
      ? await byKey(request, deps, demands.now)
      : await byCookie(request, deps, demands.now)
  if (found.kind === 'refused') return found
  const refusal = refusalFor(found.caller, demands)
  return refusal ? { kind: 'refused', refusal } : found
}

async function byKey(request: FastifyRequest, deps: Pick<HttpDeps, 'actions'>, now: Date): Promise<Door> {
  const apiKey = parseBearer(request) ?? ''
  const caller = await deps.actions.findCallerByKey({ apiKey, now })
  return caller ? { kind: 'open', caller } : { kind: 'refused', refusal: { code: 'key_invalid' } }
}

async function byCookie(
  request: FastifyRequest,
  deps: Pick<HttpDeps, 'base' | 'actions'>,
  now: Date,
): Promise<Door> {
  const secret = getCookie(request, deps, 'session')
  if (secret === null) return { kind: 'refused', refusal: { code: 'not_signed_in' } }
  if (!isAskedFor(request) && !isSentFromHere(request, deps.base)) {
    return { kind: 'refused', refusal: { code: 'cross_site_action' } }
  }
  const caller = await deps.actions.findCallerBySession({ secret, now })
  return caller ? { kind: 'open', caller } : { kind: 'refused', refusal: { code: 'not_signed_in' } }
}

function refusalFor({ by }: Caller, { needs, fresh, now }: Demands & { now: Date }): Refusal | null {
  if (by.kind === 'key') {
    if (needs === 'session') return { code: 'session_needed' }
    return scopesFor(needs).every((scope) => by.scopes.includes(scope)) ? null : { code: 'scope_missing' }
  }
  return fresh ? checkVersion({ by }, now) : null
}

/** The scopes that a key must have. */
export function scopesFor(needs: Exclude<Demands['needs'], 'session'>): readonly Scope[] {
  return needs === 'both' ? SCOPES : [needs]
}

/** Why a key may not ask by what was submitted, which would tell what that is; null where it may. */
export function toBlindRefusal({ by }: Pick<Caller, 'by'>): Refusal | null {
  return by.kind === 'key' && !by.scopes.includes('read') ? { code: 'scope_missing' } : null
}

/** Why a session may not do what cannot be undone; null where it may. */
export function checkVersion({ by }: Pick<Caller, 'by'>, now: Date): Refusal | null {
  return by.kind === 'session' && now >= by.freshUntil ? { code: 'fresh_sign_in_needed' } : null
}
