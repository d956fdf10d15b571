import type { EndpointScope, Scope } from '../../domain/accounts/scope.ts'
import type { Refusal, Refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { parseBearer } from '../kernel/bearer.ts'
import { addressBucket } from '../kernel/client-address.ts'
import { getClientAddress, getHeader, type RequestHead } from '../kernel/request.ts'

/** The program behind a request: its key decides which tools are listed. Every call is authorized again by its route. */
export type McpCaller =
  | { kind: 'anyone' }
  | { kind: 'account'; apiKey: string; accountKey: number; scopes: readonly Scope[] }
  | { kind: 'endpoint'; apiKey: string; endpointId: string; scopes: readonly EndpointScope[] }

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
    const { accountKey, by } = found.caller
    return { kind: 'found', caller: { kind: 'account', apiKey, accountKey, scopes: by.scopes } }
  }
  const found = await actions.findEndpointKey({ kind, endpointKey: apiKey, now })
  if (found.kind === 'refused') return found
  const { endpointId, scopes } = found
  return { kind: 'found', caller: { kind: 'endpoint', apiKey, endpointId, scopes } }
}

/** Returns the name that limits count a request by: the hash of its key, else the bucket of its client address. */
export function toCredential(
  request: RequestHead,
  { keys, trusts }: Pick<HttpDeps, 'keys' | 'trusts'>,
): string {
  const key = hasBearer(request) ? parseBearer(request) : null
  return key === null ? addressBucket(getClientAddress(request, trusts)) : keys.secretHash(key)
}

/** Returns the name that pending responses are counted by: all keys of an account or endpoint hold as much as one. */
export function toReader(
  caller: McpCaller,
  request: RequestHead,
  { trusts }: Pick<HttpDeps, 'trusts'>,
): string {
  switch (caller.kind) {
    case 'account':
      return `account ${caller.accountKey}`
    case 'endpoint':
      return caller.endpointId
    case 'anyone':
      return addressBucket(getClientAddress(request, trusts))
  }
}

function hasBearer(request: RequestHead): boolean {
  return IS_BEARER.test(getHeader(request, 'authorization') ?? '')
}
