import { getKindRules, KINDS } from '../../domain/endpoints/kinds.ts'
import type { Refused } from '../../domain/refusal.ts'
import type { NewEndpointKey } from '../../store/contract/creations.ts'
import type { Context } from '../context.ts'

/** Name of the first key of an endpoint in its owner's lists. */
const FIRST_NAME = 'First key'

/**
 * Derives the first key of an endpoint, to be stored; null for kinds without keys.
 *
 * @param memberKey the member who creates it, with whom the key ends
 */
export function createFirstKey(
  context: Context,
  endpointId: string,
  memberKey: number | null = null,
): NewEndpointKey | null {
  const { kind } = getKindRules({ id: endpointId })
  if (kind === 'form') return null
  const [{ id, endpointKey }] = context.keys.firstEndpointKeys(kind, endpointId)
  const hash = context.keys.secretHash(endpointKey)
  return { id, hash, name: FIRST_NAME, scopes: KINDS[kind].keyScopes, expiresAt: null, memberKey }
}

/**
 * Returns the first key for the answer to a creation; null for kinds without keys. The stored answer holds no secret, so
 * a repeated one derives the key again, perhaps with the link secret before the current one, and is refused when no
 * derived key is stored: the owner has revoked it, or its secret is gone.
 */
export async function getFirstKey(
  context: Context,
  { endpointId, replayed }: { endpointId: string; replayed: boolean },
): Promise<{ kind: 'got'; firstKey: string | null } | Refused> {
  const { keys, store } = context
  const { kind } = getKindRules({ id: endpointId })
  if (kind === 'form') return { kind: 'got', firstKey: null }
  const derived = keys.firstEndpointKeys(kind, endpointId)
  if (!replayed) return { kind: 'got', firstKey: derived[0].endpointKey }
  for (const { id, endpointKey } of derived) {
    const found = await store.endpointKeys.find(id)
    if (found && keys.matchesSecretHash(endpointKey, found.hash))
      return { kind: 'got', firstKey: endpointKey }
  }
  return { kind: 'refused', refusal: { code: 'first_key_unavailable' } }
}
