import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { DEFAULT_QUEUE_LIMITS, MAX_WAITING_PULLS } from '../../../src/domain/queues/queue.ts'
import { later, SECOND } from '../../../src/domain/time.ts'
import { createLongPolls } from '../../../src/http/queues/long-poll.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { createClaimedQueue, createQueue, type TestQueue } from '../../support/fixtures/queue.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { until } from '../../support/service/until.ts'

const WAIT = { wait_seconds: 20 }

async function waiting(service: TestService, count: number): Promise<void> {
  await until(async () =>
    (await service.service.metrics.render()).includes(`formslot_waiting_pulls ${count}\n`),
  )
}

/** A pull of one message that waits as long as a pull may. */
const PULL = {
  queueKey: 1,
  accountKey: null,
  keyExpiresAt: null,
  limits: DEFAULT_QUEUE_LIMITS,
  limit: 1,
  leaseMs: 1000,
  waitMs: 20 * SECOND,
  maxWaiting: 10,
  signal: new AbortController().signal,
  checkAccess: async () => null,
}

test('a publish, a replay, a retry and an expired lease wake a long poll', async () => {
  await using service = await startService()
  const queue = await createQueue(service)
  const publish = queue.pulled(WAIT)
  await waiting(service, 1)
  await queue.publish('one')
  const [one] = await publish
  assert.equal(one?.body, 'one')

  const retry = queue.pulled({ ...WAIT, visibility_timeout_ms: 50 })
  await waiting(service, 1)
  await queue.post('/messages/ack', { retries: [{ lease_id: one?.lease_id }] })
  assert.equal((await retry)[0]?.attempts, 2)

  const lease = queue.pulled(WAIT)
  await waiting(service, 1)
  service.pass({ milliseconds: 50 })
  const [third] = await lease
  assert.equal(third?.attempts, 3)
  await queue.post('/messages/ack', { retries: [{ lease_id: third?.lease_id, delay_seconds: 1 }] })
  const delay = queue.pulled(WAIT)
  await waiting(service, 1)
  service.pass({ seconds: 1 })
  const [fourth] = await delay
  await queue.post('/messages/ack', { retries: [{ lease_id: fourth?.lease_id }] })

  const replay = queue.pulled(WAIT)
  await waiting(service, 1)
  await queue.post(`/dead/${one?.id}/replay`)
  assert.equal((await replay)[0]?.attempts, 1)
})

test('serves the longest waiting consumer first, each message once, and ends a wait without messages on time', async () => {
  await using service = await startService()
  const queue = await createQueue(service)
  const pulls: Promise<unknown>[] = []
  for (let n = 1; n <= 5; n += 1) {
    pulls.push(queue.pulled({ ...WAIT, batch_size: 2 }).then((got) => got.map((one) => one.body)))
    await waiting(service, n)
  }
  await queue.post('/messages/batch', { messages: Array.from({ length: 9 }, (_, body) => ({ body })) })
  assert.deepEqual(await Promise.all(pulls), [[0, 1], [2, 3], [4, 5], [6, 7], [8]])
  assert.deepEqual(await queue.pulled({ wait_seconds: 0.05 }), [])
  await waiting(service, 0)
})

test('a client that disconnects while waiting takes no message', async () => {
  await using service = await startService()
  const queue = await createQueue(service)
  const gone = openPull(service, queue)
  await waiting(service, 1)
  gone.destroy()
  await waiting(service, 0)
  await queue.publish('for who is there')
  const [message] = await queue.pulled()
  assert.deepEqual([message?.body, message?.attempts], ['for who is there', 1])
})

