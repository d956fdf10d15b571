import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asHolder, type Caller } from '../../src/actions/accounts/caller.ts'
import { getOwnedEndpoint, listOwned } from '../../src/actions/endpoints/owned-endpoints.ts'
import { newEndpoint } from '../../src/domain/endpoints/endpoint.ts'
import { NO_SETTINGS } from '../../src/domain/endpoints/settings.ts'
import type { Store } from '../../src/store/store.ts'
import { createActionContext } from '../support/stores/action-context.ts'
import { claimedBy } from '../support/stores/owned-inbox.ts'
import { NOW, storePlaces } from '../support/stores/stores.ts'

const ADA = 'ada@lovelace.dev'
/** Number of endpoints that are scanned for one page. */
const MANY = 5000

const { withStores } = storePlaces()

test('ends a search through very many endpoints early, and continues from its cursor', () =>
  withStores('SQLite', 1, async (store) => {
    const { id: oldest, accountKey } = await claimedBy(store, ADA, { name: 'Shop' })
    await makeMany(store, accountKey)
    const context = createActionContext(store)
    const caller: Caller = {
      ...asHolder({ key: accountKey, mailbox: ADA, plan: 'free', suspension: null }),
      by: { kind: 'key', apiKeyKey: 1, scopes: ['read'] },
    }
    const search = async (called: string, cursor?: string) => {
      const query = { kind: 'form', state: null, called, limit: 50, cursor, now: NOW } as const
      const listed = await listOwned(context, caller, query)
      assert.ok(listed.kind === 'listed')
      return { ids: listed.views.map(({ endpoint }) => endpoint.id), next: listed.next ?? undefined }
    }
    const first = await search('shop')
    assert.deepEqual(first.ids, [])
    assert.ok(first.next)
    assert.deepEqual(await search('shop', first.next), { ids: [oldest], next: undefined })
    const found = await search('form')
    assert.equal(found.ids.length, 50)
    assert.ok(found.next)
    const query = { kind: 'queue', endpointId: oldest, now: NOW } as const
    assert.equal(await getOwnedEndpoint(context, caller, query), null)
    assert.equal((await getOwnedEndpoint(context, caller, { ...query, kind: 'form' }))?.endpoint.id, oldest)
  }))

async function makeMany(store: Store, accountKey: number): Promise<void> {
  const made = Array.from({ length: MANY }, (_, n) => {
    const born = newEndpoint({ id: `f_${String(n).padStart(16, 'z')}`, recipient: ADA, now: NOW })
    const endpoint = { ...born, claimedAt: NOW, settings: { ...NO_SETTINGS, name: `form ${n}` } }
    return store.create({
      addressKey: `address ${n}`,
      accountKey,
      newest: 1,
      mailboxKey: ADA,
      now: NOW,
      idempotencyKey: null,
      decide: () => ({ answer: null, endpoint }),
    })
  })
  await Promise.all(made)
}
