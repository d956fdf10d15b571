import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MAX_NAMES_PER_HOUR, OTHER_NAMES, toHour } from '../../../src/domain/telemetry/event.ts'
import { DAY, HOUR, later } from '../../../src/domain/time.ts'
import type { Store } from '../../../src/store/store.ts'
import { until } from '../../support/service/until.ts'
import { ALL_EVENTS, createTelemetry, event, eventsIn, send } from '../../support/stores/stored-events.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { names, withStores } = storePlaces()

const counted = (store: Store, endpointId: string) =>
  store.telemetry.count({
    endpointId,
    since: toHour(NOW) - 30 * 24,
    until: toHour(NOW) + 30 * 24,
    name: null,
    by: 'hour',
  })

for (const name of names) {
  describe(name, () => {
    test('recognizes a repeated event id on both nodes and within one flush', () =>
      withStores(name, 2, async (one, other = one) => {
        const id = await createTelemetry(one)
        const accepted = await Promise.all(
          Array.from({ length: 20 }, (_, n) =>
            send(n % 2 === 0 ? one : other, id, [event('a', { id: `same ${n % 3}` })]),
          ),
        )
        assert.equal(
          accepted.reduce((sum, count) => sum + count, 0),
          3,
        )
        assert.equal((await eventsIn(one, id)).length, 3)
        assert.deepEqual(
          await one.telemetry.findSeen({ endpointId: id, ids: ['same 0', 'new'], now: NOW }),
          new Set(['same 0']),
        )
      }))

    test('enforces the event limit exactly under concurrent requests, and stores and counts the accepted events', () =>
      withStores(name, 2, async (one, other = one) => {
        const id = await createTelemetry(one)
        const batch = Array.from({ length: 70 }, (_, n) => event(`e${n % 7}`))
        const accepted = await Promise.all(
          Array.from({ length: 80 }, (_, n) => send(n % 2 === 0 ? one : other, id, batch)),
        )
        assert.equal(
          accepted.reduce((sum, count) => sum + count, 0),
          5000,
        )
        assert.equal((await one.findEndpoint(id))?.endpoint.acceptedCount, 5000)
        assert.equal((await eventsIn(one, id)).length, 5000)
        const counts = await counted(one, id)
        assert.equal(
          counts.reduce((sum, { count }) => sum + count, 0),
          5000,
        )
        assert.equal(counts.length, 7)
      }))

    test('reads large event batches in pieces and skips none', () =>
      withStores(name, 1, async (store) => {
        const id = await createTelemetry(store)
        const fat = 'x'.repeat(400_000)
        const sent = ['a', 'b', 'c', 'd', 'e'].map((each) => event(each, { user: each < 'd' ? fat : null }))
        for (const each of sent) await send(store, id, [each])
        const stored = await eventsIn(store, id)
        assert.deepEqual(
          stored.map((each) => each.name),
          ['e', 'd', 'c', 'b', 'a'],
        )
        const { events, next } = await store.telemetry.listEvents({
          ...ALL_EVENTS,
          endpointId: id,
          before: null,
          limit: 2,
        })
        assert.deepEqual(events, stored.slice(0, 2))
        assert.deepEqual(next, stored[1]?.position)
        const keys = stored.map(({ position }) => position.key)
        assert.equal((await store.telemetry.findBatches(keys)).length, keys.length)
      }))

    test('empties a telemetry endpoint in batches, including its ids and counts', () =>
      withStores(name, 1, async (store) => {
        const id = await createTelemetry(store)
        await send(store, id, [event('first')])
        await store.change({
          endpointId: id,
          now: NOW,
          idempotencyKey: null,
          decide: ({ found }) => ({
            answer: null,
            remember: false,
            consequences: [
              {
                kind: 'endpoint',
                facts: { ...(found ?? assert.fail()).endpoint, claimedAt: NOW, confirmedAt: NOW },
              },
              { kind: 'owner', mailbox: 'ada@lovelace.dev', plan: 'pro' },
            ],
          }),
        })
        const accountKey = (await store.findEndpoint(id))?.accountKey ?? assert.fail()
        const many = Array.from({ length: 2500 }, (_, n) => event(`e${n % 3}`, { id: `id ${n}` }))
        await send(store, id, many)
        await send(store, id, [event('later', { time: later(NOW, 3 * DAY) })])
        const gone: unknown[] = []
        for (let more = true; more; ) {
          const piece = (await store.telemetry.empty({ accountKey, endpointId: id })) ?? assert.fail()
          more = piece.more
          gone.push(piece.deleted)
        }
        // The three requests; two pieces of ids; two of hours; nothing.
        assert.deepEqual(gone, [3, 0, 0, 0, 0, 0])
        assert.deepEqual(await counted(store, id), [])
        assert.deepEqual(await eventsIn(store, id), [])
        const query = { endpointId: id, ids: ['id 0', 'id 2499'], now: NOW }
        assert.deepEqual(await store.telemetry.findSeen(query), new Set())
      }))

    test('stores at most a hundred event names per hour', () =>
      withStores(name, 1, async (store) => {
        const id = await createTelemetry(store)
        await send(store, id, [event('first')])
        for (let n = 0; n < 3; n += 1) {
          await send(
            store,
            id,
            Array.from({ length: 80 }, (_, m) => event(`invented ${n} ${m}`)),
          )
        }
        await send(store, id, [event('first'), event('last')])
        const counts = new Map((await counted(store, id)).map((one) => [one.name, one.count]))
        assert.equal(counts.size, MAX_NAMES_PER_HOUR + 1)
        assert.equal(counts.get('first'), 2)
        assert.equal(counts.get('last'), undefined)
        assert.equal(counts.get(OTHER_NAMES), 240 - (MAX_NAMES_PER_HOUR - 1) + 1)
        await send(store, id, [event('last', { time: later(NOW, -HOUR) })])
        assert.equal((await counted(store, id)).length, MAX_NAMES_PER_HOUR + 2)
      }))

    test('counts events by hour and by day', () =>
      withStores(name, 1, async (store) => {
        const id = await createTelemetry(store)
        const midnight = new Date('2026-11-10T00:00:00Z')
        const times = [later(midnight, -1), midnight, later(midnight, HOUR - 1), later(midnight, HOUR)]
        await send(
          store,
          id,
          times.map((time) => event('a', { time })),
        )
        const hour = toHour(midnight)
        const by = (by: 'hour' | 'day') =>
          store.telemetry.count({ endpointId: id, since: hour - 48, until: hour + 48, name: 'a', by })
        const sorted = (counts: { hour: number; count: number }[]) =>
          counts
            .map((one) => [one.hour - hour, one.count])
            .sort((one, other) => Number(one[0]) - Number(other[0]))
        assert.deepEqual(sorted(await by('hour')), [
          [-1, 1],
          [0, 2],
          [1, 1],
        ])
        assert.deepEqual(sorted(await by('day')), [
          [-24, 1],
          [0, 3],
        ])
      }))

    test('deletes events beyond the retention of their plan in batches, and nothing else', () =>
      withStores(name, 1, async (store) => {
        const old = await createTelemetry(store)
        const young = await createTelemetry(store)
        await send(store, old, [event('a', { id: '1' })])
        await send(store, young, [event('a', { id: '1' })], later(NOW, DAY))
        const retention = { unclaimed: { submissions: 30, telemetry: 7 }, plans: {} }
        const purge = async (now: Date) => {
          let after: number | null = 0
          let deleted = 0
          while (after !== null) {
            const done: { deleted: number; next: number | null } = await store.telemetry.purge({
              now,
              after,
              limit: 1,
              retention,
            })
            deleted += done.deleted
            after = done.next
          }
          await store.telemetry.purgeCounts({ now, after: 0, limit: 100, retention })
          return deleted
        }
        assert.equal(await purge(later(NOW, 7 * DAY - 1)), 0)
        assert.equal(await purge(later(NOW, 7 * DAY)), 1)
        assert.deepEqual([(await eventsIn(store, old)).length, (await eventsIn(store, young)).length], [0, 1])
        assert.equal(await store.telemetry.purgeIds(later(NOW, 1)), 1)
        assert.equal(await store.telemetry.purgeIds(later(NOW, 1)), 0)
      }))

    test('deletes events that arrive in the transaction of “I did not ask for this”', () =>
      withStores(name, 1, async (store) => {
        const id = await createTelemetry(store)
        await Promise.all([
          send(store, id, [event('said by a stranger', { id: '1' })]),
          store.change({
            endpointId: id,
            now: NOW,
            idempotencyKey: null,
            decide: () => ({ answer: null, remember: false, consequences: [{ kind: 'purge' }] }),
          }),
        ])
        assert.deepEqual(await eventsIn(store, id), [])
        assert.deepEqual(await counted(store, id), [])
        assert.deepEqual(await store.telemetry.findSeen({ endpointId: id, ids: ['1'], now: NOW }), new Set())
      }))

    test('notifies a follower of an endpoint of new events until it unsubscribes', () =>
      withStores(name, 1, async (store) => {
        const id = await createTelemetry(store)
        const elsewhere = await createTelemetry(store)
        const heard: number[] = []
        const unfollow = await store.telemetry.follow(id, (keys) => heard.push(...(keys ?? [])))
        await send(store, elsewhere, [event('not here')])
        await send(store, id, [event('here')])
        await until(() => heard.length > 0)
        unfollow()
        await send(store, id, [event('too late')])
        const batches = await store.telemetry.findBatches(heard)
        assert.deepEqual(
          batches.flatMap((batch) => batch.events.map((one) => one.name)),
          ['here'],
        )
      }))
  })
}
