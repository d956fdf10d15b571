import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { toDay } from '../../../src/domain/telemetry/visitor.ts'
import { DAY, HOUR, later } from '../../../src/domain/time.ts'
import type { Store } from '../../../src/store/store.ts'
import { createTelemetry, visit } from '../../support/stores/stored-events.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { names, withStores } = storePlaces()

const TODAY = toDay(NOW)
const MIDNIGHT = new Date((TODAY + 1) * DAY)

/** Returns the visitors of each day, by its distance from today. */
async function visitorsIn(store: Store, endpointId: string) {
  const counts = await store.telemetry.countVisitors({ endpointId, since: TODAY - 400, until: TODAY + 400 })
  return counts.map(({ day, count }) => [day - TODAY, count])
}

for (const name of names) {
  describe(name, () => {
    test('counts a visitor once a day, on both nodes and within one flush', () =>
      withStores(name, 2, async (one, other = one) => {
        const id = await createTelemetry(one)
        const elsewhere = await createTelemetry(one)
        await Promise.all(
          Array.from({ length: 40 }, (_, n) =>
            visit(n % 2 === 0 ? one : other, { endpointId: id, place: n % 10 }),
          ),
        )
        await visit(other, { endpointId: elsewhere, place: 3 })
        await visit(other, { endpointId: id, place: 10 })
        await visit(one, { endpointId: id, place: 10, now: later(MIDNIGHT, -1) })
        await visit(one, { endpointId: id, place: 10, now: MIDNIGHT })
        assert.deepEqual(await visitorsIn(one, id), [
          [0, 11],
          [1, 1],
        ])
        assert.deepEqual(await visitorsIn(one, elsewhere), [[0, 1]])
      }))

    test('shares the salt of a day between nodes, and deletes it with the first event of the next day', () =>
      withStores(name, 2, async (one, other = one) => {
        let created = 0
        const load = (store: Store, now: Date) =>
          store.telemetry.loadVisitorSalt({ now, newSalt: () => `salt ${++created}` })
        const salts = await Promise.all([one, other, one, other].map((store) => load(store, NOW)))
        assert.equal(new Set(salts).size, 1)
        assert.equal(await load(other, later(MIDNIGHT, -1)), salts[0])
        const next = await load(one, MIDNIGHT)
        assert.notEqual(next, salts[0])
        assert.equal(await load(other, MIDNIGHT), next)
        assert.notEqual(await load(one, NOW), salts[0], 'it is gone')
      }))

    test('deletes the salt and the bitmaps of a day that is over, keeps its counts, and counts nobody there any more', () =>
      withStores(name, 1, async (store) => {
        const id = await createTelemetry(store)
        let created = 0
        const load = (now: Date) =>
          store.telemetry.loadVisitorSalt({ now, newSalt: () => `salt ${++created}` })
        const salt = await load(NOW)
        await visit(store, { endpointId: id, place: 1 })
        assert.equal(await store.telemetry.purgeVisitors(later(MIDNIGHT, -1)), 0)
        await visit(store, { endpointId: id, place: 2 })
        assert.equal(await load(later(MIDNIGHT, -1)), salt)
        await visit(store, { endpointId: id, place: 1, now: MIDNIGHT })
        assert.equal(await store.telemetry.purgeVisitors(MIDNIGHT), 1)
        assert.equal(await store.telemetry.purgeVisitors(MIDNIGHT), 0)
        assert.notEqual(await load(NOW), salt)
        await visit(store, { endpointId: id, place: 3 })
        await visit(store, { endpointId: id, place: 2, now: MIDNIGHT })
        assert.deepEqual(await visitorsIn(store, id), [
          [0, 2],
          [1, 2],
        ])
      }))

    test('deletes visitors with the counts of their hours, with all events, and with a purge', () =>
      withStores(name, 1, async (store) => {
        const [kept, purged] = [await createTelemetry(store), await createTelemetry(store)]
        for (const endpointId of [kept, purged]) {
          for (const days of [0, 1, 8]) {
            await visit(store, { endpointId, place: days, now: later(NOW, days * DAY) })
          }
        }
        const retention = { unclaimed: { submissions: 30, telemetry: 7 }, plans: {} }
        const purgeAt = (now: Date) => store.telemetry.purgeCounts({ now, after: 0, limit: 100, retention })
        const begin = new Date(TODAY * DAY)
        await purgeAt(later(begin, 7 * DAY))
        assert.equal((await visitorsIn(store, kept)).length, 3)
        await purgeAt(later(begin, 7 * DAY + HOUR))
        assert.deepEqual(await visitorsIn(store, kept), [
          [1, 1],
          [8, 1],
        ])
        await store.change({
          endpointId: purged,
          now: NOW,
          idempotencyKey: null,
          decide: () => ({ answer: null, remember: false, consequences: [{ kind: 'purge' }] }),
        })
        assert.deepEqual(await visitorsIn(store, purged), [])
        assert.equal((await visitorsIn(store, kept)).length, 2)
      }))
  })
}
