import { newEndpoint } from '../../../src/domain/endpoints/endpoint.ts'
import type { EndpointKind } from '../../../src/domain/endpoints/kind.ts'
import { KINDS } from '../../../src/domain/endpoints/kinds.ts'
import type { NewEndpointKey } from '../../../src/store/contract/creations.ts'
import type { Store } from '../../../src/store/store.ts'
import { NOW } from './stores.ts'

let ids = 0

/** Creates an unclaimed endpoint for Ada, with its first key if one is given; returns its id. */
export async function storeEndpoint(
  store: Store,
  kind: EndpointKind,
  createFirstKey?: (id: string) => NewEndpointKey,
): Promise<string> {
  const id = `${KINDS[kind].idPrefix}_${String(++ids).padStart(16, '0')}`
  await store.create({
    addressKey: `address ${id}`,
    newest: 1,
    mailboxKey: 'ada',
    now: NOW,
    idempotencyKey: null,
    decide: () => ({
      answer: null,
      endpoint: newEndpoint({ id, recipient: 'ada@lovelace.dev', now: NOW }),
      ...(createFirstKey ? { firstKey: createFirstKey(id) } : {}),
    }),
  })
  return id
}
