import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DEFAULT_QUEUE_LIMITS } from '../../../src/domain/queues/queue.ts'
import { HOUR, later, MINUTE } from '../../../src/domain/time.ts'
import { ack, getTexts, openQueue, publish, pull } from '../../support/stores/stored-queue.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { names, withStores } = storePlaces()

for (const name of names) {
  describe(name, () => {
    test('counts published and acknowledged messages by hour for two days, on all nodes', () =>
      withStores(name, 2, async (store, other = store) => {
        const { id, queueKey } = await openQueue(store)
        await Promise.all([publish(store, id, ['one', 'two']), publish(other, id, ['three'])])
        const later1 = later(NOW, HOUR)
        const acks = await pull(store, queueKey, 9, later1)
        await other.queues.settle({ queueKey, limits: DEFAULT_QUEUE_LIMITS, now: later1, acks, retries: [] })
        const rates = await store.queues.rates({ queueKey, hours: 3, now: later1 })
        assert.deepEqual(
          rates.map(({ published, acked }) => [published, acked]),
          [
            [0, 0],
            [3, 0],
            [0, 3],
          ],
        )
        await store.queues.purgeRates(later1)
        const left = await store.queues.rates({ queueKey, hours: 2, now: later1 })
        assert.deepEqual(
          left.map(({ published }) => published),
          [0, 0],
        )
      }))

    test('counts deliveries after the first, and dead letters, in the hour in which they happen', () =>
      withStores(name, 2, async (store, other = store) => {
        const { id, queueKey } = await openQueue(store)
        await publish(store, id, ['one', 'two'])
        const limits = { ...DEFAULT_QUEUE_LIMITS, maxDeliveries: 2 }
        const [first] = await pull(store, queueKey, 9)
        const retries = first ? [{ ...first, readyAt: null, reason: 'busy' }] : []
        await store.queues.settle({ queueKey, limits, now: NOW, acks: [], retries })
        // The one is returned, the lease of the other ends.
        const later1 = later(NOW, HOUR)
        assert.equal((await pull(other, queueKey, 9, later1)).length, 2)
        const later2 = later(NOW, 2 * HOUR)
        const request = { queueKey, limits, now: later2, until: later(later2, MINUTE), limit: 9, lease: 'x' }
        await other.queues.pull(request)
        const rates = await store.queues.rates({ queueKey, hours: 3, now: later2 })
        assert.deepEqual(
          rates.map(({ redelivered, died }) => [redelivered, died]),
          [
            [0, 0],
            [2, 0],
            [0, 2],
          ],
        )
      }))

    test('notifies a consumer of new messages until it unsubscribes', () =>
      withStores(name, 1, async (store) => {
        const { id, queueKey } = await openQueue(store)
        let woken = 0
        const leave = store.queues.watch(queueKey, () => {
          woken += 1
        })
        await publish(store, id, ['one'])
        assert.equal(woken, 1)
        const pulled = await pull(store, queueKey)
        assert.equal(woken, 1)
        const retries = pulled.map((message) => ({ ...message, readyAt: null }))
        await store.queues.settle({ queueKey, limits: DEFAULT_QUEUE_LIMITS, now: NOW, acks: [], retries })
        assert.equal(woken, 2)
        const [again] = await pull(store, queueKey)
        assert.equal(again?.deliveries, 2)
        assert.equal((await ack(store, queueKey, pulled)).acked.size, 0)
        leave()
        await publish(store, id, ['two'])
        assert.equal(woken, 2)
      }))

    test('lists all messages of a queue in order, and deletes them with the endpoint', () =>
      withStores(name, 1, async (store) => {
        const { id, queueKey } = await openQueue(store)
        const other = await openQueue(store)
        await publish(store, id, ['fresh', 'out'])
        await publish(store, other.id, ['not yours'])
        await publish(store, id, ['later'], MINUTE)
        await pull(store, queueKey, 1)
        const first = await store.queues.list({ queueKey, after: 0, limit: 2 })
        assert.deepEqual(getTexts(first), ['fresh', 'out'])
        const after = first.at(-1)?.key ?? 0
        assert.deepEqual(getTexts(await store.queues.list({ queueKey, after, limit: 2 })), ['later'])
        await store.change({
          endpointId: id,
          now: NOW,
          idempotencyKey: null,
          decide: () => ({ answer: null, remember: false, consequences: [{ kind: 'purge' }] }),
        })
        assert.deepEqual(await store.queues.list({ queueKey, after: 0, limit: 9 }), [])
        const counts = await store.queues.count(queueKey, NOW)
        assert.partialDeepStrictEqual(counts, { backlog: 0, inFlight: 0, dead: 0 })
        assert.equal((await store.queues.count(other.queueKey, NOW)).backlog, 1)
      }))

    test('two nodes that consume several queues in opposite order do not deadlock', () =>
      withStores(name, 2, async (store, other = store) => {
        const queues = await Promise.all(Array.from({ length: 8 }, () => openQueue(store)))
        const works = [store, other].flatMap((at, node) =>
          (node === 0 ? queues : queues.toReversed()).flatMap(({ id, queueKey }) =>
            Array.from({ length: 10 }, async () => {
              await publish(at, id, ['work'])
              const acks = await pull(at, queueKey, 2)
              await at.queues.settle({ queueKey, limits: DEFAULT_QUEUE_LIMITS, now: NOW, acks, retries: [] })
            }),
          ),
        )
        await Promise.all(works)
        for (const { queueKey } of queues) {
          const left = await store.queues.count(queueKey, NOW)
          assert.partialDeepStrictEqual(left, { backlog: 0, inFlight: 0, dead: 0 })
        }
      }))
  })
}
