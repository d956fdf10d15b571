import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FoundEmail } from '../../src/delivery/channels/email/found-email.ts'
import { newEndpoint } from '../../src/domain/endpoints/endpoint.ts'
import type { IdempotencyKey } from '../../src/domain/idempotency-key.ts'
import { stringifyFields } from '../../src/domain/submissions/fields.ts'
import { DAY, HOUR, later, MINUTE } from '../../src/domain/time.ts'
import type { Change, ChangeInput, Consequence } from '../../src/store/contract/changes.ts'
import type { BeginDecision, Settlement } from '../../src/store/contract/outbox-store.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { beginEmail, beginEmails, sendAny } from '../support/stores/email-attempts.ts'
import { NOW, storePlaces } from '../support/stores/stores.ts'

/** Emails to one address, in the rule of these tests. */
const EMAIL_BUDGET = 10
const FREE = { submissions: 30, telemetry: 7 }
const RETENTION = { unclaimed: FREE, plans: { free: FREE, pro: { submissions: 90, telemetry: 30 } } }
let ids = 0

const { places, names, openPlace, withStores } = storePlaces()

/** Begins an email under a budget of its own. */
function begin(store: Store, now: Date) {
  return beginEmail(store, { now, decide: withinBudget })
}

function withinBudget(found: FoundEmail, now: Date): BeginDecision<FoundEmail> {
  return found.started.length < EMAIL_BUDGET
    ? sendAny(found, now)
    : { kind: 'hold', until: later(now, HOUR), scope: 'target' }
}

async function createIn(
  store: Store,
  options: { addressKey?: string; mailboxKey?: string; now?: Date } = {},
) {
  const id = `f_${String(++ids).padStart(16, '0')}`
  const created = await store.create({
    addressKey: options.addressKey ?? `address ${id}`,
    newest: 10,
    mailboxKey: options.mailboxKey ?? 'ada',
    now: options.now ?? NOW,
    idempotencyKey: null,
    decide: ({ earlier, suppressed }) =>
      earlier.length >= 10 || suppressed
        ? { answer: 'refused', endpoint: null }
        : { answer: 'created', endpoint: newEndpoint({ id, recipient: 'ada@lovelace.dev', now: NOW }) },
  })
  return { id, created: created.kind === 'fresh' && created.answer === 'created' }
}

/** A submission as the rules would decide it, with a cap of its own. */
function submission(cap: number, now = NOW) {
  return ({ found, nextKey }: ChangeInput): Change<string> => {
    if (!found || found.endpoint.acceptedCount >= cap) {
      return { answer: 'refused', remember: false, consequences: [] }
    }
    const key = nextKey()
    const { endpoint } = found
    const email = endpoint.claimEmailAt ? 'submission' : 'claim'
    const facts = {
      ...endpoint,
      acceptedCount: endpoint.acceptedCount + 1,
      claimEmailAt: endpoint.claimEmailAt ?? now,
      lastAcceptedAt: now,
    }
    const consequences: Consequence[] = [
      { kind: 'endpoint', facts },
      {
        kind: 'submission',
        key,
        text: stringifyFields([{ name: 'message', value: 'Grüße 👋' }]),
        spamReasons: null,
      },
      {
        kind: 'delivery',
        delivery: email,
        channel: 'email',
        target: 'ada',
        submissionKey: key,
        destination: null,
        ordinal: 0,
      },
    ]
    return { answer: `stored ${key}`, remember: true, consequences }
  }
}

const submitTo = (store: Store, id: string, cap = 50, idempotencyKey: IdempotencyKey | null = null) =>
  store.change<string>({ endpointId: id, now: NOW, idempotencyKey, decide: submission(cap) })

async function getAccepted(answers: Promise<{ kind: string; answer?: string }>[]): Promise<string[]> {
  const all = await Promise.all(answers)
  return all.flatMap((answer) => (answer.answer?.startsWith('stored') ? [answer.answer] : []))
}

