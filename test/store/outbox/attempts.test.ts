import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { HOUR, later, MINUTE, SECOND } from '../../../src/domain/time.ts'
import { beginEmail, beginEmails } from '../../support/stores/email-attempts.ts'
import { claimedBy, receive } from '../../support/stores/owned-inbox.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { names, withStores } = storePlaces()
const REQUEST = { channel: 'email', now: NOW, until: later(NOW, MINUTE), limit: 9, holder: 'node', held: [] }

for (const place of names) {
  describe(`attempts, ${place}`, () => {
    test('an attempt keeps its delivery until its lease ends', () =>
      withStores(place, 1, async (store) => {
        const { id } = await claimedBy(store, 'ada')
        await receive(store, id, { email: true })
        assert.equal((await beginEmail(store, { now: NOW }))?.kind, 'begun')
        const endsAt = later(NOW, MINUTE)
        assert.deepEqual(await store.outbox.nextDueAt('email', []), endsAt)
        assert.equal(await beginEmail(store, { now: later(endsAt, -1) }), null)
        assert.equal((await beginEmail(store, { now: endsAt }))?.kind, 'begun')
      }))

    test('an email whose submission is being judged waits for the verdict, and then a second at a time', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await claimedBy(store, 'ada')
        const judgedBy = later(NOW, 30 * SECOND)
        const submissionKey = await receive(store, id, { email: true, judgedBy })
        const due = () => store.outbox.nextDueAt('email', [])
        assert.deepEqual(await due(), judgedBy)
        const begin = async (now: Date) => {
          const decide = () => assert.fail('it is not looked at')
          const begun = await store.outbox.begin({ ...REQUEST, now, decide })
          return begun.map(({ kind }) => kind)
        }
        assert.deepEqual(await begin(later(judgedBy, -1)), [])
        assert.deepEqual(await begin(judgedBy), ['held'])
        assert.deepEqual(await due(), later(judgedBy, SECOND))
        await store.deliveries.resend({
          accountKey,
          submissionKey,
          now: NOW,
          decide: () => ({
            answer: null,
            delivery: { channel: 'email', target: 'ada', destination: null, ordinal: 1 },
          }),
        })
        assert.deepEqual(await due(), NOW)
        assert.deepEqual(await begin(NOW), ['held'], 'one that is sent again meanwhile waits, too')
        assert.deepEqual(await due(), judgedBy)
      }))

    test('an email that has begun is not held with others that begin in the same transaction', () =>
      withStores(place, 1, async (store) => {
        const { id } = await claimedBy(store, 'ada')
        for (let sent = 0; sent < 3; sent += 1) await receive(store, id, { email: true })
        let asked = 0
        const begun = await store.outbox.begin({
          ...REQUEST,
          decide: async () => {
            asked += 1
            return asked === 1
              ? { kind: 'send', content: null, budget: null, expiresAt: null }
              : { kind: 'hold', until: later(NOW, MINUTE), scope: 'endpoint' }
          },
        })
        assert.deepEqual(
          begun.map(({ kind }) => kind),
          ['begun', 'held'],
          'the third is held with the second',
        )
        const [attempt] = begun
        const lease = attempt?.kind === 'begun' ? attempt.lease : assert.fail()
        const next = { kind: 'settled', outcome: 'sent' } as const
        assert.deepEqual(
          await store.outbox.settle([{ lease, now: NOW, outcome: 'accepted', answer: '250', next }]),
          [true],
        )
        assert.equal((await store.outbox.backlog(NOW)).held, 2)
      }))

    test('an email that is not sent has no attempt, and one whose attempt ended unseen says so', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await claimedBy(store, 'ada')
        const keys = [await receive(store, id, { email: true }), await receive(store, id, { email: true })]
        const [first, second] = keys
        assert.equal((await beginEmail(store, { now: NOW }))?.lease.deliveryKey, first)
        const decide = () => ({ kind: 'end', outcome: 'suppressed' }) as const
        const ended = await beginEmails(store, { now: later(NOW, MINUTE), decide })
        assert.deepEqual(
          ended.map(({ kind, lease }) => [kind, lease.deliveryKey]),
          [
            ['ended', first],
            ['ended', second],
          ],
        )
        const outcomes = keys.map(async (key) => {
          const found = await store.deliveries.find(accountKey, key)
          return found?.deliveries.flatMap(({ attempts }) => attempts.map(({ outcome }) => outcome))
        })
        assert.deepEqual(await Promise.all(outcomes), [['unknown'], []])
      }))

    test('a second attempt ends one whose outcome is unknown, and counts against no budget', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await claimedBy(store, 'ada')
        const submissionKey = await receive(store, id, { email: true })
        for (const now of [NOW, later(NOW, 30 * MINUTE)]) {
          assert.equal((await beginEmail(store, { now }))?.kind, 'begun')
        }
        const found = await store.deliveries.find(accountKey, submissionKey)
        const outcomes = found?.deliveries.flatMap(({ attempts }) => attempts.map(({ outcome }) => outcome))
        assert.deepEqual(outcomes, ['unknown', null])
        assert.equal(await store.outbox.countUnconfirmedEmails(later(NOW, HOUR - 1)), 1)
        assert.equal(await store.outbox.countUnconfirmedEmails(later(NOW, HOUR)), 0)
      }))
  })
}
