import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newEndpoint } from '../../../src/domain/endpoints/endpoint.ts'
import { DAY, HOUR, later, MINUTE } from '../../../src/domain/time.ts'
import { beginEmail } from '../../support/stores/email-attempts.ts'
import { claimedBy, receive } from '../../support/stores/owned-inbox.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { names, places, openPlace, withStores } = storePlaces()
const FREE = { submissions: 30, telemetry: 7 }
const PRO = { submissions: 90, telemetry: 30 }
const RETENTION = { unclaimed: FREE, plans: { free: FREE, pro: PRO } }

for (const place of names) {
  describe(`what is purged, ${place}`, () => {
    test('deletes an attempt with its delivery, even if it is in a later week', async () => {
      const at = await places[place]()
      const store = await openPlace(at)
      const { id } = await claimedBy(store, 'ada@lovelace.dev')
      // Weeks of partitions begin on Thursdays.
      const thursday = new Date('2026-11-12T00:00:00.000Z')
      await receive(store, id, { now: later(thursday, -MINUTE), email: true })
      const now = later(thursday, MINUTE)
      assert.ok(await beginEmail(store, { now }))
      const connection = await at.connect()
      const attempts = async () =>
        (await connection.reads.selectFrom('attempts').selectAll().execute()).length
      assert.equal(await attempts(), 1)
      const old = later(thursday, 30 * DAY)
      await store.maintenance.maintain({
        now: old,
        oldestRetained: { submissions: thursday, telemetry: thursday },
      })
      await store.maintenance.purgeSubmissions({ now: old, after: 0, limit: 10, retention: RETENTION })
      assert.equal(await attempts(), 0)
      await connection.close()
      await store.close()
      await at.close()
    })

    test('keeps data for a longer retention until it ends, also when weeks are dropped', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await claimedBy(store, 'ada@lovelace.dev')
        await receive(store, id, { now: later(NOW, HOUR) })
        const until = later(NOW, 50 * DAY)
        await store.plans.changePlan({
          accountKey,
          now: NOW,
          decide: () => ({
            answer: null,
            change: { plan: 'free', extendedRetention: { ...PRO, until }, notice: null, entry: null },
          }),
        })
        assert.deepEqual(await store.maintenance.findLongestRetention(later(until, -1)), PRO)
        assert.deepEqual(await store.maintenance.findLongestRetention(until), {
          submissions: 0,
          telemetry: 0,
        })
        const purge = async (now: Date) => {
          const found = await store.maintenance.purgeSubmissions({
            now,
            after: 0,
            limit: 10,
            retention: RETENTION,
          })
          return found.deleted
        }
        assert.equal(await purge(later(until, -1)), 0)
        assert.equal(await purge(until), 1)
      }))

    test('deletes nothing of owners on a removed plan', () =>
      withStores(place, 1, async (store) => {
        const { id } = await claimedBy(store, 'ada@lovelace.dev')
        await receive(store, id)
        const now = later(NOW, 4000 * DAY)
        const retention = { unclaimed: FREE, plans: { pro: PRO } }
        const found = await store.maintenance.purgeSubmissions({ now, after: 0, limit: 10, retention })
        assert.equal(found.deleted, 0)
      }))

    test('deletes the recipient of an unclaimed endpoint once none of its data is left', () =>
      withStores(place, 1, async (store) => {
        const owned = await claimedBy(store, 'ada@lovelace.dev')
        const created = {
          addressKey: 'address',
          newest: 10,
          mailboxKey: 'bo',
          now: NOW,
          idempotencyKey: null,
        }
        const ids = ['used', 'unused'].map((name) => `f_${name.padEnd(16, '0')}`)
        for (const id of ids) {
          await store.create({
            ...created,
            decide: () => ({
              answer: null,
              endpoint: newEndpoint({ id, recipient: 'bo@builds.dev', now: NOW }),
            }),
          })
        }
        const [used = '', unused = ''] = ids
        const at = later(NOW, DAY)
        await receive(store, used, { now: at, email: true })
        await store.change({
          endpointId: used,
          now: at,
          idempotencyKey: null,
          decide: ({ found }) => ({
            answer: null,
            remember: false,
            consequences: found
              ? [{ kind: 'endpoint', facts: { ...found.endpoint, lastAcceptedAt: at } }]
              : [],
          }),
        })
        const recipients = () =>
          Promise.all(
            [owned.id, used, unused].map(async (id) => (await store.findEndpoint(id))?.endpoint.recipient),
          )
        assert.equal(await store.maintenance.forgetRecipients(later(NOW, -1)), 0)
        assert.equal(await store.maintenance.forgetRecipients(NOW), 1)
        assert.deepEqual(await recipients(), ['ada@lovelace.dev', 'bo@builds.dev', ''])
        assert.equal(await store.maintenance.forgetRecipients(at), 0, 'its email may still wait')
        const now = later(at, 30 * DAY)
        await store.maintenance.purgeSubmissions({ now, after: 0, limit: 10, retention: RETENTION })
        assert.equal(await store.maintenance.forgetRecipients(later(at, -1)), 0)
        assert.equal(await store.maintenance.forgetRecipients(at), 1)
        assert.deepEqual(await recipients(), ['ada@lovelace.dev', '', ''])
        assert.equal((await store.findEndpoint(used))?.mailboxKey, 'bo')
        assert.equal(await store.maintenance.forgetRecipients(later(now, 900 * DAY)), 0)
      }))

    test('applies two concurrent plan changes one after the other', () =>
      withStores(place, 2, async (store, other) => {
        const { accountKey } = await claimedBy(store, 'ada@lovelace.dev')
        const change = (on: typeof store, plan: string) =>
          on.plans.changePlan({
            accountKey,
            now: NOW,
            decide: (owner) => ({
              answer: owner.plan,
              change: { plan, extendedRetention: owner.extendedRetention, notice: null, entry: null },
            }),
          })
        const seen = await Promise.all([change(store, 'pro'), change(other, 'team')])
        const now = (await store.plans.findOwner('ada@lovelace.dev'))?.plan
        assert.ok(now === 'team' ? seen.join() === 'free,pro' : seen.join() === 'team,free', `${seen} ${now}`)
      }))
  })
}
