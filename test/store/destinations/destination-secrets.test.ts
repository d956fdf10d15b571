import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Consequence } from '../../../src/store/contract/changes.ts'
import type { Store } from '../../../src/store/store.ts'
import { storeEndpoint } from '../../support/stores/stored-endpoint.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { names, withStores } = storePlaces()

/** Saves consequences of a change of this endpoint. */
async function save(store: Store, endpointId: string, ...consequences: Consequence[]) {
  await store.change({
    endpointId,
    now: NOW,
    idempotencyKey: null,
    decide: () => ({ answer: null, remember: false, consequences }),
  })
}

for (const place of names) {
  describe(`secrets of destinations on ${place}`, () => {
    test('are saved, changed one by one, and deleted with their destination', () =>
      withStores(place, 1, async (store) => {
        const endpointId = await storeEndpoint(store, 'form')
        const other = await storeEndpoint(store, 'form')
        const find = (destinationId: string, of = endpointId) =>
          store.findDestinationSecret({ endpointId: of, destinationId })
        const secret = { kind: 'destination_secret', destinationId: 'dst_1' } as const
        await save(store, endpointId, { ...secret, signing: 'no row yet' })
        assert.equal(await find('dst_1'), null)
        await save(store, endpointId, { ...secret, address: 'one' })
        assert.deepEqual(await find('dst_1'), { address: 'one', signing: null })
        await save(store, endpointId, { ...secret, signing: 'key' })
        assert.deepEqual(await find('dst_1'), { address: 'one', signing: 'key' })
        await save(
          store,
          endpointId,
          { ...secret, address: 'two' },
          { ...secret, destinationId: 'dst_2', address: '2' },
        )
        assert.deepEqual(await find('dst_1'), { address: 'two', signing: 'key' })
        await save(store, endpointId, { ...secret, address: 'three', signing: null })
        assert.deepEqual(await find('dst_1'), { address: 'three', signing: null })
        assert.equal(await find('dst_1', other), null)
        const gone = { kind: 'destination_secret_gone', destinationId: 'dst_1' } as const
        await save(store, other, gone)
        assert.deepEqual(await find('dst_1'), { address: 'three', signing: null })
        await save(store, endpointId, gone)
        assert.equal(await find('dst_1'), null)
        assert.deepEqual(await find('dst_2'), { address: '2', signing: null })
      }))

    test('are replaced only while they are the same', () =>
      withStores(place, 1, async (store) => {
        const endpointId = await storeEndpoint(store, 'form')
        const destinationId = 'dst_1'
        const secret = { kind: 'destination_secret', destinationId } as const
        const list = () => store.maintenance.listSealedOtherwise({ keyIds: [], after: null, limit: 2 })
        const replace = (from: Awaited<ReturnType<typeof list>>) =>
          store.maintenance.replaceSecrets(
            from.map((one) => ({ from: one, to: { address: 'new', signing: 'new' } })),
          )
        await save(store, endpointId, { ...secret, address: 'one' })
        const first = await list()
        await save(store, endpointId, { ...secret, signing: 'one' })
        assert.equal(await replace(first), 0)
        const second = await list()
        await save(store, endpointId, { ...secret, address: 'two' })
        assert.equal(await replace(second), 0)
        const find = () => store.findDestinationSecret({ endpointId, destinationId })
        assert.deepEqual(await find(), { address: 'two', signing: 'one' })
        assert.equal(await replace(await list()), 1)
        assert.deepEqual(await find(), { address: 'new', signing: 'new' })
        assert.deepEqual(
          (await list()).map(({ endpointId: of }) => of),
          [endpointId],
        )
      }))

    test('go with the data of a declined endpoint, and with the account of their owner', () =>
      withStores(place, 1, async (store) => {
        const [declined, owned, kept] = [
          await storeEndpoint(store, 'form'),
          await storeEndpoint(store, 'telemetry'),
          await storeEndpoint(store, 'form'),
        ]
        const secret = { kind: 'destination_secret', destinationId: 'dst_1', address: 'one' } as const
        for (const id of [declined, owned, kept]) await save(store, id, secret)
        await save(store, owned, { kind: 'owner', mailbox: 'ada@lovelace.dev', plan: 'free' })
        await save(store, declined, { kind: 'purge' })
        const accountKey = (await store.findEndpoint(owned))?.accountKey ?? 0
        await store.accounts.closeAccount({ accountKey, now: NOW })
        const find = (endpointId: string) =>
          store.findDestinationSecret({ endpointId, destinationId: 'dst_1' })
        assert.equal(await find(declined), null)
        assert.equal(await find(owned), null)
        assert.deepEqual(await find(kept), { address: 'one', signing: null })
      }))
  })
}
