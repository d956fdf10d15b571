import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createEmailChannel } from '../../src/delivery/channels/email/email-channel.ts'
import { openSmtpMailer } from '../../src/delivery/channels/email/smtp/smtp-mailer.ts'
import { openOutboxWorker } from '../../src/delivery/outbox-worker.ts'
import { NO_REPUTATION } from '../../src/domain/outbox/email-reputation.ts'
import { PLANS } from '../../src/domain/plans/plan.ts'
import { stringifyFields } from '../../src/domain/submissions/fields.ts'
import { HOUR, later, MINUTE, SECOND } from '../../src/domain/time.ts'
import { createKeys } from '../../src/ids/keys.ts'
import { openLog } from '../../src/runtime/log.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import type { Store } from '../../src/store/store.ts'
import {
  createMemoryChannel,
  MEMORY_OUTAGE_MS,
  POSTS_PER_TARGET,
} from '../support/memory-channel/memory-channel.ts'
import { until } from '../support/service/until.ts'
import { type SmtpFaultServer, startSmtpFaultServer } from '../support/smtp/fault-server.ts'
import { claimedBy } from '../support/stores/owned-inbox.ts'
import { NOW, type PlaceName, storePlaces } from '../support/stores/stores.ts'

// A channel that is not in src. What it needs outside its folder (test/support/memory-channel) is one entry in the list
// that the worker is opened with; the member of the union `Destination` is left out, because that union is closed so
// that the compiler finds the places where a new kind has to say something. The store takes its name as it comes.

const ADA = 'ada@lovelace.dev'
const ROOM = 'room 1'
const MIDDLE = 0.5
const RENEWAL_INTERVAL_MS = 40 * SECOND

const { names, withStores } = storePlaces()

type Stage = Awaited<ReturnType<typeof openStage>>

async function openStage(store: Store, mail: SmtpFaultServer) {
  let now = NOW
  const clock = { now: () => now }
  const { outbox } = store
  const log = openLog('silent')
  const smtp = { host: '127.0.0.1', port: mail.port, secure: false, user: null, password: null }
  const base = 'http://127.0.0.1:8080'
  const from = { name: 'Formslot', address: 'forms@formslot.dev' }
  const email = createEmailChannel({
    formEmailsPerHour: 0,
    ceiling: { perHour: 0, largeDomains: new Set() },
    mailer: openSmtpMailer({ smtp, dkim: null }),
    outbox,
    keys: createKeys('the secret of the instance that is under test'),
    sender: { base, from, messageDomain: 'formslot.dev', handlesBounces: false },
    plans: { plans: PLANS, defaultPlan: 'free' },
    recordRefusal: async () => {},
    recordAccepted: store.emailReports.recordAccepted,
    files: { ...store.files, open: async () => null, isScanRequired: false },
    counts: { count: () => {} },
    reputation: { get: async () => NO_REPUTATION },
    encryptor: { encrypt: () => assert.fail('This test encrypts nothing.') },
    clock,
    log,
  })
  const memory = createMemoryChannel({ outbox, clock })
  const worker = openOutboxWorker({
    channels: [email, memory],
    outbox,
    clock,
    log,
    jitter: () => MIDDLE,
    holder: 'node',
    metrics: createMetrics(),
    failpoint: () => {},
  })
  const { id, accountKey } = await claimedBy(store, ADA)

  /** Stores a submission with a delivery on each channel. */
  async function submit(message: string, target = ROOM): Promise<number> {
    const stored = await store.change<number>({
      endpointId: id,
      now,
      idempotencyKey: null,
      decide({ nextKey }) {
        const key = nextKey()
        const delivery = { kind: 'delivery', delivery: 'submission', submissionKey: key } as const
        return {
          answer: key,
          remember: false,
          consequences: [
            {
              kind: 'submission',
              key,
              text: stringifyFields([{ name: 'message', value: message }]),
              spamReasons: null,
            },
            { ...delivery, channel: 'email', target: ADA, destination: null, ordinal: 0 },
            { ...delivery, channel: 'memory', target, destination: 'dst_room', ordinal: 1 },
          ],
        }
      },
    })
    return stored.kind === 'fresh' ? stored.answer : assert.fail(stored.kind)
  }

  return {
    id,
    mail,
    memory,
    outbox,
    submit,
    deliver: () => worker.drain(),
    pass(ms: number) {
      now = later(now, ms)
    },
    /** The state of each delivery of a submission, by channel. */
    async states(key: number): Promise<Record<string, string>> {
      const found = await store.deliveries.find(accountKey, key)
      return Object.fromEntries(found?.deliveries.map(({ channel, state }) => [channel, state]) ?? [])
    },
    messages: () => memory.posts.map(({ fields }) => fields.message),
    close: () => worker.close(),
  }
}

async function onStage(place: PlaceName, play: (stage: Stage) => Promise<void>): Promise<void> {
  await using mail = await startSmtpFaultServer()
  await withStores(place, 1, async (store) => {
    const stage = await openStage(store, mail)
    try {
      await play(stage)
    } finally {
      await stage.close()
    }
  })
}

