import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newEndpoint } from '../../src/domain/endpoint.ts'
import { MESSAGE_KEPT, MOST_DELIVERIES } from '../../src/domain/queue.ts'
import { HOUR, later, MINUTE, SECOND } from '../../src/domain/time.ts'
import type { PulledMessage } from '../../src/store/queue-store.ts'
import type { Store } from '../../src/store/store.ts'
import { NOW, storePlaces } from '../support/store-places.ts'

const { names, withStores } = storePlaces()
const LEASE_MS = 30 * SECOND
let ids = 0
let leases = 0

/** A queue of one endpoint. */
async function openQueue(store: Store): Promise<{ id: string; queueKey: number }> {
  const id = `q_${String(++ids).padStart(16, '0')}`
  await store.create({
    ...{ addressKey: `address ${id}`, mailboxKey: 'ada', newest: 1, now: NOW, once: null },
    decide: () => ({ answer: null, endpoint: newEndpoint({ id, recipient: 'ada@lovelace.dev', now: NOW }) }),
  })
  const found = await store.change<number>({
    ...{ endpointId: id, now: NOW, once: null },
    decide: (found) => ({
      answer: Number(Reflect.get(found ?? {}, 'key')),
      remember: false,
      consequences: [],
    }),
  })
  return { id, queueKey: found.kind === 'fresh' ? found.answer : assert.fail() }
}

async function publish(
  store: Store,
  id: string,
  texts: readonly string[],
  delayMs = 0,
  now = NOW,
): Promise<void> {
  await store.change({
    ...{ endpointId: id, now, once: null, keys: texts.length },
    decide(_found, nextKey) {
      const readyAt = delayMs === 0 ? null : later(now, delayMs)
      const messages = texts.map((text) => {
        return { key: nextKey(), type: 'text', text: JSON.stringify(text), readyAt } as const
      })
      return { answer: null, remember: false, consequences: [{ kind: 'messages', messages }] }
    },
  })
}

async function pull(store: Store, queueKey: number, limit = 10, now = NOW): Promise<PulledMessage[]> {
  const lease = `lease ${++leases}`
  const until = later(now, LEASE_MS)
  return (await store.queues.pull({ queueKey, now, until, limit, lease })).messages
}

const textsOf = (messages: readonly { text: string }[]) => messages.map(({ text }) => JSON.parse(text))
const ack = (store: Store, queueKey: number, acks: readonly PulledMessage[]) =>
  store.queues.settle({ queueKey, now: NOW, acks, retries: [] })

