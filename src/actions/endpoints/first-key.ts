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
  const { id, endpointKey } = context.keys.firstEndpointKey(kind, endpointId)
  const hash = context.keys.secretHash(endpointKey)
  return { endpointKey, row: { id, hash, name: FIRST_NAME, scopes: KINDS[kind].keyScopes } }
}
