import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { HOUR, later, MINUTE, SECOND } from '../../../src/domain/time.ts'
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
        assert.deepEqual(await store.outbox.nextDueAt('email', []), endsAt)
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
        assert.deepEqual(await store.outbox.nextDueAt('email', []), judgedBy)
        assert.deepEqual(await begin(later(judgedBy, -1)), [])
        assert.deepEqual(await begin(judgedBy), ['held'])
        assert.deepEqual(await store.outbox.nextDueAt('email', []), later(judgedBy, SECOND))
      }))

    test('an email that has begun is not held with others that begin in the same transaction', () =>
      withStores(place, 1, async (store) => {
        const { id } = await claimedBy(store, 'ada')
        for (let sent = 0; sent < 3; sent += 1) await receive(store, id, { email: true })
        const leases = await leaseEmails(store, { now: NOW })
        const [first = assert.fail()] = leases
        const begun = await store.outbox.begin({
          leases,
          now: NOW,
          until: later(NOW, MINUTE),
          decide: async ({ key }) =>
            key === first.deliveryKey
              ? { kind: 'send', content: null, budget: null, expiresAt: null }
              : { kind: 'hold', until: later(NOW, MINUTE), scope: 'endpoint' },
        })
        assert.deepEqual(
          begun.map(({ kind }) => kind),
          ['begun', 'held', 'lost_lease'],
        )
        const [attempt] = begun
        const attemptKey = attempt?.kind === 'begun' ? attempt.attemptKey : 0
        const next = { kind: 'settled', outcome: 'sent' } as const
        const sent = { lease: first, attemptKey, now: NOW, outcome: 'accepted', answer: '250', next } as const
        assert.deepEqual(await store.outbox.settle([sent]), [true])
        assert.equal((await store.outbox.backlog(NOW)).held, 2)
      }))

    test('a second attempt ends one whose outcome is unknown, and counts against no budget', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await claimedBy(store, 'ada')
        const submissionKey = await receive(store, id, { email: true })
        for (const now of [NOW, later(NOW, 30 * MINUTE)]) {
          const [lease = assert.fail()] = await leaseEmails(store, { now })
          assert.equal((await beginEmail(store, { lease, now }))?.kind, 'begun')
        }
        const found = await store.deliveries.find(accountKey, submissionKey)
        const outcomes = found?.deliveries.flatMap(({ attempts }) => attempts.map(({ outcome }) => outcome))
        assert.deepEqual(outcomes, ['unknown', null])
        assert.equal(await store.outbox.countUnconfirmedEmails(later(NOW, HOUR - 1)), 1)
        assert.equal(await store.outbox.countUnconfirmedEmails(later(NOW, HOUR)), 0)
      }))
  })
}
