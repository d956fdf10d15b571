import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { EndpointKind } from '../../../src/domain/endpoints/kind.ts'
import { countAccepted } from '../../../src/domain/plans/month-usage.ts'
import { DAY, later, MINUTE } from '../../../src/domain/time.ts'
import type { Consequence } from '../../../src/store/contract/changes.ts'
import type { NewEndpointKey } from '../../../src/store/contract/creations.ts'
import type { Store } from '../../../src/store/store.ts'
import { beginEmail } from '../../support/stores/email-attempts.ts'
import { storeEndpoint } from '../../support/stores/stored-endpoint.ts'
import { getKey } from '../../support/stores/stored-queue.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { names, withStores } = storePlaces()
const ADA = 'ada@lovelace.dev'
const HASH = 'what is kept of a key'

/** An endpoint for Ada; hers where `claimed`. */
async function createIn(store: Store, kind: EndpointKind, claimed: boolean): Promise<string> {
  const firstKey = (id: string): NewEndpointKey => ({
    id: `key of ${id}`,
    hash: HASH,
    name: 'First',
    expiresAt: null,
    scopes: ['read'],
  })
  const id = await storeEndpoint(store, kind, kind === 'form' ? undefined : firstKey)
  if (claimed) await claim(store, id)
  return id
}

async function claim(store: Store, id: string): Promise<void> {
  await store.change({
    endpointId: id,
    now: NOW,
    idempotencyKey: null,
    decide({ found }) {
      const facts = { ...(found?.endpoint ?? assert.fail()), claimedAt: NOW, confirmedAt: NOW }
      const owner = { kind: 'owner', mailbox: ADA, plan: 'free' } as const
      return { answer: null, remember: false, consequences: [{ kind: 'endpoint', facts }, owner] }
    },
  })
}

/** Adds to the count, and answers with the previous one. */
async function countMore(store: Store, id: string, count: number): Promise<number | null> {
  const outcome = await store.change({
    endpointId: id,
    now: NOW,
    idempotencyKey: null,
    decide({ found }) {
      const { endpoint, usage } = found ?? assert.fail()
      const counted = countAccepted({ endpoint, usage, now: NOW }, count)
      const consequences: Consequence[] = [{ kind: 'endpoint', facts: counted.endpoint }]
      if (counted.usage) consequences.push({ kind: 'usage', usage: counted.usage })
      return { answer: usage?.count ?? null, remember: false, consequences }
    },
  })
  return outcome.kind === 'fresh' ? outcome.answer : assert.fail()
}

