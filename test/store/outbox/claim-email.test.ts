import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newEndpoint } from '../../../src/domain/endpoints/endpoint.ts'
import type { Connection } from '../../../src/store/engine/connection.ts'
import type { Store } from '../../../src/store/store.ts'
import { beginEmail } from '../../support/stores/email-attempts.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { names, places, openPlace } = storePlaces()
const ADA = 'ada@lovelace.dev'

async function createForm(store: Store, id: string): Promise<string> {
  await store.create({
    addressKey: `address of ${id}`,
    newest: 10,
    mailboxKey: ADA,
    now: NOW,
    idempotencyKey: null,
    decide: () => ({ answer: null, endpoint: newEndpoint({ id, recipient: ADA, now: NOW }) }),
  })
  return id
}

/** Stores a submission with an email: the claim email if the endpoint has none yet. Returns its key. */
async function submit(store: Store, endpointId: string, destination: string | null = null): Promise<number> {
  const stored = await store.change<number>({
    endpointId,
    now: NOW,
    idempotencyKey: null,
    decide({ found, nextKey }) {
      const { endpoint } = found ?? assert.fail('it does not exist')
      const key = nextKey()
      const delivery = endpoint.claimEmailAt === null ? 'claim' : 'submission'
      const email = { channel: 'email', target: ADA, submissionKey: key, destination, ordinal: 0 }
      return {
        answer: key,
        remember: false,
        consequences: [
          { kind: 'endpoint', facts: { ...endpoint, claimEmailAt: endpoint.claimEmailAt ?? NOW } },
          { kind: 'submission', key, text: '[["message","x"]]', spamReasons: null },
          { kind: 'delivery', delivery, ...email },
        ],
      }
    },
  })
  return stored.kind === 'fresh' ? stored.answer : assert.fail(stored.kind)
}

/** Returns the keys of the claim emails that have not ended, by the outbox and by the table that names one per endpoint. */
async function listClaimEmails({ reads }: Connection) {
  const due = await reads
    .selectFrom('outbox')
    .select('key')
    .where('kind', '=', 'claim')
    .where('settled_at', 'is', null)
    .orderBy('key')
    .execute()
  const named = await reads.selectFrom('claim_emails').selectAll().orderBy('delivery_key').execute()
  return { due: due.map(({ key }) => key), named: named.map((row) => row.delivery_key) }
}

for (const place of names) {
  describe(`claim emails, ${place}`, () => {
    test('the claim email of a withdrawn submission passes to the next email of its endpoint that can be sent', async () => {
      const at = await places[place]()
      const store = await openPlace(at)
      const beside = await at.connect()
      const form = await createForm(store, 'f_0000000000000001')
      const other = await createForm(store, 'f_0000000000000002')
      const first = await submit(store, form)
      const elsewhere = await submit(store, other)
      const after = await submit(store, other)
      const begun = await submit(store, form)
      const ended = await submit(store, form)
      const toDestination = await submit(store, form, 'dst_1')
      const next = await submit(store, form)
      const last = await submit(store, form)
      const others = [first, elsewhere, after, toDestination, next, last]
      const sent = await beginEmail(store, { now: NOW, held: [...others, ended] })
      assert.equal(sent?.lease.deliveryKey, begun)
      const decide = () => ({ kind: 'end', outcome: 'suppressed' }) as const
      const end = await beginEmail(store, { now: NOW, held: others, decide })
      assert.equal(end?.lease.deliveryKey, ended)

      await store.receipts.withdraw({ submissionKey: first, now: NOW })
      assert.deepEqual(await listClaimEmails(beside), { due: [elsewhere, next], named: [elsewhere, next] })
      await store.receipts.withdraw({ submissionKey: next, now: NOW })
      assert.deepEqual(await listClaimEmails(beside), { due: [elsewhere, last], named: [elsewhere, last] })
      await store.receipts.withdraw({ submissionKey: last, now: NOW })
      assert.deepEqual(await listClaimEmails(beside), { due: [elsewhere], named: [elsewhere] })
      assert.equal((await store.findEndpoint(form))?.endpoint.claimEmailAt, null)
      assert.deepEqual((await store.findEndpoint(other))?.endpoint.claimEmailAt, NOW)
      const renewed = await submit(store, form)
      assert.deepEqual(await listClaimEmails(beside), {
        due: [elsewhere, renewed],
        named: [elsewhere, renewed],
      })
      await store.close()
      await beside.close()
      await at.close()
    })

    test('a claim email that has begun passes to no other', async () => {
      const at = await places[place]()
      const store = await openPlace(at)
      const beside = await at.connect()
      const form = await createForm(store, 'f_0000000000000001')
      const first = await submit(store, form)
      await submit(store, form)
      const { lease } = (await beginEmail(store, { now: NOW })) ?? assert.fail()
      assert.equal(lease.deliveryKey, first)
      const next = { kind: 'again', dueAt: NOW } as const
      await store.outbox.settle([{ lease, now: NOW, outcome: 'deferred', answer: '451', next }])
      await store.receipts.withdraw({ submissionKey: first, now: NOW })
      assert.deepEqual(await listClaimEmails(beside), { due: [], named: [first] })
      assert.deepEqual((await store.findEndpoint(form))?.endpoint.claimEmailAt, NOW)
      await store.close()
      await beside.close()
      await at.close()
    })
  })
}
