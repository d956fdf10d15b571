import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { later, MINUTE, SECOND } from '../../../src/domain/time.ts'
import { beginEmail, leaseEmails } from '../../support/stores/email-attempts.ts'
import { claimedBy, receive } from '../../support/stores/owned-inbox.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { names, withStores } = storePlaces()

for (const place of names) {
  describe(`attempts, ${place}`, () => {
    test('an attempt keeps its delivery for a minute of its own, however long it was leased before', () =>
      withStores(place, 1, async (store) => {
        const { id } = await claimedBy(store, 'ada')
        await receive(store, id, { email: true })
        const [lease] = await leaseEmails(store, { now: NOW })
        assert.ok(lease)
        const begunAt = later(NOW, MINUTE - 1)
        assert.equal((await beginEmail(store, { lease, now: begunAt }))?.kind, 'begun')
        const endsAt = later(begunAt, MINUTE)
        assert.deepEqual(await store.outbox.nextDueAt('email'), endsAt)
        assert.deepEqual(await leaseEmails(store, { now: later(endsAt, -1) }), [])
        assert.equal((await leaseEmails(store, { now: endsAt })).length, 1)
      }))

    test('an email whose submission is being judged waits for the verdict, and then a second at a time', () =>
      withStores(place, 1, async (store) => {
        const { id } = await claimedBy(store, 'ada')
        const judgedBy = later(NOW, 30 * SECOND)
        const submissionKey = await receive(store, id, { email: true })
        await store.change({
          endpointId: id,
          now: NOW,
          idempotencyKey: null,
          decide: () => ({
            answer: null,
            remember: false,
            consequences: [{ kind: 'judgement', submissionKey, dueAt: judgedBy, score: 0, reasons: [] }],
          }),
        })
        const begin = async (now: Date) => {
          const leases = await leaseEmails(store, { now })
          if (leases.length === 0) return []
          const decide = () => assert.fail('it is not looked at')
          const begun = await store.outbox.begin({ leases, now, until: later(now, MINUTE), decide })
          return begun.map(({ kind }) => kind)
        }
        assert.deepEqual(await begin(NOW), ['held'])
        assert.deepEqual(await store.outbox.nextDueAt('email'), judgedBy)
        assert.deepEqual(await begin(later(judgedBy, -1)), [])
        assert.deepEqual(await begin(judgedBy), ['held'])
        assert.deepEqual(await store.outbox.nextDueAt('email'), later(judgedBy, SECOND))
      }))
  })
}
