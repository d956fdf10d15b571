import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { asHolder, type Caller } from '../../src/actions/accounts/caller.ts'
import type { Context } from '../../src/actions/context.ts'
import {
  confirmDestination,
  refuseDestination,
  startDestination,
} from '../../src/actions/destinations/answer-destination.ts'
import { addEmailDestination, resendConfirmation } from '../../src/actions/destinations/email-destinations.ts'
import { removeDestination } from '../../src/actions/destinations/remove-destination.ts'
import { changeEndpoint } from '../../src/actions/endpoints/change-endpoint.ts'
import { claimEndpoint } from '../../src/actions/endpoints/claim-endpoint.ts'
import { createEndpoint } from '../../src/actions/endpoints/create-endpoint.ts'
import { declineEndpoint } from '../../src/actions/endpoints/decline-endpoint.ts'
import { purgeDeclined } from '../../src/actions/maintenance/purge-old.ts'
import { submit } from '../../src/actions/submissions/submit.ts'
import { mayBegin } from '../../src/delivery/channels/email/begin.ts'
import { PLANS } from '../../src/domain/plans/plan.ts'
import { stringifyFields } from '../../src/domain/submissions/fields.ts'
import { classifyFields } from '../../src/domain/submissions/submission.ts'
import { DAY, later } from '../../src/domain/time.ts'
import type { Connection } from '../../src/store/engine/connection.ts'
import type { Store } from '../../src/store/store.ts'
import { createActionContext, keys } from '../support/stores/action-context.ts'
import { beginEmails } from '../support/stores/email-attempts.ts'
import { NOW, storePlaces } from '../support/stores/stores.ts'

const TERMS = { plans: PLANS, defaultPlan: 'free', creationLimits: { perHour: 0, spacingMs: 0 } }
const { names, places, openPlace } = storePlaces()
let addresses = 0

/** A store with bound actions, and a connection that reads its rows. */
async function onStores(
  place: (typeof names)[number],
  nodes: number,
  work: (contexts: [Context, ...Context[]], beside: Connection) => Promise<void>,
): Promise<void> {
  const at = await places[place]()
  const stores: Store[] = []
  for (let node = 0; node < nodes; node += 1) stores.push(await openPlace(at))
  const beside = await at.connect()
  try {
    const [first, ...others] = stores.map(createActionContext)
    await work([first ?? assert.fail(), ...others], beside)
  } finally {
    await beside.close()
    for (const store of stores) await store.close()
    await at.close()
  }
}

/** An endpoint that its recipient has claimed, on this plan, and its owner. */
async function claimed(
  context: Context,
  beside: Connection,
  { plan = 'pro', recipient = 'ada@lovelace.dev' } = {},
): Promise<{ endpointId: string; caller: Caller }> {
  addresses += 1
  const fields = [{ name: 'recipient', value: recipient }]
  const created = await createEndpoint(context, {
    kind: 'form',
    fields,
    address: `${addresses}`,
    network: `${addresses}`,
    networkWait: 0,
    proof: { kind: 'not_asked' },
    language: null,
    idempotencyKey: null,
    now: NOW,
  })
  assert.ok(created.kind === 'created')
  const { endpointId } = created
  const token = keys.claimToken(endpointId)
  assert.equal(
    (await claimEndpoint(context, { token, by: 'link', language: null, now: NOW })).kind,
    'claimed',
  )
  await beside.transaction(({ db }) =>
    db.updateTable('accounts').set({ plan }).where('mailbox', '=', recipient).execute(),
  )
  const account = await beside.reads
    .selectFrom('accounts')
    .selectAll()
    .where('mailbox', '=', recipient)
    .executeTakeFirstOrThrow()
  const by = { kind: 'key', apiKeyKey: 1, scopes: ['write'] } as const
  return {
    endpointId,
    caller: { ...asHolder({ key: account.key, mailbox: recipient, plan, suspension: null }), by },
  }
}

async function setPlan(beside: Connection, { accountKey }: Caller, plan: string): Promise<void> {
  await beside.transaction(({ db }) =>
    db.updateTable('accounts').set({ plan }).where('key', '=', accountKey).execute(),
  )
}

async function getDestinations(context: Context, endpointId: string) {
  return (await context.store.findEndpoint(endpointId))?.endpoint.settings.destinations ?? []
}

/** Adds a destination and confirms it, like a person who follows the link in the email. */
async function confirmed(
  context: Context,
  about: { endpointId: string; caller: Caller },
  mailbox: string,
): Promise<{ id: string; token: string }> {
  const added = await addEmailDestination(context, about.caller, { ...about, mailbox, now: NOW })
  assert.ok(added.kind === 'added')
  const token = keys.destinationToken({ formId: about.endpointId, id: added.id })
  assert.equal((await confirmDestination(context, { token, now: NOW })).kind, 'confirmed')
  return { id: added.id, token }
}

