import { getKindRules, KINDS } from '../../domain/endpoints/kinds.ts'
import type { NewEndpointKey } from '../../store/contract/endpoint-key-store.ts'
import type { Context } from '../context.ts'

/** Name of the first key of an endpoint in its owner's lists. */
const FIRST_NAME = 'First key'

/** Derives the first key of an endpoint, and the row to store; null for kinds without keys. */
export function createFirstKey(
  context: Context,
  endpointId: string,
): { endpointKey: string; row: NewEndpointKey } | null {
  const { kind } = getKindRules({ id: endpointId })
  if (kind === 'form') return null
  const [{ id, endpointKey }] = context.keys.firstEndpointKeys(kind, endpointId)
  const hash = context.keys.secretHash(endpointKey)
  return { endpointKey, row: { id, hash, name: FIRST_NAME, scopes: KINDS[kind].keyScopes, expiresAt: null } }
}

/**
 * Derives the first key of an endpoint that was created earlier, perhaps with the link secret before the current one; null for
 * kinds without keys.
 */
export async function findFirstKey({ keys, store }: Context, endpointId: string): Promise<string | null> {
  const { kind } = getKindRules({ id: endpointId })
  if (kind === 'form') return null
  const derived = keys.firstEndpointKeys(kind, endpointId)
  if (derived.length > 1) {
    for (const { id, endpointKey } of derived) {
      const found = await store.endpointKeys.find(id)
      if (found && keys.matchesSecretHash(endpointKey, found.hash)) return endpointKey
    }
  }
  return derived[0].endpointKey
}
