import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newEndpoint } from '../../../src/domain/endpoints/endpoint.ts'
import { later, MINUTE } from '../../../src/domain/time.ts'
import type { NewNotice } from '../../../src/store/contract/changes.ts'
import type { Store } from '../../../src/store/store.ts'
import { beginEmail, beginEmails } from '../../support/stores/email-attempts.ts'
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

/** A limit of which nothing is used. */
const NOT_REACHED = { full: null, half: null, ofNetwork: null }

for (const place of names) {
  describe(`emails about no submission, ${place}`, () => {
    test('stores a notice with its delivery, and finds it unchanged', () =>
      withStores(place, 1, async (store) => {
        await write(store, SIGN_IN)
        const begun = (await beginEmail(store, { now: NOW })) ?? assert.fail()
        const { lease } = begun
        assert.deepEqual(begun.found, {
          kind: 'notice',
          delivery: {
            key: lease.deliveryKey,
            kind: 'notice',
            target: 'ada',
            destination: null,
            createdAt: NOW,
            attempts: 0,
            startedAt: null,
            gathers: false,
          },
          emailKey: null,
          isNetworkHeld: false,
          notice: {
            key: lease.deliveryKey,
            notice: SIGN_IN.notice,
            endpoint: null,
            events: [],
            digest: null,
            emailKey: null,
            invitation: null,
            handOver: null,
            gathered: null,
            language: null,
            createdAt: NOW,
            address: 'ada@lovelace.dev',
            expiresAt: EXPIRES,
          },
          mailbox: {
            suppressed: false,
            refusesConfirmations: false,
            isUndeliverable: false,
            hasBounced: false,
          },
          started: [],
          sharers: 1,
          domain: null,
          network: null,
          ceiling: { instance: NOT_REACHED, domain: NOT_REACHED },
        })
        const settlement = { lease, now: NOW, answer: '451' } as const
        const dueAt = later(NOW, MINUTE)
        await store.outbox.settle([{ ...settlement, outcome: 'deferred', next: { kind: 'again', dueAt } }])
        assert.equal(await beginEmail(store, { now: NOW }), null)
        const second = await beginEmail(store, { now: dueAt })
        assert.equal(second?.found.delivery.attempts, 1)
        assert.deepEqual(second?.found.delivery.startedAt, NOW)
      }))

    test('reports a suppressed mailbox', () =>
      withStores(place, 1, async (store) => {
        await store.suppress('ada', NOW)
        await write(store, SIGN_IN)
        const begun = await beginEmail(store, { now: NOW })
        assert.equal(begun?.found.mailbox.suppressed, true)
      }))

    test('begins notices before older deliveries, up to the limit', () =>
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
              {
                kind: 'delivery',
                delivery: 'submission',
                channel: 'email',
                target: 'bo',
                submissionKey: key,
                destination: null,
                ordinal: 0,
              },
            ]),
          }),
        })
        const begun = await beginEmails(store, { now: NOW, limit: 2 })
        assert.deepEqual(
          begun.map(({ found }) => found.kind),
          ['notice', 'submission'],
        )
        assert.equal((await beginEmails(store, { now: NOW, limit: 2 })).length, 1)
      }))

    test('deletes expired notices with their deliveries and attempts', async () => {
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
      assert.ok(await beginEmail(store, { now: NOW }))
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

    test('notifies the worker of a new notice', async () => {
      const at = await places[place]()
      let told = 0
      const store = await openPlace(at)
      store.onDue('deliveries', () => {
        told += 1
      })
      await write(store, SIGN_IN)
      assert.ok(told > 0)
      await store.close()
      await at.close()
    })
  })
}