for (const place of names) {
  describe(`a second channel, ${place}`, () => {
    test('delivers a submission beside the email, each in its own form', () =>
      onStage(place, async (stage) => {
        const key = await stage.submit('hello')
        assert.equal(await stage.deliver(), 2)
        assert.deepEqual(stage.memory.posts, [{ endpointId: stage.id, fields: { message: 'hello' } }])
        assert.equal(stage.mail.ledger.length, 1)
        assert.deepEqual(await stage.states(key), { email: 'sent', memory: 'sent' })
        assert.equal(await stage.deliver(), 0, 'nothing is delivered twice')
      }))

    test('retries on its own schedule and gives up on its own', () =>
      onStage(place, async (stage) => {
        for (let each = 0; each < 100; each += 1) {
          stage.memory.script.push({ kind: 'deferred', answer: 'busy', minWaitMs: 0 })
        }
        const key = await stage.submit('busy')
        await stage.deliver()
        assert.deepEqual(await stage.states(key), { email: 'sent', memory: 'delayed' })
        stage.pass(5 * SECOND - 1)
        await stage.deliver()
        assert.equal(stage.memory.attempts(), 1)
        stage.pass(1)
        await stage.deliver()
        assert.equal(stage.memory.attempts(), 2, 'after five seconds, where email waits a minute')
        for (let minute = 0; minute <= 60; minute += 1) {
          stage.pass(MINUTE)
          await stage.deliver()
        }
        assert.deepEqual(await stage.states(key), { email: 'sent', memory: 'failed' })
        assert.equal(stage.mail.ledger.length, 1)
      }))

    test('is not called during its outage, while email goes on', () =>
      onStage(place, async (stage) => {
        stage.memory.script.push({ kind: 'unreachable', answer: 'no answer', retryAt: later(NOW, MINUTE) })
        const first = await stage.submit('first')
        await stage.deliver()
        const second = await stage.submit('second', 'room 2')
        await stage.deliver()
        assert.equal(stage.memory.attempts(), 1, 'its breaker is open')
        assert.equal(stage.mail.ledger.length, 2)
        assert.deepEqual(await stage.states(second), { email: 'sent', memory: 'queued' })
        stage.pass(MEMORY_OUTAGE_MS)
        await stage.deliver()
        assert.deepEqual(stage.messages(), ['second'], 'the probe has closed the breaker')
        stage.pass(MINUTE)
        await stage.deliver()
        assert.deepEqual(await stage.states(first), { email: 'sent', memory: 'sent' })
      }))

    test('is paused alone when it rejects the service', () =>
      onStage(place, async (stage) => {
        const retryAt = later(NOW, 5 * MINUTE)
        stage.memory.script.push({ kind: 'service_refused', answer: 'not for you', retryAt })
        await stage.submit('first')
        await stage.deliver()
        assert.equal((await stage.outbox.findPause('memory'))?.reason, 'not for you')
        assert.equal(await stage.outbox.findPause('email'), null)
        await stage.submit('second', 'room 2')
        await stage.deliver()
        assert.deepEqual([stage.memory.attempts(), stage.mail.ledger.length], [1, 2])
        stage.pass(5 * MINUTE)
        await stage.deliver()
        assert.deepEqual(stage.messages().toSorted(), ['first', 'second'])
        assert.equal(await stage.outbox.findPause('memory'), null)
      }))

    test('goes on while the mail server is down or rejects the service', () =>
      onStage(place, async (stage) => {
        stage.mail.script('greeting', { kind: 'half_close' })
        const first = await stage.submit('first')
        await stage.deliver()
        const second = await stage.submit('second', 'room 2')
        await stage.deliver()
        assert.deepEqual(stage.messages(), ['first', 'second'])
        assert.equal(stage.mail.connections(), 1, 'the mail server is left alone')
        stage.mail.script('mail_from', { kind: 'answer', line: '550 5.7.1 not for you' })
        stage.pass(MINUTE)
        await stage.deliver()
        await stage.submit('third', 'room 3')
        await stage.deliver()
        assert.deepEqual(stage.messages(), ['first', 'second', 'third'])
        assert.equal(await stage.outbox.findPause('memory'), null)
        stage.pass(HOUR)
        await stage.deliver()
        assert.equal(stage.mail.ledger.length, 3, 'no email was lost')
        for (const key of [first, second]) {
          assert.deepEqual(await stage.states(key), { email: 'sent', memory: 'sent' })
        }
      }))

    test('holds deliveries beyond its own budget, and no email', () =>
      onStage(place, async (stage) => {
        const keys: number[] = []
        for (let sent = 0; sent <= POSTS_PER_TARGET; sent += 1) keys.push(await stage.submit(`${sent}`, ADA))
        await stage.deliver()
        const states = await Promise.all(keys.map((key) => stage.states(key)))
        assert.deepEqual(states.map(({ memory }) => memory).toSorted(), ['held', 'sent', 'sent'])
        assert.ok(
          states.every(({ email }) => email === 'sent'),
          'though both go to a target of the same name',
        )
      }))

    test('renews the lease of a delivery that takes long', async (t) => {
      t.mock.timers.enable({ apis: ['setInterval'] })
      await onStage(place, async ({ mail, outbox, submit, deliver, pass }) => {
        mail.script('end_of_data', { kind: 'hold' })
        await submit('slow')
        const delivered = deliver()
        await mail.reached('end_of_data')
        const leasedUntil = (await outbox.nextDueAt('email', [])) ?? assert.fail()
        pass(RENEWAL_INTERVAL_MS)
        t.mock.timers.tick(RENEWAL_INTERVAL_MS)
        const renewedUntil = later(leasedUntil, RENEWAL_INTERVAL_MS)
        await until(async () => (await outbox.nextDueAt('email', []))?.getTime() === renewedUntil.getTime())
        mail.release()
        await delivered
      })
    })
  })
}
