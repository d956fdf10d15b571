import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mayBegin } from '../../../src/delivery/channels/email/begin.ts'
import { PLANS } from '../../../src/domain/plans/plan.ts'
import { later, MINUTE } from '../../../src/domain/time.ts'
import { toEndpointTag } from '../../../src/store/engine/search-index.ts'
import { beginEmail, beginEmails } from '../../support/stores/email-attempts.ts'
import { claimedBy, receive } from '../../support/stores/owned-inbox.ts'
import { feedAll } from '../../support/stores/search-index.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { names, places, openPlace, withStores } = storePlaces()
const RACES = 24
const TABLE = { plans: PLANS, defaultPlan: 'free' }

for (const place of names) {
  describe(`receipts, ${place}`, () => {
    test('an email begins, or its submission is withdrawn before: never both', () =>
      withStores(place, place === 'PostgreSQL' ? 2 : 1, async (store, other = store) => {
        const { id } = await claimedBy(store, 'ada')
        const keys: number[] = []
        for (let n = 0; n < RACES; n += 1) keys.push(await receive(store, id, { email: true }))
        const begun = new Set<number>()
        await Promise.all(
          keys.map(async (submissionKey, n) => {
            const withdraw = () => store.receipts.withdraw({ submissionKey, now: NOW })
            // Every third one is withdrawn first, the others while emails begin.
            if (n % 3 === 0) await withdraw()
            const decide: Parameters<typeof beginEmail>[1]['decide'] = (found) => mayBegin(found, NOW, TABLE)
            const [emails] = await Promise.all([
              beginEmails(other, { now: NOW, limit: 1, decide }),
              withdraw(),
            ])
            for (const { kind, lease } of emails) if (kind === 'begun') begun.add(lease.deliveryKey)
          }),
        )
        for (const key of keys) {
          const [email] = (await store.receipts.find(key))?.emails ?? []
          assert.equal(email?.state, begun.has(key) ? 'queued' : 'suppressed')
        }
        assert.ok(begun.size < RACES)
      }))

    test('an attempt that runs when its submission is withdrawn is the last one', () =>
      withStores(place, 1, async (store) => {
        const { id } = await claimedBy(store, 'ada')
        const submissionKey = await receive(store, id, { email: true })
        const begun = await beginEmail(store, { now: NOW })
        assert.ok(begun?.kind === 'begun')
        assert.equal(await store.receipts.withdraw({ submissionKey, now: NOW }), 'withdrawn')
        await store.outbox.settle([
          {
            lease: begun.lease,
            now: NOW,
            outcome: 'deferred',
            answer: '450 later',
            next: { kind: 'again', dueAt: later(NOW, MINUTE) },
          },
        ])
        const now = later(NOW, MINUTE)
        const decide: Parameters<typeof beginEmail>[1]['decide'] = (found) => mayBegin(found, now, TABLE)
        const second = await beginEmail(store, { now, decide })
        assert.deepEqual(second?.decision, { kind: 'end', outcome: 'suppressed' })
        assert.equal((await store.receipts.find(submissionKey))?.emails[0]?.state, 'suppressed')
      }))

    test('the words of a withdrawn submission leave the search index', async () => {
      const at = await places[place]()
      const store = await openPlace(at)
      const { id } = await claimedBy(store, 'ada')
      const endpointKey = (await store.findEndpoint(id))?.key ?? 0
      const fields = [{ name: 'message', value: 'zanzibar' }]
      const gone = await receive(store, id, { fields })
      const kept = await receive(store, id, { fields })
      const connection = await at.connect()
      await feedAll(connection)
      const ask = () =>
        connection.search.ask(connection.reads, {
          endpointKeys: [endpointKey],
          words: [{ word: 'zanzibar', ends: 'whole' }],
          above: 0,
          upTo: Number.MAX_SAFE_INTEGER,
          limit: 9,
        })
      assert.deepEqual(await ask(), [kept, gone], toEndpointTag(endpointKey))
      await store.receipts.withdraw({ submissionKey: gone, now: NOW })
      assert.deepEqual(await ask(), [kept])
      await store.close()
      await connection.close()
      await at.close()
    })
  })
}
