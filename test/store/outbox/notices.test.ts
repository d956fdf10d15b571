import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newEndpoint } from '../../../src/domain/endpoints/endpoint.ts'
import { later, MINUTE } from '../../../src/domain/time.ts'
import type { NewNotice } from '../../../src/store/contract/changes.ts'
import type { Store } from '../../../src/store/contract/store.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { names, places, openPlace, withStores } = storePlaces()
const EXPIRES = later(NOW, 15 * MINUTE)
const SIGN_IN: NewNotice = {
  notice: { kind: 'sign_in', signInKey: 77, purpose: 'sign_in', device: 'Firefox · Linux' },
  mailbox: 'ada@lovelace.dev',
  mailboxKey: 'ada',
  expiresAt: EXPIRES,
}

/** A change of an endpoint that has this email among its consequences. */
async function write(store: Store, notice: NewNotice): Promise<void> {
  const id = 'f_0000000000000001'
  await store.create({
    addressKey: 'address',
    newest: 1,
    mailboxKey: 'bo',
    now: NOW,
    idempotencyKey: null,
    decide: () => ({
      answer: null,
      endpoint: newEndpoint({ id, recipient: 'bo@builds.dev', now: NOW }),
    }),
  })
  await store.change({
    endpointId: id,
    now: NOW,
    idempotencyKey: null,
    decide: () => ({ answer: null, remember: false, consequences: [{ kind: 'notice', ...notice }] }),
  })
}

async function lease(store: Store, now = NOW) {
  const leased = await store.emails.lease({ now, until: later(now, MINUTE), limit: 9, holder: 'node' })
  return leased[0] ?? null
}

for (const place of names) {
  describe(`emails about no submission, ${place}`, () => {
    test('one is a row with its job, and is found as it was written', () =>
      withStores(place, 1, async (store) => {
        await write(store, SIGN_IN)
        const email = await lease(store)
        assert.ok(email)
        const begun = await store.emails.begin(email, NOW)
        assert.deepEqual(begun?.found, {
          kind: 'notice',
          key: email.jobKey,
          notice: SIGN_IN.notice,
          endpoint: null,
          createdAt: NOW,
          attempts: 0,
          startedAt: null,
          mailbox: {
            address: 'ada@lovelace.dev',
            consented: false,
            suppressed: false,
            refusesConfirmations: false,
          },
          budget: null,
          expiresAt: EXPIRES,
        })
        const settlement = { email, attemptKey: begun.attemptKey, now: NOW, answer: '451' } as const
        const dueAt = later(NOW, MINUTE)
        await store.emails.settle({ ...settlement, outcome: 'deferred', next: { kind: 'again', dueAt } })
        assert.equal(await lease(store), null)
        const again = await lease(store, dueAt)
        assert.ok(again)
        const second = await store.emails.begin(again, dueAt)
        assert.equal(second?.found.attempts, 1)
        assert.deepEqual(second?.found.startedAt, NOW)
      }))

    test('it says whether its mailbox is suppressed', () =>
      withStores(place, 1, async (store) => {
        await store.suppress('ada', NOW)
        await write(store, SIGN_IN)
        const email = await lease(store)
        assert.ok(email)
        const begun = await store.emails.begin(email, NOW)
        assert.equal(begun?.found.mailbox.suppressed, true)
      }))

    test('it goes before emails that have waited longer, and no more are leased than asked for', () =>
      withStores(place, 1, async (store) => {
        await write(store, SIGN_IN)
        await store.change({
          endpointId: 'f_0000000000000001',
          now: later(NOW, -MINUTE),
          idempotencyKey: null,
          decide: ({ nextKey: newKey }) => ({
            answer: null,
            remember: false,
            consequences: Array.from({ length: 2 }, newKey).flatMap((key) => [
              { kind: 'submission', key, text: '[]', spamReasons: null },
              { kind: 'email', email: 'submission', submissionKey: key, mailboxKey: 'bo' },
            ]),
          }),
        })
        const request = { now: NOW, until: later(NOW, MINUTE), limit: 2, holder: 'node' }
        const leased = await store.emails.lease(request)
        assert.equal(leased.length, 2)
        const begun = await Promise.all(leased.map((email) => store.emails.begin(email, NOW)))
        assert.deepEqual(
          begun.map((one) => one?.found.kind),
          ['notice', 'submission'],
        )
        assert.equal((await store.emails.lease(request)).length, 1)
      }))

    test('a lease that is lost begins none', () =>
      withStores(place, 1, async (store) => {
        await write(store, SIGN_IN)
        const email = await lease(store)
        assert.ok(email)
        assert.equal(await store.emails.begin(email, later(NOW, MINUTE)), null)
        assert.equal(await store.emails.begin({ ...email, lease: 'another' }, NOW), null)
      }))

    test('those that have expired are deleted with their jobs and attempts, the others stay', async () => {
      const at = await places[place]()
      const store = await openPlace(at)
      const beside = await at.connect()
      const count = async () => {
        const { reads } = beside
        const rows = [
          await reads.selectFrom('notices').select('key').execute(),
          await reads.selectFrom('outbox').select('key').execute(),
          await reads.selectFrom('attempts').select('key').execute(),
        ]
        return rows.map((found) => found.length)
      }
      await write(store, SIGN_IN)
      const email = await lease(store)
      assert.ok(email)
      await store.emails.begin(email, NOW)
      assert.deepEqual(await count(), [1, 1, 1])
      assert.equal(await store.maintenance.purgeNotices(EXPIRES), 0)
      assert.deepEqual(await count(), [1, 1, 1])
      assert.equal(await store.maintenance.purgeNotices(later(EXPIRES, 1)), 1)
      assert.deepEqual(await count(), [0, 0, 0])
      assert.equal(await store.maintenance.purgeNotices(later(EXPIRES, 1)), 0)
      await beside.close()
      await store.close()
      await at.close()
    })

    test('the worker is told of one', async () => {
      const at = await places[place]()
      let told = 0
      const store = await openPlace(at, () => {
        told += 1
      })
      await write(store, SIGN_IN)
      assert.ok(told > 0)
      await store.close()
      await at.close()
    })
  })
}