test('a long poll whose key expires or is revoked meanwhile is refused at that time, and leases nothing', async () => {
  await using service = await startService()
  const queue = await createClaimedQueue(service)
  const ada = await signIn(service)
  const expires_at = new Date(service.now().getTime() + SECOND).toISOString()
  const toPull = async (path: string, more: object) => {
    const { id, key } = (await ada.post(path, { name: 'CI', ...more })).json
    return { path: `${path}/${id}`, pulled: queue.as(String(key)).pull(WAIT) }
  }
  const ofQueue = `/queues/${queue.id}/keys`
  const expires = await toPull(ofQueue, { scopes: ['consume'], expires_at })
  const revoked = await toPull(ofQueue, { scopes: ['consume'] })
  const ofAccount = await toPull('/keys', { scopes: ['read', 'write'] })
  const lasting = await toPull(ofQueue, { scopes: ['consume'] })
  await waiting(service, 4)
  for (const [ended, left] of [
    [revoked, 3],
    [ofAccount, 2],
  ] as const) {
    assert.equal((await ada.delete(ended.path)).status, 204)
    const { status, json } = await ended.pulled
    assert.deepEqual([status, json.code], [401, 'key_invalid'])
    await waiting(service, left)
  }
  service.pass({ seconds: 1 })
  const { status, json } = await expires.pulled
  assert.deepEqual([status, json.code], [401, 'key_expired'])
  await waiting(service, 1)
  await queue.publish('for who still may')
  const { messages } = (await lasting.pulled).json
  assert.deepEqual(Object(messages)[0]?.attempts, 1)
})

test('a waiting pull ends when the clock reaches the expiry of its key, not before', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let now = new Date('2026-11-10T09:00:00.000Z')
  const keyExpiresAt = later(now, 5 * SECOND)
  let pulls = 0
  const longPolls = createLongPolls({
    clock: { now: () => now },
    actions: {
      async pullMessages() {
        pulls += 1
        return { messages: [], backlog: 0 }
      },
      nextMessageAt: async () => null,
      watchQueue: async () => () => {},
    },
  })
  const pull = longPolls.pull({
    ...PULL,
    keyExpiresAt,
    checkAccess: async () => (now < keyExpiresAt ? null : { code: 'key_expired', message: 'It expired.' }),
  })
  const pass = async (milliseconds: number, clockBehind = 0) => {
    await nextTurn()
    now = later(now, milliseconds - clockBehind)
    t.mock.timers.tick(milliseconds)
    await nextTurn()
  }
  await pass(4_999)
  assert.equal(longPolls.count(), 1)
  // The timer is early by the clock.
  await pass(1, 1)
  assert.equal(longPolls.count(), 1)
  const before = pulls
  await pass(10)
  assert.equal(longPolls.count(), 0)
  assert.equal(Object(await pull).refusal?.code, 'key_expired')
  assert.equal(pulls, before)
})

test('limits long polls on a queue claimed by its link alone, and answers all of them on shutdown', async () => {
  await using service = await startService()
  const queue = await createQueue(service)
  await queue.publish('the first')
  assert.equal((await service.get(await service.linkIn('claim'))).status, 200)
  const [first] = await queue.pulled()
  await queue.post('/messages/ack', { acks: [{ lease_id: first?.lease_id }] })
  const pulls = Array.from({ length: MAX_WAITING_PULLS.unconfirmed }, () => queue.pull(WAIT))
  await waiting(service, MAX_WAITING_PULLS.unconfirmed)
  const refused = await queue.pull(WAIT)
  assert.deepEqual([refused.status, refused.json.code], [429, 'pull_limit'])
  assert.ok(Number(refused.headers.get('retry-after')) <= 20)
  assert.equal((await queue.pull()).status, 200)
  await service.service.close()
  for (const answer of await Promise.all(pulls)) {
    assert.deepEqual([answer.status, answer.json.messages], [200, []])
  }
  await service[Symbol.asyncDispose]()
})

