import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../actions/accounts/caller.ts'
import { type AccessDemand, mayDo, SCOPES, type Scope } from '../../domain/accounts/scope.ts'
import type { Refusal, Refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import type { Demands } from './api-route.ts'
import { parseBearer } from './bearer.ts'
import { getCookie } from './cookies.ts'
import { getHeader } from './request.ts'
import { isSafeMethod } from './response-format.ts'
import { isSameOrigin } from './same-origin.ts'

type Authenticated = { kind: 'open'; caller: Caller } | Refused

/** Other schemes in the header belong to proxies in front of the service, and are ignored. */
const IS_BEARER = /^Bearer\b/i

/** Finds the caller by API key or cookie and checks the requirements of the route. A key in a query is ignored. */
export async function authenticate(
  request: FastifyRequest,
  deps: Pick<HttpDeps, 'base' | 'actions'>,
  demands: Demands & { demand: AccessDemand; now: Date },
): Promise<Authenticated> {
  const authorization = getHeader(request, 'authorization')
  const found =
    authorization !== undefined && IS_BEARER.test(authorization)
      ? await byKey(request, deps, demands.now)
      : await byCookie(request, deps, demands.now)
  if (found.kind === 'refused') return found
  const refusal = refusalFor(found.caller, demands)
  return refusal ? { kind: 'refused', refusal } : found
}

/**
 * Refuses, before the body is read, a request whose credentials cannot be valid (none, or a key that is mistyped or of
 * another kind), and too many calls with the same credentials. Null when the store has to decide.
 */
export function checkBeforeBody(
  request: FastifyRequest,
  deps: Pick<HttpDeps, 'base' | 'keys' | 'callRate' | 'clock'>,
): Refusal | null {
  const authorization = getHeader(request, 'authorization')
  if (authorization !== undefined && IS_BEARER.test(authorization)) {
    const apiKey = parseBearer(request) ?? ''
    return deps.keys.parseApiKeyId(apiKey) === null ? { code: 'key_invalid' } : countCall(deps, apiKey)
  }
  const secret = getCookie(request, deps, 'session')
  return secret === null ? { code: 'not_signed_in' } : countCall(deps, secret)
}

/** Counts a call with a key or session, by the hash of the whole secret: knowing only its id must not use up calls of its holder. */
export function countCall(
  { keys, callRate, clock }: Pick<HttpDeps, 'keys' | 'callRate' | 'clock'>,
  credential: string,
): Refusal | null {
  return callRate.take({ credentialHash: keys.secretHash(credential), now: clock.now() })
}

async function byKey(
  request: FastifyRequest,
  deps: Pick<HttpDeps, 'actions'>,
  now: Date,
): Promise<Authenticated> {
  const apiKey = parseBearer(request) ?? ''
  const found = await deps.actions.findCallerByKey({ apiKey, now })
  return found.kind === 'refused' ? found : { kind: 'open', caller: found.caller }
}

async function byCookie(
  request: FastifyRequest,
  deps: Pick<HttpDeps, 'base' | 'actions'>,
  now: Date,
): Promise<Authenticated> {
  const secret = getCookie(request, deps, 'session')
  if (secret === null) return { kind: 'refused', refusal: { code: 'not_signed_in' } }
  if (!isSafeMethod(request) && !isSameOrigin(request, deps.base)) {
    return { kind: 'refused', refusal: { code: 'cross_site_action' } }
  }
  const caller = await deps.actions.findCallerBySession({ secret, now })
  if (!caller) return { kind: 'refused', refusal: { code: 'not_signed_in' } }
  // The session acts in another account than the page shows: another tab has switched.
  const shown = getHeader(request, 'formslot-account')
  const isStale = shown !== undefined && shown !== encodeURIComponent(caller.mailbox)
  return isStale ? { kind: 'refused', refusal: { code: 'account_changed' } } : { kind: 'open', caller }
}

function refusalFor(
  { by, access }: Caller,
  { needs, fresh, demand, now }: Demands & { demand: AccessDemand; now: Date },
): Refusal | null {
  if (by.kind === 'key' && needs === 'session') return { code: 'session_needed' }
  if (!mayDo(access, demand)) return { code: 'role_missing' }
  if (by.kind === 'key' && needs !== 'session') {
    return toScopes(needs).every((scope) => by.scopes.includes(scope)) ? null : { code: 'scope_missing' }
  }
  return fresh ? checkFreshSignIn({ by }, now) : null
}

/** Returns the scopes that a key must have. */
export function toScopes(needs: Exclude<Demands['needs'], 'session'>): readonly Scope[] {
  return needs === 'both' ? SCOPES : [needs]
}

/** Refuses a request that reveals submitted content, such as a filter by it, to a key without the scope `read`; null when it may. */
export function checkReadScope({ by }: Pick<Caller, 'by'>): Refusal | null {
  return by.kind === 'key' && !by.scopes.includes('read') ? { code: 'scope_missing' } : null
}

/** Refuses an action that cannot be undone, or whose effect outlives the session, without a recent sign-in; null when it may. */
export function checkFreshSignIn({ by }: Pick<Caller, 'by'>, now: Date): Refusal | null {
  return by.kind === 'session' && now >= by.freshUntil ? { code: 'fresh_sign_in_needed' } : null
}
