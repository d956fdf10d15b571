import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { later, MINUTE, SECOND } from '../../../src/domain/time.ts'
import type { Begun } from '../../../src/store/contract/outbox-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { claimedBy } from '../../support/stores/owned-inbox.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { names, withStores } = storePlaces()
const EVENT = {
  type: 'endpoint.quota_warning',
  data: {
    endpointId: null,
    endpointName: null,
    counted: 'submissions',
    percent: 80,
    quota: 50,
    month: '2026-11',
    resetsAt: '2026-12-01T00:00:00.000Z',
  },
} as const

/** Queues events of an endpoint for these targets, all due at once. */
async function queue(store: Store, targets: readonly string[], now = NOW): Promise<void> {
  const { id: endpointId } = await claimedBy(store, 'ada')
  const to = targets.map((target, index) => ({ destinationId: `dst_${index}`, target }))
  await store.change({
    endpointId,
    now,
    idempotencyKey: null,
    decide: () => ({
      answer: null,
      remember: false,
      consequences: [{ kind: 'web_event', event: EVENT, to }],
    }),
  })
}

function begin(
  store: Store,
  shares: { target: string; limit: number }[],
  { now = NOW, held = [], retarget = null }: { now?: Date; held?: number[]; retarget?: string | null } = {},
): Promise<Begun[]> {
  const until = later(now, MINUTE)
  const limit = shares.reduce((sum, share) => sum + share.limit, 0)
  return store.outbox.begin({
    ...{ channel: 'web', now, until, limit, shares, holder: 'node', held },
    decide: async () =>
      retarget === null
        ? { kind: 'send', content: null, budget: null, expiresAt: null }
        : { kind: 'retarget', target: retarget },
  })
}

const list = async (store: Store, now = NOW) =>
  (await store.outbox.listWaitingTargets(now)).map(({ target, dueAt }) => [target, dueAt.getTime()])

for (const place of names) {
  describe(`waiting targets, ${place}`, () => {
    test('lists each target once, with the due time of its first delivery that nobody is working on', () =>
      withStores(place, 1, async (store) => {
        assert.deepEqual(await list(store), [])
        await queue(store, ['https://a.dev', 'https://a.dev', 'https://b.dev'])
        await queue(store, ['https://c.dev'], later(NOW, MINUTE))
        const at = NOW.getTime()
        const c = ['https://c.dev', at + MINUTE]
        assert.deepEqual(await list(store), [['https://a.dev', at], ['https://b.dev', at], c])
        const begun = await begin(store, [
          { target: 'https://a.dev', limit: 1 },
          { target: 'https://b.dev', limit: 1 },
        ])
        assert.deepEqual(
          begun.map(({ kind }) => kind),
          ['begun', 'begun'],
        )
        assert.deepEqual(await list(store), [['https://a.dev', at], c])
        // Their leases end.
        const later1 = later(NOW, MINUTE)
        assert.deepEqual((await list(store, later1)).length, 3)
        const leases = begun.map((one) => (one.kind === 'begun' ? one.lease : assert.fail()))
        const settled = { outcome: 'deferred', answer: '500', now: NOW } as const
        const dueAt = later(NOW, 5 * SECOND)
        await store.outbox.settle(
          leases.map((lease) => ({ ...settled, lease, next: { kind: 'again', dueAt } })),
        )
        const b = ['https://b.dev', at + 5 * SECOND]
        assert.deepEqual(await list(store), [['https://a.dev', at], b, c])
      }))

    test('begins of each target as many as its share, and nothing of all others', () =>
      withStores(place, 1, async (store) => {
        await queue(store, [
          ...Array<string>(9).fill('https://dead.dev'),
          'https://quick.dev',
          'https://other.dev',
        ])
        const shares = [
          { target: 'https://dead.dev', limit: 1 },
          { target: 'https://quick.dev', limit: 4 },
        ]
        const begun = await begin(store, shares)
        const targets = begun.map((one) => (one.kind === 'begun' ? one.delivery.target : one.kind))
        assert.deepEqual(targets, ['https://dead.dev', 'https://quick.dev'])
        const held = begun.map(({ delivery }) => delivery.key)
        const soon = later(NOW, 10 * MINUTE)
        const more = await begin(store, [{ target: 'https://quick.dev', limit: 4 }], { now: soon, held })
        assert.deepEqual(more, [], 'also when the clock says that the lease has ended')
        assert.equal(
          (await begin(store, [{ target: 'https://quick.dev', limit: 4 }], { now: soon })).length,
          1,
        )
      }))

    test('a delivery whose destination has moved takes the turns of the other host', () =>
      withStores(place, 1, async (store) => {
        await queue(store, ['https://old.dev', 'https://old.dev', 'https://new.dev'])
        const shares = [{ target: 'https://old.dev', limit: 2 }]
        const moved = await begin(store, shares, { retarget: 'https://new.dev' })
        assert.deepEqual(
          moved.map(({ kind }) => kind),
          ['held', 'held'],
        )
        assert.deepEqual(await list(store), [['https://new.dev', NOW.getTime()]])
        const begun = await begin(store, [{ target: 'https://new.dev', limit: 9 }])
        const attempts = begun.map((one) => (one.kind === 'begun' ? one.delivery.attempts : null))
        assert.deepEqual(attempts, [0, 0, 0], 'it was no attempt')
      }))

    test('two nodes do not begin the same delivery', () =>
      withStores(place, 2, async (one, other) => {
        assert.ok(other)
        await queue(one, Array<string>(20).fill('https://a.dev'))
        const keys: number[] = []
        for (let round = 0; round < 5; round += 1) {
          const both = await Promise.all(
            [one, other].map((store) => begin(store, [{ target: 'https://a.dev', limit: 2 }])),
          )
          keys.push(...both.flat().map(({ delivery }) => delivery.key))
        }
        assert.equal(new Set(keys).size, keys.length)
        assert.ok(keys.length >= 10)
      }))
  })
}