test('a thousand waiting consumers run no statement, and each gets its message', async () => {
  let writes = 0
  await using service = await startService({
    env: { FORMSLOT_DEFAULT_PLAN: 'pro', FORMSLOT_CALL_RATE: '0' },
    failpoint: (point) => {
      if (point === 'before begin') writes += 1
    },
  })
  const queue = await createClaimedQueue(service)
  const agent = new Agent({ maxSockets: MAX_WAITING_PULLS.confirmed })
  const pulls = Array.from({ length: MAX_WAITING_PULLS.confirmed }, async () => {
    // On a loaded machine the first wait may end before the last begins: a consumer then pulls again.
    for (;;) {
      const bodies = await getBodies(openPull(service, queue, agent))
      if (bodies.length > 0) return bodies
    }
  })
  await waiting(service, MAX_WAITING_PULLS.confirmed)
  const before = writes
  await waiting(service, MAX_WAITING_PULLS.confirmed)
  assert.equal(writes, before)
  for (let batch = 0; batch < 10; batch += 1) {
    const messages = Array.from({ length: 100 }, (_, n) => ({ body: batch * 100 + n }))
    assert.equal((await queue.post('/messages/batch', { messages })).status, 201)
  }
  const got = (await Promise.all(pulls)).flat()
  assert.deepEqual(
    got.sort((one, other) => one - other),
    Array.from({ length: 1000 }, (_, n) => n),
  )
  agent.destroy()
})

test('a consumer that starts waiting later is woken by a lease that ends after earlier waiters left', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let now = new Date('2026-11-10T09:00:00.000Z')
  const leaseEnd = later(now, 25 * SECOND)
  const message = {
    ...({ id: 'msg_1', type: 'text', text: '"again"', publishedAt: now, deliveries: 2 } as const),
    reason: null,
    deadAt: null,
    isTest: false,
  }
  const longPolls = createLongPolls({
    clock: { now: () => now },
    actions: {
      pullMessages: async (request) => ({
        messages: request.now >= leaseEnd ? [{ ...message, leaseId: 'lease_1' }] : [],
        backlog: 1,
      }),
      nextMessageAt: async (_queueKey, at) => (at < leaseEnd ? leaseEnd : null),
      watchQueue: async () => () => {},
    },
  })
  const pull = () => longPolls.pull(PULL)
  const pass = async (seconds: number) => {
    await nextTurn()
    now = later(now, seconds * SECOND)
    t.mock.timers.tick(seconds * SECOND)
    await nextTurn()
  }
  const first = pull()
  await pass(10)
  const second = pull()
  await pass(10)
  assert.deepEqual([longPolls.count(), Object(await first).messages], [1, []])
  await pass(5)
  assert.equal(longPolls.count(), 0)
  assert.equal(Object(await second).messages.length, 1)
})

test('a client that disconnects before its pull starts to wait takes no message', async () => {
  const client = new AbortController()
  const watched: unknown[] = []
  const longPolls = createLongPolls({
    clock: { now: () => new Date('2026-11-10T09:00:00.000Z') },
    actions: {
      async pullMessages() {
        client.abort()
        return { messages: [], backlog: 0 }
      },
      nextMessageAt: async () => null,
      watchQueue: async (_queueKey, wake) => {
        watched.push(wake)
        return () => {}
      },
    },
  })
  const pull = longPolls.pull({ ...PULL, signal: client.signal })
  await nextTurn()
  const waitingPulls = longPolls.count()
  longPolls.close()
  assert.deepEqual([waitingPulls, watched.length], [0, 0])
  assert.deepEqual(await pull, { kind: 'delivered', messages: [], backlog: 0 })
})

function openPull(service: TestService, queue: TestQueue, agent?: Agent) {
  const body = JSON.stringify({ ...WAIT, batch_size: 1 })
  const pull = request(new URL(`/q/${queue.id}/messages/pull`, service.base), {
    ...(agent ? { agent } : {}),
    method: 'POST',
    headers: { ...queue.headers, 'content-type': 'application/json', 'content-length': body.length },
  })
  pull.on('error', () => pull.destroy())
  pull.end(body)
  return pull
}

async function getBodies(pull: ReturnType<typeof openPull>): Promise<number[]> {
  const [response] = await once(pull, 'response')
  const { messages } = Object(await json(response))
  return messages.map((message: { body: number }) => message.body)
}
