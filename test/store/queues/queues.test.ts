import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  DEFAULT_QUEUE_LIMITS,
  MAX_DELIVERIES,
  MESSAGE_RETENTION_DAYS,
} from '../../../src/domain/queues/queue.ts'
import { DAY, later, MINUTE, SECOND } from '../../../src/domain/time.ts'
import type { PulledMessage } from '../../../src/store/queues/messages.ts'
import type { Store } from '../../../src/store/store.ts'
import { ack, getTexts, LEASE_MS, openQueue, publish, pull } from '../../support/stores/stored-queue.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { names, withStores } = storePlaces()

for (const name of names) {
  describe(name, () => {
    test('delivers messages in the order of publishing, each to one consumer at a time', () =>
      withStores(name, 2, async (store, other = store) => {
        const { id, queueKey } = await openQueue(store)
        await publish(store, id, ['one', 'two', 'three \u0000 👋'])
        await publish(other, id, ['four'])
        const { messages } = await store.queues.peek({
          queueKey,
          limits: DEFAULT_QUEUE_LIMITS,
          limit: 2,
          now: NOW,
        })
        assert.deepEqual(getTexts(messages), ['one', 'two'])
        const first = await pull(store, queueKey, 2)
        const second = await pull(other, queueKey, 9)
        assert.deepEqual(getTexts(first), ['one', 'two'])
        assert.deepEqual(getTexts(second), ['three \u0000 👋', 'four'])
        assert.deepEqual(await pull(other, queueKey), [])
        assert.partialDeepStrictEqual(await store.queues.count(queueKey, NOW), {
          backlog: 4,
          inFlight: 4,
          dead: 0,
        })
        assert.deepEqual(await store.queues.nextReadyAt(queueKey, NOW), later(NOW, LEASE_MS))
        assert.equal((await ack(store, queueKey, second)).acked.size, 2)
        assert.equal((await ack(store, queueKey, second)).acked.size, 0)
        assert.partialDeepStrictEqual(await store.queues.count(queueKey, NOW), {
          backlog: 2,
          inFlight: 2,
          dead: 0,
        })
      }))

    test('delivers every message once when pulls and publishes share a flush', () =>
      withStores(name, 2, async (store, other = store) => {
        const { id, queueKey } = await openQueue(store)
        const texts = Array.from({ length: 200 }, (_, n) => `message ${n}`)
        const pulled: PulledMessage[] = []
        const consume = async (at: Store) => {
          for (const one of await pull(at, queueKey, 3)) pulled.push(one)
        }
        await Promise.all([
          ...texts.map((text, n) => publish(n % 2 === 0 ? store : other, id, [text])),
          ...texts.map((_, n) => consume(n % 2 === 0 ? store : other)),
        ])
        while (pulled.length < texts.length) {
          const before = pulled.length
          await consume(store)
          assert.ok(pulled.length > before, `${pulled.length} of ${texts.length} were handed out`)
        }
        assert.deepEqual(new Set(getTexts(pulled)), new Set(texts))
        assert.equal(pulled.length, texts.length)
      }))

    test('redelivers a message after its lease ended, before newer ones, and rejects the old lease', () =>
      withStores(name, 1, async (store) => {
        const { id, queueKey } = await openQueue(store)
        await publish(store, id, ['old', 'young'])
        const [late] = await pull(store, queueKey, 1)
        const then = later(NOW, LEASE_MS)
        const again = await pull(store, queueKey, 2, then)
        assert.deepEqual(
          again.map(({ text, deliveries }) => [JSON.parse(text), deliveries]),
          [
            ['old', 2],
            ['young', 1],
          ],
        )
        assert.deepEqual((await ack(store, queueKey, [late ?? assert.fail()])).acked, new Set())
        assert.equal((await ack(store, queueKey, again)).acked.size, 2)
      }))

    test('accepts an acknowledgement after the lease ended while nobody else has the message', () =>
      withStores(name, 1, async (store) => {
        const { id, queueKey } = await openQueue(store)
        await publish(store, id, ['slow'])
        const pulled = await pull(store, queueKey)
        const settled = await store.queues.settle({
          queueKey,
          limits: DEFAULT_QUEUE_LIMITS,
          now: later(NOW, MINUTE),
          acks: pulled,
          retries: [],
        })
        assert.equal(settled.acked.size, 1)
      }))

    test('redelivers a retried message after its delay, and dead-letters it after the fourth delivery', () =>
      withStores(name, 1, async (store) => {
        const { id, queueKey } = await openQueue(store)
        await publish(store, id, ['poison'])
        let now = NOW
        for (let delivery = 1; delivery <= MAX_DELIVERIES; delivery += 1) {
          const [message = assert.fail()] = await pull(store, queueKey, 1, now)
          assert.equal(message.deliveries, delivery)
          const readyAt = later(now, MINUTE)
          const settled = await store.queues.settle({
            queueKey,
            limits: DEFAULT_QUEUE_LIMITS,
            now,
            acks: [],
            retries: [{ ...message, readyAt }],
          })
          assert.equal(settled.retried.size, 1)
          assert.deepEqual(await pull(store, queueKey, 1, later(now, MINUTE - 1)), [])
          now = readyAt
        }
        assert.deepEqual(await pull(store, queueKey, 1, now), [])
        assert.partialDeepStrictEqual(await store.queues.count(queueKey, now), {
          backlog: 0,
          inFlight: 0,
          dead: 1,
        })
        const listed = await store.queues.listDead({
          queueKey,
          before: null,
          since: null,
          until: null,
          limit: 9,
        })
        const [dead = assert.fail()] = listed.messages
        assert.equal(await store.queues.replay({ queueKey: queueKey + 1, key: dead.key }), false)
        assert.equal(await store.queues.replay({ queueKey, key: dead.key }), true)
        assert.equal((await pull(store, queueKey, 1, now))[0]?.deliveries, 1)
        assert.partialDeepStrictEqual(await store.queues.count(queueKey, now), {
          backlog: 1,
          inFlight: 1,
          dead: 0,
        })
      }))

    test('dead-letters a message whose last lease ended, at the next pull and in maintenance', () =>
      withStores(name, 1, async (store) => {
        const { id, queueKey } = await openQueue(store)
        await publish(store, id, ['one', 'two'])
        let now = NOW
        for (let delivery = 1; delivery <= MAX_DELIVERIES; delivery += 1) {
          assert.equal((await pull(store, queueKey, 9, now)).length, 2)
          now = later(now, LEASE_MS)
        }
        assert.deepEqual(await pull(store, queueKey, 1, now), [])
        assert.equal((await store.queues.count(queueKey, now)).dead, 1)
        assert.equal(await store.queues.purge({ now, limit: 9 }), 1)
        assert.equal((await store.queues.count(queueKey, now)).dead, 2)
        assert.equal(await store.queues.deleteDead({ queueKey, limit: 9 }), 2)
        assert.partialDeepStrictEqual(await store.queues.count(queueKey, now), {
          backlog: 0,
          inFlight: 0,
          dead: 0,
        })
      }))

    test('delays messages, and neither delivers nor keeps messages beyond their retention', () =>
      withStores(name, 1, async (store) => {
        const { id, queueKey } = await openQueue(store)
        await publish(store, id, ['at once'])
        await publish(store, id, ['later'], MINUTE)
        assert.deepEqual(getTexts(await pull(store, queueKey)), ['at once'])
        assert.deepEqual(await store.queues.nextReadyAt(queueKey, later(NOW, LEASE_MS)), later(NOW, MINUTE))
        const far = later(NOW, MESSAGE_RETENTION_DAYS * DAY + SECOND)
        assert.deepEqual(await pull(store, queueKey, 9, far), [])
        assert.equal(await store.queues.purge({ now: far, limit: 9 }), 2)
        assert.partialDeepStrictEqual(await store.queues.count(queueKey, far), {
          backlog: 0,
          inFlight: 0,
          dead: 0,
        })
      }))
  })
}
