import { checkExpiry, checkNewExpiry, MAX_ENDPOINT_KEYS } from '../../domain/accounts/api-key.ts'
import type { EndpointScope } from '../../domain/accounts/scope.ts'
import type { KeyedKind } from '../../domain/endpoints/kind.ts'
import type { Refused } from '../../domain/refusal.ts'
import type { ListedEndpointKey } from '../../store/endpoints/endpoint-keys.ts'
import { type Caller, toActor } from '../accounts/caller.ts'
import type { Context } from '../context.ts'

export type { ListedEndpointKey } from '../../store/endpoints/endpoint-keys.ts'

/** An endpoint of the caller. */
type EndpointRequest = { kind: KeyedKind; endpointId: string }

/** Lists the keys of an endpoint of the caller, newest first; null when the caller has no such endpoint. */
export async function listEndpointKeys(
  context: Context,
  caller: Caller,
  request: EndpointRequest,
): Promise<ListedEndpointKey[] | null> {
  const owned = await findOwned(context, caller, request)
  return owned && context.store.endpointKeys.list(owned.key)
}

/** Creates a key for an endpoint of the caller. `endpointKey` is returned only here: the store holds its hash. */
export async function createEndpointKey(
  context: Context,
  caller: Caller,
  request: EndpointRequest & {
    name: string
    scopes: readonly EndpointScope[]
    expiresAt: Date | null
    now: Date
  },
): Promise<{ kind: 'made'; key: ListedEndpointKey; endpointKey: string } | Refused> {
  const { name, scopes, expiresAt, now } = request
  const past = checkNewExpiry(expiresAt, now)
  if (past) return { kind: 'refused', refusal: past }
  const owned = await findOwned(context, caller, request)
  if (!owned) return { kind: 'refused', refusal: { code: 'endpoint_not_found' } }
  const { id, endpointKey } = context.keys.newEndpointKey(request.kind)
  const key = await context.store.endpointKeys.add({
    endpointKey: owned.key,
    id,
    hash: context.keys.secretHash(endpointKey),
    name,
    scopes: [...new Set(scopes)].sort(),
    expiresAt,
    memberKey: caller.member?.key ?? null,
    maxKeys: MAX_ENDPOINT_KEYS,
    by: toActor(caller),
    now,
  })
  if (key) return { kind: 'made', key, endpointKey }
  const message = `An endpoint can have at most ${MAX_ENDPOINT_KEYS} keys.`
  return { kind: 'refused', refusal: { code: 'limit_reached', message } }
}

/** Revokes a key, from the next request on. Returns false when the caller has no such endpoint or the endpoint no such key. */
export async function revokeEndpointKey(
  context: Context,
  caller: Caller,
  request: EndpointRequest & { id: string; now: Date },
): Promise<boolean> {
  const key = context.keys.rowKey('endpoint_key', request.id)
  const owned = key === null ? null : await findOwned(context, caller, request)
  if (key === null || owned === null) return false
  const by = toActor(caller)
  return context.store.endpointKeys.delete({ endpointKey: owned.key, key, by, now: request.now })
}

/** Finds the endpoint and the scopes of a key of an endpoint; a key that is unknown or has expired is refused. */
export async function findEndpointKey(
  { keys, store }: Context,
  request: { kind: KeyedKind; endpointKey: string; now: Date },
): Promise<{ kind: 'found'; endpointId: string; scopes: readonly EndpointScope[] } | Refused> {
  const { kind, endpointKey, now } = request
  const id = keys.parseEndpointKeyId(kind, endpointKey)
  const found = id === null ? null : await store.endpointKeys.find(id)
  if (!found || !keys.matchesSecretHash(endpointKey, found.hash))
    return { kind: 'refused', refusal: { code: 'key_invalid' } }
  const refusal = checkExpiry(found, now)
  if (refusal) return { kind: 'refused', refusal }
  return { kind: 'found', endpointId: found.endpointId, scopes: found.scopes }
}

function findOwned({ store }: Context, { accountKey }: Caller, { kind, endpointId }: EndpointRequest) {
  return store.owned.find({ accountKey, kind, endpointId })
}