async function submitTo(context: Context, formId: string, message = 'Hello', now = NOW): Promise<number> {
  const fields = [{ name: 'message', value: message }]
  const content = {
    kind: 'classified',
    fields,
    text: stringifyFields(fields),
    verdict: classifyFields(fields),
  } as const
  const answer = await submit(context, {
    formId,
    content,
    files: [],
    proof: null,
    elapsedMs: null,
    showsReceipt: () => true,
    page: { origin: null, referer: null },
    findLanguage: () => null,
    idempotencyKey: null,
    openShare: () => null,
    now,
  })
  assert.ok(answer.kind === 'accepted')
  return keys.submissionKey(answer.submissionId) ?? assert.fail()
}

function findDeliveries(beside: Connection, submissionKey: number) {
  return beside.reads
    .selectFrom('outbox')
    .selectAll()
    .where('submission_key', '=', submissionKey)
    .orderBy('key')
    .execute()
}

/** Begins everything that is due by the rule of the channel. One that is held takes the leases of those behind it. */
async function beginAll(context: Context, now = NOW) {
  const { store } = context
  return beginEmails(store, { now, limit: 100, decide: (found) => mayBegin(found, now, TERMS) })
}

for (const place of names) {
  describe(`destinations, ${place}`, () => {
    test('adds no destination for another owner, on the Free plan, or to a retired endpoint', () =>
      onStores(place, 1, async ([context], beside) => {
        const owned = await claimed(context, beside)
        const bo = await claimed(context, beside, { recipient: 'bo@builds.dev' })
        const add = async (about: { caller?: Caller; endpointId?: string }) => {
          const answer = await addEmailDestination(context, about.caller ?? owned.caller, {
            ...owned,
            mailbox: 'x@bo.dev',
            now: NOW,
            ...about,
          })
          return answer.kind === 'refused' ? answer.refusal.code : answer.kind
        }
        assert.equal(await add({ caller: bo.caller }), 'endpoint_not_found')
        assert.equal(await add({ endpointId: 'f_0000000000000000' }), 'endpoint_not_found')
        await setPlan(beside, owned.caller, 'free')
        assert.equal(await add({}), 'plan_needed')
        await setPlan(beside, owned.caller, 'pro')
        await retire(context, owned.endpointId)
        assert.equal(await add({}), 'endpoint_retired')
        assert.deepEqual(await getDestinations(context, owned.endpointId), [])
      }))

    test('allows ten destinations, no duplicates, and not the recipient', () =>
      onStores(place, 1, async ([context], beside) => {
        const owned = await claimed(context, beside)
        const add = async (mailbox: string) => {
          const answer = await addEmailDestination(context, owned.caller, { ...owned, mailbox, now: NOW })
          return answer.kind === 'refused' ? [answer.refusal.code, answer.refusal.field] : answer.kind
        }
        assert.deepEqual(await add('Ada@Lovelace.dev'), ['destination_known', 'email'])
        assert.deepEqual(await add('jane@example.com'), ['recipient_placeholder', 'email'])
        assert.deepEqual(await add('a@bo.dev, b@bo.dev'), ['recipient_multiple', 'email'])
        assert.deepEqual(await add('Bo <bo@builds.dev>'), ['recipient_invalid', 'email'])
        for (let n = 1; n <= 9; n += 1) assert.equal(await add(`m${n}@bo.dev`), 'added')
        assert.deepEqual(await add('M2@bo.dev'), ['destination_known', 'email'])
        assert.equal(await add('ada+forms@lovelace.dev'), 'added')
        assert.deepEqual(await add('m10@bo.dev'), ['limit_reached', undefined])
        assert.equal((await getDestinations(context, owned.endpointId)).length, 10)
      }))

    test('sends a mailbox at most three confirmation emails a day, across owners and nodes', () =>
      onStores(place, place === 'SQLite' ? 1 : 3, async (contexts, beside) => {
        const [context] = contexts
        // Known already, so that only a lock keeps the nodes apart.
        const known = [{ name: 'recipient', value: 'sales@gmail.com' }]
        await createEndpoint(context, {
          kind: 'form',
          fields: known,
          address: 'x',
          network: 'x',
          networkWait: 0,
          proof: { kind: 'not_asked' },
          language: null,
          idempotencyKey: null,
          now: NOW,
        })
        const owners: Awaited<ReturnType<typeof claimed>>[] = []
        for (let n = 0; n < 8; n += 1) {
          owners.push(await claimed(context, beside, { recipient: `owner${n}@bo.dev` }))
        }
        const spellings = ['sales@gmail.com', 's.ales@gmail.com', 'Sales+x@googlemail.com']
        const answers = await Promise.all(
          owners.map((owned, n) =>
            addEmailDestination(contexts[n % contexts.length] ?? context, owned.caller, {
              ...owned,
              mailbox: spellings[n % 3] ?? '',
              now: NOW,
            }),
          ),
        )
        assert.equal(answers.filter((answer) => answer.kind === 'added').length, 3)
        const refusals = answers.filter((answer) => answer.kind === 'refused').map((one) => one.refusal)
        assert.deepEqual(
          new Set(refusals.map((refusal) => `${refusal.code} ${refusal.retryAfterSeconds}`)),
          new Set([`confirmation_rate ${DAY / 1000}`]),
        )
        const late = owners[answers.findIndex((answer) => answer.kind === 'refused')]
        assert.ok(late)
        const again = { ...late, mailbox: 'sales@gmail.com' }
        const early = await addEmailDestination(context, again.caller, { ...again, now: later(NOW, DAY - 1) })
        assert.equal(early.kind, 'refused')
        assert.equal(
          (await addEmailDestination(context, again.caller, { ...again, now: later(NOW, DAY) })).kind,
          'added',
        )
      }))

    test('counts repeated confirmation emails, and sends none after an answer', () =>
      onStores(place, 1, async ([context], beside) => {
        const owned = await claimed(context, beside)
        await addEmailDestination(context, owned.caller, { ...owned, mailbox: 'sales@bo.dev', now: NOW })
        const [added] = await getDestinations(context, owned.endpointId)
        const destinationId = added?.id ?? ''
        const ask = async (about: { caller?: Caller; destinationId?: string; now?: Date } = {}) => {
          const answer = await resendConfirmation(context, about.caller ?? owned.caller, {
            ...owned,
            destinationId,
            now: NOW,
            ...about,
          })
          return answer.kind === 'refused' ? answer.refusal.code : answer.kind
        }
        assert.equal(await ask(), 'done')
        assert.equal(await ask({ destinationId: 'dst_0000000000000000' }), 'destination_not_found')
        const bo = await claimed(context, beside, { recipient: 'bo@builds.dev' })
        assert.equal(await ask({ caller: bo.caller }), 'endpoint_not_found')
        assert.equal(await ask(), 'done')
        assert.equal(await ask(), 'confirmation_rate')
        const token = keys.destinationToken({ formId: owned.endpointId, id: destinationId })
        await confirmDestination(context, { token, now: NOW })
        assert.equal(await ask({ now: later(NOW, 2 * DAY) }), 'destination_confirmed')
        const emails = await beside.reads.selectFrom('notices').select('kind').execute()
        assert.equal(emails.length, 3)
      }))

    test('does not send a queued confirmation email after removal or an answer', () =>
      onStores(place, 1, async ([context], beside) => {
        const owned = await claimed(context, beside)
        await addEmailDestination(context, owned.caller, { ...owned, mailbox: 'one@bo.dev', now: NOW })
        const [added] = await getDestinations(context, owned.endpointId)
        await removeDestination(context, owned.caller, { ...owned, destinationId: added?.id ?? '', now: NOW })
        await confirmed(context, owned, 'two@bo.dev')
        assert.deepEqual(
          (await beginAll(context)).map((one) => one.decision),
          Array(2).fill({ kind: 'end', outcome: 'suppressed' }),
        )
      }))

    test('a destination gets an email about stopped emails only while it gets no others', () =>
      onStores(place, 1, async ([context], beside) => {
        const owned = await claimed(context, beside)
        const { token } = await confirmed(context, owned, 'sales@bo.dev')
        const stop = async (now: Date) =>
          assert.equal((await refuseDestination(context, { token, now })).kind, 'stopped')
        const start = async (now: Date) =>
          assert.equal((await startDestination(context, { token, now })).kind, 'confirmed')
        const begin = async (now: Date) => (await beginAll(context, now)).map(({ decision }) => decision.kind)
        await stop(NOW)
        await start(NOW)
        assert.deepEqual(new Set(await begin(NOW)), new Set(['end']), 'started again')
        await stop(NOW)
        assert.deepEqual(await begin(NOW), ['send'], 'the one that was not sent does not count')
        const countNotices = async () =>
          (await beside.reads.selectFrom('notices').select('kind').execute()).filter(
            ({ kind }) => kind === 'destination_stopped',
          ).length
        assert.equal(await countNotices(), 2)
        await start(NOW)
        await stop(later(NOW, DAY - 1))
        assert.equal(await countNotices(), 2, 'one a day')
      }))

    test('keeps a stop and the changes of the owner that arrive at the same moment on several nodes', () =>
      onStores(place, place === 'SQLite' ? 1 : 3, async (contexts, beside) => {
        const [context] = contexts
        const owned = await claimed(context, beside)
        const edit = { endpointId: owned.endpointId, versions: null, now: NOW }
        const { id, token } = await confirmed(context, owned, 'sales@bo.dev')
        const on = (n: number) => contexts[n % contexts.length] ?? context
        const edits = Array.from({ length: 12 }, (_, n) => [
          changeEndpoint(on(n), owned.caller, { ...edit, change: { name: `Shop ${n}` } }),
          n % 4 === 1
            ? addEmailDestination(on(n), owned.caller, { ...owned, mailbox: `m${n}@bo.dev`, now: NOW })
            : refuseDestination(on(n + 1), { token, now: NOW }),
        ])
        await Promise.all(edits.flat())
        const stored = (await context.store.findEndpoint(owned.endpointId))?.endpoint.settings
        assert.match(stored?.name ?? '', /^Shop/)
        assert.deepEqual(
          stored?.destinations
            .map((one) => one.kind === 'email' && [one.mailbox, one.stoppedAt !== null])
            .toSorted(),
          [
            ['m1@bo.dev', false],
            ['m5@bo.dev', false],
            ['m9@bo.dev', false],
            ['sales@bo.dev', true],
          ],
        )
        const notices = await beside.reads.selectFrom('notices').select('kind').execute()
        assert.equal(notices.filter(({ kind }) => kind === 'destination_stopped').length, 1)
        await Promise.all([
          removeDestination(on(0), owned.caller, { ...owned, destinationId: id, now: NOW }),
          startDestination(on(1), { token, now: NOW }),
        ])
        assert.equal((await getDestinations(context, owned.endpointId)).length, 3)
        assert.equal((await startDestination(context, { token, now: NOW })).kind, 'gone')
      }))

    test('removes a mailbox that refuses, and never sends it another confirmation email', () =>
      onStores(place, 1, async ([context], beside) => {
        const owned = await claimed(context, beside)
        const bo = await claimed(context, beside, { recipient: 'bo@builds.dev' })
        await addEmailDestination(context, owned.caller, { ...owned, mailbox: 'sales@bo.dev', now: NOW })
        const [added] = await getDestinations(context, owned.endpointId)
        const token = keys.destinationToken({ formId: owned.endpointId, id: added?.id ?? '' })
        assert.equal((await refuseDestination(context, { token, now: NOW })).kind, 'refused_for_good')
        assert.equal((await refuseDestination(context, { token, now: NOW })).kind, 'refused_for_good')
        assert.equal((await confirmDestination(context, { token, now: NOW })).kind, 'gone')
        assert.deepEqual(await getDestinations(context, owned.endpointId), [])
        const answer = await addEmailDestination(context, bo.caller, {
          ...bo,
          mailbox: 'Sales+bo@bo.dev',
          now: later(NOW, 9 * DAY),
        })
        assert.equal(answer.kind === 'refused' && answer.refusal.code, 'mailbox_suppressed')
        // The email that had not gone out is not sent, and the mailbox may still have endpoints of its own.
        assert.deepEqual(
          (await beginAll(context)).map((one) => one.decision),
          [{ kind: 'end', outcome: 'suppressed' }],
        )
        const recipient = [{ name: 'recipient', value: 'sales@bo.dev' }]
        const own = await createEndpoint(context, {
          kind: 'form',
          fields: recipient,
          address: 'x',
          network: 'x',
          networkWait: 0,
          proof: { kind: 'not_asked' },
          language: null,
          idempotencyKey: null,
          now: NOW,
        })
        assert.equal(own.kind, 'created')
        await context.store.liftSuppression(keys.mailboxKey('sales@bo.dev'))
        const again = await addEmailDestination(context, bo.caller, {
          ...bo,
          mailbox: 'sales@bo.dev',
          now: NOW,
        })
        assert.equal(again.kind, 'added')
      }))

    const endings: [string, (c: Context, b: Connection, o: Owned) => Promise<unknown>][] = [
      [
        'its owner has removed the mailbox',
        (context, _, about) => removeDestination(context, about.caller, { ...about, now: NOW }),
      ],
      ['the mailbox has said no', (context, _, { token }) => refuseDestination(context, { token, now: NOW })],
      ['the plan allows none any more', (_, beside, { caller }) => setPlan(beside, caller, 'free')],
      ['the endpoint is retired', (context, _, { endpointId }) => retire(context, endpointId)],
    ]
    for (const [reason, end] of endings) {
      test(`never sends a queued email to a destination once ${reason}`, () =>
        onStores(place, 1, async ([context], beside) => {
          const owned = await claimed(context, beside)
          const { id, token } = await confirmed(context, owned, 'sales@bo.dev')
          await beginAll(context)
          const key = await submitTo(context, owned.endpointId)
          await end(context, beside, { ...owned, destinationId: id, token })
          await beginAll(context)
          const outcomes = (await findDeliveries(beside, key)).map((job) => [job.destination, job.outcome])
          assert.deepEqual(outcomes, [
            [null, null],
            [id, 'suppressed'],
          ])
        }))
    }

    test('pauses destinations without the plan, and resumes them with it', () =>
      onStores(place, 1, async ([context], beside) => {
        const owned = await claimed(context, beside)
        const { id } = await confirmed(context, owned, 'sales@bo.dev')
        await setPlan(beside, owned.caller, 'free')
        const silent = await submitTo(context, owned.endpointId)
        assert.equal((await findDeliveries(beside, silent)).length, 1)
        assert.equal((await getDestinations(context, owned.endpointId)).length, 1)
        await setPlan(beside, owned.caller, 'pro')
        const loud = await submitTo(context, owned.endpointId)
        assert.deepEqual(
          (await findDeliveries(beside, loud)).map((job) => job.destination),
          [null, id],
        )
      }))

    test('does not count or hold emails to a confirmed destination by the email budget', () =>
      onStores(place, 1, async ([context], beside) => {
        const owned = await claimed(context, beside)
        const bo = await claimed(context, beside, { recipient: 'bo@builds.dev' })
        const { id } = await confirmed(context, owned, 'bo@builds.dev')
        await beginAll(context)
        for (let sent = 0; sent < 12; sent += 1) await submitTo(context, bo.endpointId)
        const listEmailKeys: number[] = []
        for (let sent = 0; sent < 12; sent += 1) {
          listEmailKeys.push(await submitTo(context, owned.endpointId))
        }
        const begun = await beginAll(context)
        assert.ok(begun.some(({ kind }) => kind === 'held'))
        const there = begun.filter(({ found }) => found.delivery.destination !== null)
        assert.equal(there.length, 12)
        assert.ok(there.every(({ kind }) => kind === 'begun'))
        const [first = 0] = listEmailKeys
        const [, job] = await findDeliveries(beside, first)
        assert.deepEqual([job?.destination, job?.budgeted_at, job?.held_at], [id, null, null])
        // Ten of Bo's own emails were sent and two wait, independently of those to him as a destination.
        const own = await beside.reads
          .selectFrom('outbox')
          .select('held_at')
          .where('destination', 'is', null)
          .where('target', '=', keys.mailboxKey('bo@builds.dev'))
          .where('kind', '=', 'submission')
          .where('started_at', 'is', null)
          .execute()
        assert.equal(own.length, 2)
        assert.ok(own.every((one) => one.held_at !== null))
      }))

    test('deletes the destinations of a declined endpoint once it can no longer be undone', () =>
      onStores(place, 1, async ([context], beside) => {
        const owned = await claimed(context, beside)
        await confirmed(context, owned, 'sales@bo.dev')
        const token = keys.declineToken(owned.endpointId)
        await declineEndpoint(context, { token, oneClick: false, now: NOW })
        await purgeDeclined(context, later(NOW, DAY - 1))
        assert.equal((await getDestinations(context, owned.endpointId)).length, 1)
        await purgeDeclined(context, later(NOW, DAY))
        assert.deepEqual(await getDestinations(context, owned.endpointId), [])
      }))

    test('deletes a submission with its emails to all destinations', () =>
      onStores(place, 1, async ([context], beside) => {
        const owned = await claimed(context, beside)
        await confirmed(context, owned, 'sales@bo.dev')
        const key = await submitTo(context, owned.endpointId)
        await context.store.inbox.delete({ accountKey: owned.caller.accountKey, keys: [key] })
        assert.deepEqual(await findDeliveries(beside, key), [])
      }))
  })
}

type Owned = { endpointId: string; caller: Caller; destinationId: string; token: string }

async function retire(context: Context, endpointId: string): Promise<void> {
  await context.store.change({
    endpointId,
    now: NOW,
    idempotencyKey: null,
    decide: ({ found }) => ({
      answer: null,
      remember: false,
      consequences: found ? [{ kind: 'endpoint', facts: { ...found.endpoint, retiredAt: NOW } }] : [],
    }),
  })
}
