import type { EndpointScope, Scope } from '../../domain/accounts/scope.ts'
import type { Refusal, Refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { parseBearer } from '../kernel/bearer.ts'
import { addressBucket } from '../kernel/client-address.ts'
import { getClientAddress, getHeader, type RequestHead } from '../kernel/request.ts'

/** The program behind a request: its key decides which tools are listed. Every call is authorized again by its route. */
export type McpCaller =
  | { kind: 'anyone' }
  | { kind: 'account'; apiKey: string; scopes: readonly Scope[] }
  | { kind: 'endpoint'; apiKey: string; scopes: readonly EndpointScope[] }

const KEYED_KINDS = ['queue', 'telemetry'] as const
/** Other schemes in the header belong to proxies in front of the service, and are ignored. */
const IS_BEARER = /^Bearer\b/i

/** Refuses a key that is mistyped or of no known kind, before the body is read; null when the store has to decide. */
export function checkKeyForm(request: RequestHead, { keys }: Pick<HttpDeps, 'keys'>): Refusal | null {
  if (!hasBearer(request)) return null
  const key = parseBearer(request) ?? ''
  const isKnown =
    keys.parseApiKeyId(key) !== null ||
    KEYED_KINDS.some((kind) => keys.parseEndpointKeyId(kind, key) !== null)
  return isKnown ? null : { code: 'key_invalid' }
}

/** Finds the caller by the key of the request. */
export async function findMcpCaller(
  request: RequestHead,
  { actions, keys, clock }: Pick<HttpDeps, 'actions' | 'keys' | 'clock'>,
): Promise<{ kind: 'found'; caller: McpCaller } | Refused> {
  if (!hasBearer(request)) return { kind: 'found', caller: { kind: 'anyone' } }
  const now = clock.now()
  const apiKey = parseBearer(request) ?? ''
  const kind = KEYED_KINDS.find((one) => keys.parseEndpointKeyId(one, apiKey) !== null)
  if (kind === undefined) {
    const found = await actions.findCallerByKey({ apiKey, now })
    if (found.kind === 'refused') return found
    return { kind: 'found', caller: { kind: 'account', apiKey, scopes: found.caller.by.scopes } }
  }
  const found = await actions.findEndpointKeyScopes({ kind, endpointKey: apiKey, now })
  if (found.kind === 'refused') return found
  return { kind: 'found', caller: { kind: 'endpoint', apiKey, scopes: found.scopes } }
}

/** Returns the name that limits count a request by: the hash of its key, else the bucket of its client address. */
export function toCredential(
  request: RequestHead,
  { keys, trusts }: Pick<HttpDeps, 'keys' | 'trusts'>,
): string {
  const key = hasBearer(request) ? parseBearer(request) : null
  return key === null ? addressBucket(getClientAddress(request, trusts)) : keys.secretHash(key)
}

function hasBearer(request: RequestHead): boolean {
  return IS_BEARER.test(getHeader(request, 'authorization') ?? '')
}