for (const place of names) {
  // SQLite has one node; a second connection to its file stands for the command line beside it.
  const nodes = place === 'PostgreSQL' ? 3 : 1

  describe(`the store on ${place}`, () => {
    test('keeps created endpoints and submissions after a restart', async () => {
      const at = await places[place]()
      const store = await openPlace(at)
      const { id } = await createIn(store)
      await submitTo(store, id)
      await store.close()
      const again = await openPlace(at)
      const found = await again.findEndpoint(id)
      assert.equal(found?.endpoint.acceptedCount, 1)
      assert.deepEqual(found?.endpoint.lastAcceptedAt, NOW)
      assert.equal(found?.plan, null)
      assert.equal(await again.findEndpoint('f_0000000000000000'), null)
      await again.close()
      await at.close()
    })

    test('accepts exactly 50 submissions of an unclaimed endpoint across nodes', () =>
      withStores(place, nodes, async (...stores) => {
        const { id } = await createIn(stores[0])
        // By itself, so that the nodes have no claim email to make and nothing but the endpoint in common.
        const first = await getAccepted([submitTo(stores[0], id)])
        const answers = Array.from({ length: 150 }, (_, n) =>
          submitTo(stores[n % stores.length] ?? stores[0], id),
        )
        const accepted = [...first, ...(await getAccepted(answers))]
        assert.equal(accepted.length, 50)
        assert.equal(new Set(accepted).size, 50, 'no key is given out twice')
        assert.equal((await stores[0].findEndpoint(id))?.endpoint.acceptedCount, 50)
        const { waiting } = await stores[0].outbox.backlog(NOW)
        assert.equal(waiting, 50)
      }))

    test('sends one claim email when several nodes accept the first submissions', () =>
      withStores(place, nodes, async (...stores) => {
        const { id } = await createIn(stores[0])
        await Promise.all(stores.flatMap((store) => [submitTo(store, id), submitTo(store, id)]))
        const begun = await beginEmails(stores[0], { now: NOW, limit: 100 })
        const kinds = begun.map(({ found }) => found.kind)
        assert.equal(kinds.length, 2 * stores.length)
        assert.equal(kinds.filter((kind) => kind === 'claim').length, 1)
      }))

    test('counts creations of an address exactly across nodes', () =>
      withStores(place, nodes, async (...stores) => {
        const first = await createIn(stores[0], { addressKey: 'one address' })
        // Each node has its connection and its keys before they all begin at once.
        await Promise.all(stores.map((store) => createIn(store)))
        // For mailboxes of their own, so that the creations have nothing but the address in common.
        const made = await Promise.all(
          Array.from({ length: 40 }, (_, n) =>
            createIn(stores[n % stores.length] ?? stores[0], {
              addressKey: 'one address',
              mailboxKey: `mailbox ${n}`,
            }),
          ),
        )
        assert.equal([first, ...made].filter((one) => one.created).length, 10)
        const found = await stores[0].findCreations({
          addressKey: 'one address',
          mailboxKey: 'ada',
          newest: 99,
          now: NOW,
        })
        assert.equal(found.earlier.length, 10)
      }))

    test('finds the newest creations of an address up to a limit, oldest first', () =>
      withStores(place, 1, async (store) => {
        const at = [50, 40, 30, 20].map((minutes) => later(NOW, -minutes * MINUTE))
        for (const now of [later(NOW, -HOUR), ...at]) {
          await createIn(store, { addressKey: 'one address', now })
        }
        const find = async (newest: number) =>
          (await store.findCreations({ addressKey: 'one address', mailboxKey: 'ada', newest, now: NOW }))
            .earlier
        assert.deepEqual(await find(9), at)
        assert.deepEqual(await find(4), at)
        assert.deepEqual(await find(1), at.slice(-1))
      }))

    test('several nodes can create the first endpoints of an address or mailbox at once', () =>
      withStores(place, nodes, async (...stores) => {
        for (let round = 0; round < 10; round += 1) {
          const place = { addressKey: `address ${round}`, mailboxKey: `mailbox ${round}` }
          const made = await Promise.all(stores.map((store) => createIn(store, place)))
          assert.ok(made.every((one) => one.created))
        }
      }))

    test('applies a request with an Idempotency-Key once across nodes', () =>
      withStores(place, nodes, async (...stores) => {
        const { id } = await createIn(stores[0])
        const idempotencyKey = { key: 'the key', fingerprint: 'one body' }
        const answers = await Promise.all(
          stores.flatMap((store) => [submitTo(store, id, 50, idempotencyKey)]),
        )
        const keys = answers.flatMap((answer) => ('answer' in answer ? [answer.answer] : []))
        assert.equal(new Set(keys).size, 1)
        assert.equal(answers.filter((answer) => answer.kind === 'fresh').length, 1)
        assert.equal((await stores[0].findEndpoint(id))?.endpoint.acceptedCount, 1)
        const other = await submitTo(stores[0], id, 50, { ...idempotencyKey, fingerprint: 'another body' })
        assert.deepEqual(other, { kind: 'key_reused' })
        const nextDay = later(NOW, DAY)
        const again = await stores[0].change<string>({
          endpointId: id,
          now: nextDay,
          idempotencyKey,
          decide: submission(50, nextDay),
        })
        assert.equal(again.kind, 'fresh', 'a key is forgotten after a day')
      }))

    test('a solved challenge counts once across nodes, for submissions and creations', () =>
      withStores(place, nodes, async (...stores) => {
        const { id } = await createIn(stores[0])
        const { id: other } = await createIn(stores[0])
        const challenge = { nonce: 'solved once', until: later(NOW, MINUTE) }
        const decide = (input: ChangeInput): Change<string> => {
          if (input.isChallengeSpent) return { answer: 'spent', remember: false, consequences: [] }
          const change = submission(50)(input)
          const consequences = change.consequences.map((one) =>
            one.kind === 'submission' ? { ...one, challenge } : one,
          )
          return { ...change, consequences }
        }
        const submitWith = (store: Store, endpointId: string) =>
          store.change<string>({ endpointId, now: NOW, idempotencyKey: null, challenge, decide })
        // On different endpoints, no lock keeps the nodes apart.
        const answers = stores.flatMap((store) => [submitWith(store, id), submitWith(store, other)])
        assert.equal((await getAccepted(answers)).length, 1)

        const made = await Promise.all(
          [...stores, ...stores].map((store, at) =>
            store.create<string>({
              addressKey: `solver ${at}`,
              newest: 10,
              mailboxKey: 'ada',
              now: NOW,
              idempotencyKey: null,
              challenge: { nonce: 'solved for a creation', until: later(NOW, MINUTE) },
              decide: ({ challengeSpent }) =>
                challengeSpent
                  ? { answer: 'spent', endpoint: null }
                  : {
                      answer: 'created',
                      endpoint: newEndpoint({
                        id: `f_${String(++ids).padStart(16, '0')}`,
                        recipient: 'ada@lovelace.dev',
                        now: NOW,
                      }),
                    },
            }),
          ),
        )
        const created = made.filter((one) => one.kind === 'fresh' && one.answer === 'created')
        assert.equal(created.length, 1)

        const { maintenance } = stores[0]
        assert.equal(await maintenance.purgeSpentChallenges(later(NOW, MINUTE - 1)), 0)
        assert.equal(await maintenance.purgeSpentChallenges(later(NOW, MINUTE)), 2)
      }))

    test('applies a request that callers share once across nodes, and keeps what each of them sent', () =>
      withStores(place, nodes, async (...stores) => {
        const { id } = await createIn(stores[0])
        const shared = { fingerprint: 'one body', sharedKey: 'the key and one body' }
        const callers = stores.flatMap((store, n) => [
          submitTo(store, id, 50, { ...shared, key: `the key of caller ${n}` }),
          submitTo(store, id, 50, { ...shared, key: `the key of another caller ${n}` }),
        ])
        const answers = await Promise.all(callers)
        assert.equal(answers.filter((answer) => answer.kind === 'fresh').length, 1)
        assert.equal(
          new Set(answers.flatMap((answer) => ('answer' in answer ? [answer.answer] : []))).size,
          1,
        )
        const late = await submitTo(stores[0], id, 50, { ...shared, key: 'the key of a late caller' })
        assert.equal(late.kind, 'replayed')
        const other = { fingerprint: 'another body', sharedKey: 'the key and another body' }
        const reused = await submitTo(stores[0], id, 50, { ...other, key: 'the key of a late caller' })
        assert.deepEqual(reused, { kind: 'key_reused' })
        const own = await submitTo(stores[0], id, 50, { ...other, key: 'the key of somebody else' })
        assert.equal(own.kind, 'fresh')
        assert.equal((await stores[0].findEndpoint(id))?.endpoint.acceptedCount, 2)
      }))

    test('does not run a shared request while the same one of another caller is in progress', () =>
      withStores(place, 1, async (store) => {
        const { id } = await createIn(store)
        const shared = { fingerprint: 'one body', sharedKey: 'the key and one body' }
        const answers = await Promise.all([
          submitTo(store, id, 50, { ...shared, key: 'the key of one caller' }),
          submitTo(store, id, 50, { ...shared, key: 'the key of another caller' }),
        ])
        assert.deepEqual(
          answers.map(({ kind }) => kind),
          ['fresh', 'in_progress'],
        )
      }))

    test('begins a delivery on one node at a time, and on another after the lease ended', () =>
      withStores(place, nodes, async (...stores) => {
        const { id } = await createIn(stores[0])
        await Promise.all(Array.from({ length: 30 }, () => submitTo(stores[0], id)))
        const until = later(NOW, MINUTE)
        const beginAll = async (store: Store, n: number, now = NOW) => {
          const begun = await beginEmails(store, { now, limit: 30, holder: `node ${n}` })
          return begun.map(({ lease }) => lease)
        }
        const leases = (await Promise.all(stores.map((store, n) => beginAll(store, n)))).flat()
        assert.equal(leases.length, 30)
        assert.equal(new Set(leases.map((lease) => lease.deliveryKey)).size, 30)
        assert.deepEqual(await stores[0].outbox.nextDueAt('email', []), until)
        assert.deepEqual(await beginAll(stores[0], 9, later(until, -1)), [])
        const last = stores.at(-1) ?? stores[0]
        const again = await beginAll(last, 9, until)
        assert.equal(again.length, 30)
        const [late = assert.fail()] = leases
        const next = { kind: 'settled', outcome: 'sent' } as const
        const result = { now: until, outcome: 'accepted', answer: '250', next } as const
        const stored = await stores[0].outbox.settle([{ ...result, lease: late }])
        assert.deepEqual(stored, [false], 'who comes back from a pause finds its lease lost')
        assert.equal(await stores[0].outbox.renew(late, later(until, HOUR)), false)
        assert.deepEqual(
          await last.outbox.settle(again.map((lease) => ({ ...result, lease }))),
          Array(30).fill(true),
        )
      }))

    test('enforces the email budget of a mailbox exactly across nodes', () =>
      withStores(place, nodes, async (...stores) => {
        const { id } = await createIn(stores[0])
        await Promise.all(Array.from({ length: 30 }, () => submitTo(stores[0], id)))
        const begun = stores.map(async (store, n) => {
          const limit = 30 / stores.length
          return beginEmails(store, { now: NOW, limit, holder: `node ${n}`, decide: withinBudget })
        })
        const kinds = (await Promise.all(begun)).flat().map(({ kind }) => kind)
        assert.equal(kinds.filter((kind) => kind === 'begun').length, EMAIL_BUDGET)
        assert.equal((await stores[0].outbox.backlog(NOW)).held, 30 - EMAIL_BUDGET)
      }))

    test('enforces the email budget exactly among the emails that begin in one transaction', () =>
      withStores(place, 1, async (store) => {
        const { id } = await createIn(store)
        await Promise.all(Array.from({ length: 30 }, () => submitTo(store, id)))
        const begun = await beginEmails(store, { now: NOW, limit: 30, decide: withinBudget })
        const kinds = begun.map(({ kind }) => kind)
        const budget = Array.from({ length: EMAIL_BUDGET }, () => 'begun')
        assert.deepEqual(kinds, [...budget, 'held'], 'the others are held with it')
        assert.equal((await store.outbox.backlog(NOW)).held, 30 - EMAIL_BUDGET)
      }))

    test('settles the emails whose leases are held beside one whose lease was lost', () =>
      withStores(place, 1, async (store) => {
        const { id } = await createIn(store)
        for (let count = 0; count < 3; count += 1) await submitTo(store, id)
        const next = { kind: 'settled', outcome: 'sent' } as const
        const result = { now: NOW, outcome: 'accepted', answer: '250', next } as const
        const begun = await beginEmails(store, { now: NOW })
        const settlements = begun.map(({ lease }): Settlement => ({ ...result, lease }))
        const [first, second, third] = settlements
        assert.ok(first && second && third)
        for (const { lease } of [first, third]) assert.ok(await store.outbox.renew(lease, later(NOW, HOUR)))
        assert.equal((await beginEmails(store, { now: later(NOW, MINUTE) })).length, 1)
        assert.deepEqual(await store.outbox.settle([third, second, first]), [true, false, true])
        assert.deepEqual(await store.outbox.backlog(NOW), {
          waiting: 1,
          held: 0,
          oldestDueAt: { email: NOW },
        })
      }))

    test('enforces the hourly limit of unconfirmed emails exactly across nodes', () =>
      withStores(place, nodes, async (...stores) => {
        const addresses = Array.from({ length: 30 }, (_, n) => ({ mailboxKey: `person ${n}` }))
        for (const address of addresses) await submitTo(stores[0], (await createIn(stores[0], address)).id)
        const ceiling = { perHour: 5, largeDomains: new Set<string>() }
        const begun = stores.map(async (store, n) => {
          const decide: Parameters<typeof beginEmail>[1]['decide'] = (found) =>
            found.ceiling.instance.full === null
              ? sendAny(found, NOW)
              : { kind: 'hold', until: later(NOW, HOUR), scope: 'unconfirmed' }
          return beginEmails(store, { now: NOW, holder: `node ${n}`, decide, ceiling })
        })
        const kinds = (await Promise.all(begun)).flat().map(({ kind }) => kind)
        assert.equal(kinds.filter((kind) => kind === 'begun').length, 5)
        assert.equal(await stores[0].outbox.countUnconfirmedEmails(NOW), 5)
        assert.equal(await stores[0].outbox.countUnconfirmedEmails(later(NOW, HOUR)), 0)
      }))

    test('records the attempts of a delivery until it is settled', () =>
      withStores(place, 1, async (store) => {
        const { id } = await createIn(store)
        await submitTo(store, id)
        const begun = await begin(store, NOW)
        assert.ok(begun)
        assert.ok(begun.found.kind !== 'notice')
        assert.equal(begun.found.submission.endpoint.id, id)
        assert.deepEqual(begun.found.submission.fields, [{ name: 'message', value: 'Grüße 👋' }])
        const silent = {
          suppressed: false,
          refusesConfirmations: false,
          isUndeliverable: false,
          hasBounced: false,
        }
        assert.deepEqual([begun.found.mailbox, begun.found.started], [silent, []])
        const dueAt = later(NOW, HOUR)
        const settlement = { lease: begun.lease, now: NOW, outcome: 'deferred', answer: '451' } as const
        assert.deepEqual(await store.outbox.settle([{ ...settlement, next: { kind: 'again', dueAt } }]), [
          true,
        ])
        assert.deepEqual(await store.outbox.nextDueAt('email', []), dueAt)
        const second = await begin(store, dueAt)
        assert.ok(second?.found.kind === 'submission' || second?.found.kind === 'claim')
        const { attempts, startedAt } = second.found.delivery
        assert.deepEqual([attempts, startedAt], [1, NOW])
        const end = { lease: second.lease, now: dueAt, answer: '250' } as const
        const settled = { kind: 'settled', outcome: 'sent' } as const
        assert.deepEqual(await store.outbox.settle([{ ...end, outcome: 'accepted', next: settled }]), [true])
        assert.deepEqual(await store.outbox.settle([{ ...end, outcome: 'accepted', next: settled }]), [false])
        assert.equal(await store.outbox.nextDueAt('email', []), null)
      }))

    test("applies the owner's plan to a submission in the transaction of the claim", () =>
      withStores(place, 1, async (store) => {
        const { id } = await createIn(store)
        const plans: (string | null)[] = []
        const claim = store.change({
          endpointId: id,
          now: NOW,
          idempotencyKey: null,
          decide: ({ found }) => ({
            answer: 'claimed',
            remember: false,
            consequences: found
              ? [
                  { kind: 'endpoint', facts: { ...found.endpoint, claimedAt: NOW, confirmedAt: NOW } },
                  { kind: 'owner', mailbox: 'ada@lovelace.dev', plan: 'free' },
                  { kind: 'confirmation' },
                ]
              : [],
          }),
        })
        const after = Array.from({ length: 3 }, () =>
          store.change({
            endpointId: id,
            now: NOW,
            idempotencyKey: null,
            decide(input) {
              plans.push(input.found?.endpoint.confirmedAt ? input.found.plan : null)
              return submission(50)(input)
            },
          }),
        )
        await Promise.all([claim, ...after])
        assert.deepEqual(plans, ['free', 'free', 'free'])
        assert.equal((await store.findEndpoint(id))?.endpoint.acceptedCount, 3)
      }))

    test("applies the owner's plan to a submission that waits for a claim on another node", () =>
      withStores(place, nodes, async (...stores) => {
        for (let round = 0; round < 20; round += 1) {
          const { id } = await createIn(stores[0], { mailboxKey: `mailbox ${round}` })
          const claim = stores[0].change({
            endpointId: id,
            now: NOW,
            idempotencyKey: null,
            decide: ({ found }) => ({
              answer: 'claimed',
              remember: false,
              consequences: found
                ? [
                    { kind: 'endpoint', facts: { ...found.endpoint, claimedAt: NOW, confirmedAt: NOW } },
                    { kind: 'owner', mailbox: `ada+${round}@lovelace.dev`, plan: 'free' },
                  ]
                : [],
            }),
          })
          const submit = stores.map((store) =>
            store.change({
              endpointId: id,
              now: NOW,
              idempotencyKey: null,
              decide(input) {
                if (input.found?.endpoint.claimedAt) assert.equal(input.found.plan, 'free')
                return submission(50)(input)
              },
            }),
          )
          await Promise.all([claim, ...submit])
        }
      }))

    test('creates no endpoint for a suppressed mailbox until the suppression is lifted', () =>
      withStores(place, 1, async (store) => {
        await store.suppress('bo', NOW)
        assert.equal((await createIn(store, { mailboxKey: 'bo' })).created, false)
        assert.equal(await store.liftSuppression('bo'), true)
        assert.equal(await store.liftSuppression('bo'), false)
        assert.equal((await createIn(store, { mailboxKey: 'bo' })).created, true)
      }))

    test('postpones a delivery, but none that is being sent or has ended', () =>
      withStores(place, 1, async (store) => {
        const { id } = await createIn(store)
        await submitTo(store, id)
        const { lease } = (await begin(store, NOW)) ?? assert.fail()
        const endsAt = later(NOW, MINUTE)
        const until = later(NOW, HOUR)
        const postpone = (now: Date) => store.outbox.postpone({ deliveryKey: lease.deliveryKey, now, until })
        await postpone(later(endsAt, -1))
        assert.deepEqual(await store.outbox.nextDueAt('email', []), endsAt)
        // The node that sent it has died.
        await postpone(endsAt)
        assert.deepEqual(await store.outbox.nextDueAt('email', []), until)
        assert.equal(await begin(store, later(until, -1)), null)
        const again = (await begin(store, until)) ?? assert.fail()
        const next = { kind: 'settled', outcome: 'sent' } as const
        const result = { lease: again.lease, now: until, outcome: 'accepted', answer: '250', next } as const
        assert.deepEqual(await store.outbox.settle([result]), [true])
        await postpone(until)
        assert.equal(await store.outbox.nextDueAt('email', []), null, 'what has ended stays so')
      }))

    test('lists the plans that owners have', () =>
      withStores(place, 1, async (store) => {
        const { id } = await createIn(store)
        assert.deepEqual(await store.maintenance.plansInUse(), [])
        await store.change({
          endpointId: id,
          now: NOW,
          idempotencyKey: null,
          decide: () => ({
            answer: 'claimed',
            remember: false,
            consequences: [{ kind: 'owner', mailbox: 'ada@lovelace.dev', plan: 'gold' }],
          }),
        })
        assert.deepEqual(await store.maintenance.plansInUse(), ['gold'])
      }))

    test('deletes submissions beyond every retention with their deliveries and attempts, and nothing else', () =>
      withStores(place, 1, async (store) => {
        const { id } = await createIn(store)
        await submitTo(store, id)
        const later20 = later(NOW, 20 * DAY)
        const maintain = (now: Date, submissions: Date) =>
          store.maintenance.maintain({ now, oldestRetained: { submissions, telemetry: NOW } })
        // As upkeep does every hour: the weeks ahead get their partitions before they begin.
        await maintain(later(NOW, 10 * DAY), later(NOW, -20 * DAY))
        await store.change({
          endpointId: id,
          now: later20,
          idempotencyKey: null,
          decide: submission(50, later20),
        })
        const purge = (now: Date) =>
          store.maintenance.purgeSubmissions({ now, after: 0, limit: 100, retention: RETENTION })
        assert.deepEqual(await purge(later(NOW, 30 * DAY - 1)), { deleted: 0, next: null })
        assert.equal((await purge(later(NOW, 30 * DAY))).deleted, 1)
        assert.equal((await store.outbox.backlog(later20)).waiting, 1)
        await maintain(later(NOW, 60 * DAY), later20)
        assert.equal(
          (await store.outbox.backlog(later20)).waiting,
          1,
          'a week is kept until all of it is old',
        )
        await maintain(later(NOW, 60 * DAY), later(NOW, 30 * DAY))
        await store.maintenance.purgeCreations(later(NOW, HOUR))
        await store.maintenance.purgeIdempotentResults(later(NOW, DAY))
        // Partitions that no plan retains are dropped.
        assert.equal((await store.outbox.backlog(later20)).waiting, place === 'SQLite' ? 1 : 0)
      }))

    test('uses no key twice when the clock goes back', () =>
      withStores(place, 1, async (store) => {
        const { id } = await createIn(store)
        const keys: number[] = []
        for (const now of [NOW, later(NOW, DAY), later(NOW, -DAY), NOW]) {
          const answer = await store.change<string>({
            endpointId: id,
            now,
            idempotencyKey: null,
            decide: submission(50, now),
          })
          keys.push(Number(answer.kind === 'fresh' && answer.answer.slice('stored '.length)))
        }
        assert.deepEqual(
          keys,
          [...keys].sort((one, other) => one - other),
        )
        assert.equal(new Set(keys).size, 4)
      }))

    test('refuses a database that was written with another secret', async () => {
      const at = await places[place]()
      const store = await openPlace(at)
      await store.close()
      const opening = openStore({
        connection: await at.connect(),
        now: NOW,
        hmacSecret: 'another secret',
        minFreeBytes: 0,
        newLease: () => '',

        onBroken: () => {},
        onFault: (error) => {
          throw error
        },
        failpoint: () => {},
      })
      await assert.rejects(opening, /FORMSLOT_SECRET/)
      await at.close()
    })

    test('writes on each probe', async () => {
      const at = await places[place]()
      const store = await openPlace(at)
      const beside = await at.connect()
      const reserved = async () => {
        const row = await beside.reads.selectFrom('key_reservation').select('next').executeTakeFirstOrThrow()
        return row.next
      }
      for (let probed = 0; probed < 2; probed += 1) {
        const before = await reserved()
        await store.probe()
        assert.ok((await reserved()) > before)
      }
      assert.equal(store.hasRoom(), true)
      await store.close()
      await beside.close()
      await at.close()
    })

    test('migrates an empty database once when several nodes start together', async () => {
      const at = await places[place]()
      const stores = await Promise.all(Array.from({ length: nodes }, () => openPlace(at)))
      const [one = assert.fail(), last = one] = [stores[0], stores.at(-1)]
      const { id } = await createIn(one)
      assert.equal((await last.findEndpoint(id))?.endpoint.id, id)
      for (const store of stores) await store.close()
      await at.close()
    })
  })
}