for (const name of names) {
  describe(name, () => {
    test('messages come in the order of their publishing, each to one consumer at a time', () =>
      withStores(name, 2, async (store, other = store) => {
        const { id, queueKey } = await openQueue(store)
        await publish(store, id, ['one', 'two', 'three \u0000 👋'])
        await publish(other, id, ['four'])
        const { messages } = await store.queues.peek({ queueKey, limit: 2, now: NOW })
        assert.deepEqual(textsOf(messages), ['one', 'two'])
        const first = await pull(store, queueKey, 2)
        const second = await pull(other, queueKey, 9)
        assert.deepEqual(textsOf(first), ['one', 'two'])
        assert.deepEqual(textsOf(second), ['three \u0000 👋', 'four'])
        assert.deepEqual(await pull(other, queueKey), [])
        assert.deepEqual(await store.queues.count(queueKey, NOW), { backlog: 4, inFlight: 4, dead: 0 })
        assert.deepEqual(await store.queues.nextReadyAt(queueKey, NOW), later(NOW, LEASE_MS))
        assert.equal((await ack(store, queueKey, second)).acked.size, 2)
        assert.equal((await ack(store, queueKey, second)).acked.size, 0)
        assert.deepEqual(await store.queues.count(queueKey, NOW), { backlog: 2, inFlight: 2, dead: 0 })
      }))

    test('pulls and publishes that share a flush hand out every message once', () =>
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
        assert.deepEqual(new Set(textsOf(pulled)), new Set(texts))
        assert.equal(pulled.length, texts.length)
      }))

    test('a message whose lease has ended comes again before younger ones, and its old lease is worth nothing', () =>
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

    test('a lease that has ended is still good while nobody else has the message', () =>
      withStores(name, 1, async (store) => {
        const { id, queueKey } = await openQueue(store)
        await publish(store, id, ['slow'])
        const pulled = await pull(store, queueKey)
        const settled = await store.queues.settle({
          queueKey,
          now: later(NOW, MINUTE),
          acks: pulled,
          retries: [],
        })
        assert.equal(settled.acked.size, 1)
      }))

    test('what is given back comes again after its delay, four times in all, and is dead then', () =>
      withStores(name, 1, async (store) => {
        const { id, queueKey } = await openQueue(store)
        await publish(store, id, ['poison'])
        let now = NOW
        for (let delivery = 1; delivery <= MOST_DELIVERIES; delivery += 1) {
          const [message = assert.fail()] = await pull(store, queueKey, 1, now)
          assert.equal(message.deliveries, delivery)
          const readyAt = later(now, MINUTE)
          const settled = await store.queues.settle({
            queueKey,
            now,
            acks: [],
            retries: [{ ...message, readyAt }],
          })
          assert.equal(settled.retried.size, 1)
          assert.deepEqual(await pull(store, queueKey, 1, later(now, MINUTE - 1)), [])
          now = readyAt
        }
        assert.deepEqual(await pull(store, queueKey, 1, now), [])
        assert.deepEqual(await store.queues.count(queueKey, now), { backlog: 0, inFlight: 0, dead: 1 })
        const listed = await store.queues.listDead({ queueKey, before: null, limit: 9 })
        const [dead = assert.fail()] = listed.messages
        assert.equal(await store.queues.replay({ queueKey: queueKey + 1, key: dead.key, now }), false)
        assert.equal(await store.queues.replay({ queueKey, key: dead.key, now }), true)
        assert.equal((await pull(store, queueKey, 1, now))[0]?.deliveries, 1)
        assert.deepEqual(await store.queues.count(queueKey, now), { backlog: 1, inFlight: 1, dead: 0 })
      }))

    test('one whose last lease ended is dead for whoever pulls next, and for upkeep', () =>
      withStores(name, 1, async (store) => {
        const { id, queueKey } = await openQueue(store)
        await publish(store, id, ['one', 'two'])
        let now = NOW
        for (let delivery = 1; delivery <= MOST_DELIVERIES; delivery += 1) {
          assert.equal((await pull(store, queueKey, 9, now)).length, 2)
          now = later(now, LEASE_MS)
        }
        assert.deepEqual(await pull(store, queueKey, 1, now), [])
        assert.equal((await store.queues.count(queueKey, now)).dead, 1)
        assert.equal(await store.queues.purge({ before: NOW, now, limit: 9 }), 1)
        assert.equal((await store.queues.count(queueKey, now)).dead, 2)
        assert.equal(await store.queues.deleteDead({ queueKey, limit: 9 }), 2)
        assert.deepEqual(await store.queues.count(queueKey, now), { backlog: 0, inFlight: 0, dead: 0 })
      }))

    test('a delayed message waits, and one that is too old is not handed out any more and goes', () =>
      withStores(name, 1, async (store) => {
        const { id, queueKey } = await openQueue(store)
        await publish(store, id, ['at once'])
        await publish(store, id, ['later'], MINUTE)
        assert.deepEqual(textsOf(await pull(store, queueKey)), ['at once'])
        assert.deepEqual(await store.queues.nextReadyAt(queueKey, later(NOW, LEASE_MS)), later(NOW, MINUTE))
        const far = later(NOW, MESSAGE_KEPT + SECOND)
        assert.deepEqual(await pull(store, queueKey, 9, far), [])
        assert.equal(await store.queues.purge({ before: later(far, -MESSAGE_KEPT), now: far, limit: 9 }), 2)
        assert.deepEqual(await store.queues.count(queueKey, far), { backlog: 0, inFlight: 0, dead: 0 })
      }))

    test('what was published and acknowledged is counted by the hour, on every node, for two days', () =>
      withStores(name, 2, async (store, other = store) => {
        const { id, queueKey } = await openQueue(store)
        await Promise.all([publish(store, id, ['one', 'two']), publish(other, id, ['three'])])
        const later1 = later(NOW, HOUR)
        const acks = await pull(store, queueKey, 9, later1)
        await other.queues.settle({ queueKey, now: later1, acks, retries: [] })
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

    test('what is given back was never handed out, and who watches hears of all that may be new', () =>
      withStores(name, 1, async (store) => {
        const { id, queueKey } = await openQueue(store)
        let woken = 0
        const leave = store.queues.watch(queueKey, () => {
          woken += 1
        })
        await publish(store, id, ['one'])
        assert.equal(woken, 1)
        const pulled = await pull(store, queueKey)
        await store.queues.giveBack({ queueKey, messages: pulled })
        assert.equal(woken, 2)
        const [again] = await pull(store, queueKey)
        assert.equal(again?.deliveries, 1)
        assert.equal((await ack(store, queueKey, pulled)).acked.size, 0)
        leave()
        await publish(store, id, ['two'])
        assert.equal(woken, 2)
      }))

    test('all that a queue holds is listed in order, and goes with its endpoint', () =>
      withStores(name, 1, async (store) => {
        const { id, queueKey } = await openQueue(store)
        const other = await openQueue(store)
        await publish(store, id, ['fresh', 'out'])
        await publish(store, other.id, ['not yours'])
        await publish(store, id, ['later'], MINUTE)
        await pull(store, queueKey, 1)
        const first = await store.queues.list({ queueKey, after: 0, limit: 2 })
        assert.deepEqual(textsOf(first), ['fresh', 'out'])
        const after = first.at(-1)?.key ?? 0
        assert.deepEqual(textsOf(await store.queues.list({ queueKey, after, limit: 2 })), ['later'])
        await store.change({
          ...{ endpointId: id, now: NOW, once: null },
          decide: () => ({ answer: null, remember: false, consequences: [{ kind: 'purge' }] }),
        })
        assert.deepEqual(await store.queues.list({ queueKey, after: 0, limit: 9 }), [])
        const counts = await store.queues.count(queueKey, NOW)
        assert.deepEqual(counts, { backlog: 0, inFlight: 0, dead: 0 })
        assert.equal((await store.queues.count(other.queueKey, NOW)).backlog, 1)
      }))

    test('two nodes that work several queues in opposite order end each other no transaction for long', () =>
      withStores(name, 2, async (store, other = store) => {
        const queues = await Promise.all(Array.from({ length: 8 }, () => openQueue(store)))
        const works = [store, other].flatMap((at, node) =>
          (node === 0 ? queues : queues.toReversed()).flatMap(({ id, queueKey }) =>
            Array.from({ length: 10 }, async () => {
              await publish(at, id, ['work'])
              const acks = await pull(at, queueKey, 2)
              await at.queues.settle({ queueKey, now: NOW, acks, retries: [] })
            }),
          ),
        )
        await Promise.all(works)
        for (const { queueKey } of queues) {
          const left = await store.queues.count(queueKey, NOW)
          assert.deepEqual(left, { backlog: 0, inFlight: 0, dead: 0 })
        }
      }))
  })
}