for (const name of names) {
  describe(name, () => {
    test('counts accepted items per account and kind, within one flush and on two nodes', () =>
      withStores(name, 2, async (one, other = one) => {
        const first = await createIn(one, 'queue', true)
        const second = await createIn(one, 'queue', true)
        const events = await createIn(one, 'telemetry', true)
        const form = await createIn(one, 'form', true)
        const before = await Promise.all(
          Array.from({ length: 40 }, (_, n) =>
            countMore(n % 2 === 0 ? one : other, n % 4 < 2 ? first : second, 1),
          ),
        )
        assert.deepEqual(
          before.sort((a, b) => Number(a) - Number(b)),
          Array.from({ length: 40 }, (_, n) => n),
        )
        await countMore(other, events, 7)
        assert.deepEqual((await one.findEndpoint(first))?.usage, { month: '2026-11', count: 40 })
        assert.deepEqual((await one.findEndpoint(events))?.usage, { month: '2026-11', count: 7 })
        assert.equal((await one.findEndpoint(form))?.usage, null)
        assert.equal(await countMore(one, form, 1), null)
      }))

    test('does not count items accepted before the claim for the account', () =>
      withStores(name, 1, async (store) => {
        const id = await createIn(store, 'telemetry', false)
        assert.equal(await countMore(store, id, 20), null)
        await claim(store, id)
        assert.equal(await countMore(store, id, 1), 0)
        const found = await store.findEndpoint(id)
        assert.deepEqual(found?.usage, { month: '2026-11', count: 1 })
        assert.equal(found?.endpoint.acceptedCount, 21)
      }))

    test('creates an endpoint with its first key, and limits, lists and deletes its keys', () =>
      withStores(name, 1, async (store) => {
        const id = await createIn(store, 'queue', true)
        const other = await createIn(store, 'queue', true)
        const first = await store.endpointKeys.find(`key of ${id}`)
        assert.deepEqual(
          { ...first, key: 0, endpointKey: 0, accountKey: typeof first?.accountKey },
          {
            key: 0,
            id: `key of ${id}`,
            name: 'First',
            scopes: ['read'],
            createdAt: NOW,
            usedAt: null,
            expiresAt: null,
            hash: HASH,
            endpointId: id,
            endpointKey: 0,
            accountKey: 'number',
            confirmed: true,
            queueLimits: {},
            isPushing: false,
          },
        )
        const endpointKey = await getKey(store, id)
        assert.equal(first?.endpointKey, endpointKey)
        const added = await store.endpointKeys.add({
          endpointKey,
          id: 'more',
          hash: HASH,
          name: 'CI',
          scopes: ['publish'],
          expiresAt: null,
          maxKeys: 2,
          by: null,
          now: later(NOW, MINUTE),
        })
        assert.deepEqual(added?.scopes, ['publish'])
        const third = {
          endpointKey,
          id: 'third',
          hash: HASH,
          name: 'CI',
          scopes: ['publish'],
          expiresAt: null,
          maxKeys: 2,
          by: null,
          now: NOW,
        } as const
        assert.equal(await store.endpointKeys.add(third), null)
        await store.endpointKeys.recordUse(added?.key ?? 0, later(NOW, DAY))
        assert.deepEqual(
          (await store.endpointKeys.list(endpointKey)).map(({ name, usedAt }) => [name, usedAt]),
          [
            ['CI', later(NOW, DAY)],
            ['First', null],
          ],
        )
        const revoked = { key: first?.key ?? 0, by: null, now: NOW }
        const otherKey = await getKey(store, other)
        assert.equal(await store.endpointKeys.delete({ endpointKey: otherKey, ...revoked }), false)
        assert.equal(await store.endpointKeys.delete({ endpointKey, ...revoked }), true)
        assert.equal(await store.endpointKeys.find(`key of ${id}`), null)
        const { accountKey } = (await store.findEndpoint(id)) ?? {}
        await store.accounts.closeAccount({ accountKey: accountKey ?? 0, now: NOW })
        assert.equal(await store.endpointKeys.add({ ...third, maxKeys: 9 }), null)
      }))

    test('sends one claim email without a submission, within the email budget of the mailbox', () =>
      withStores(name, 1, async (store) => {
        const id = await createIn(store, 'telemetry', false)
        const consequence: Consequence = {
          kind: 'claim_email',
          notice: { kind: 'claim', endpointId: id, first: 'signup' },
          mailbox: ADA,
          mailboxKey: 'ada',
          expiresAt: later(NOW, 30 * DAY),
        }
        const ask = () =>
          store.change({
            endpointId: id,
            now: NOW,
            idempotencyKey: null,
            decide: () => ({ answer: null, remember: false, consequences: [consequence] }),
          })
        await ask()
        await assert.rejects(ask, 'a second one is refused by the database')
        const begun = await beginEmail(store, { now: NOW })
        assert.equal(begun?.found.kind, 'notice')
        const found = begun?.found.kind === 'notice' ? begun.found : assert.fail()
        assert.deepEqual(found.notice.notice, consequence.kind === 'claim_email' && consequence.notice)
        assert.equal(found.notice.endpoint?.id, id)
        assert.deepEqual(found.started, [])
        const next = await createIn(store, 'telemetry', false)
        await store.change({
          endpointId: next,
          now: NOW,
          idempotencyKey: null,
          decide: () => ({
            answer: null,
            remember: false,
            consequences: [{ ...consequence, notice: { kind: 'claim', endpointId: next, first: null } }],
          }),
        })
        const after = await beginEmail(store, { now: NOW })
        assert.deepEqual(after?.found.kind === 'notice' && after.found.started, [
          { kind: 'claim', at: NOW, endpoint: 'other' },
        ])
        await store.maintenance.purgeNotices(later(NOW, 31 * DAY))
        assert.deepEqual(await store.outbox.backlog(NOW), { waiting: 0, held: 0, oldestDueAt: {} })
      }))
  })
}
