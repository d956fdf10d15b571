import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_MESSAGE_BYTES, MAX_QUEUE_BODY_BYTES } from '../../../src/domain/queues/queue.ts'
import { type Owner, signIn } from '../../support/fixtures/owner.ts'
import { BO, startService, type TestService } from '../../support/service/service.ts'

const LEASE_MS = 1000
const DEAD_AT_ONCE = 500

test('a consumer receives a message its owner published, digit for digit', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const queue = await makeQueue(ada)
  const sent = '{"body":{"order":12345678901234567890,"price":1e400,"text":"𝕬\\u0000"}}'
  const published = await service.post(`/api/v1/queues/${queue.id}/messages`, {
    body: sent,
    headers: { cookie: ada.cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
  })
  assert.equal(published.status, 201, published.text)
  const seen = await ada.get(`/queues/${queue.id}/messages`)
  for (const { text } of [seen, await pull(service, queue)]) {
    assert.ok(text.includes('"order":12345678901234567890,"price":1e400'), text)
  }
})

test('shows an owner messages byte for byte without parsing their values', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const queue = await makeQueue(ada)
  const sent = '{ "price" : 1.50, "tiny": [1e1 , -0 ] }'
  const headers = { ...queue.headers, 'content-type': 'application/json' }
  const published = await service.post(`/q/${queue.id}`, { body: sent, headers })
  assert.equal(published.status, 201, published.text)
  const waiting = await ada.get(`/queues/${queue.id}/messages`)
  assert.ok(waiting.text.includes(`"body":${sent}`), waiting.text)
  assert.equal(Object(waiting.json.data)[0].id, published.json.message_id)
  for (let times = 0; times < 4; times += 1) {
    await pull(service, queue)
    service.pass({ milliseconds: LEASE_MS })
  }
  await pull(service, queue)
  const dead = await ada.get(`/queues/${queue.id}/dead`)
  assert.ok(dead.text.includes(`"body":${sent}`), dead.text)
  assert.equal(dead.json.next_cursor, null)
})

test("an owner's message has the same size limit as a program's, to the byte", async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const queue = await makeQueue(ada)
  const publish = (text: string) =>
    ada.post(`/queues/${queue.id}/messages`, { body: text, content_type: 'text' })
  // Escaped characters count after unescaping.
  const largest = '\n'.repeat(MAX_MESSAGE_BYTES)
  const accepted = await publish(largest)
  assert.equal(accepted.status, 201, accepted.text)
  const [pulled] = Object((await pull(service, queue)).json.messages)
  assert.equal(pulled.body, largest)
  const larger = await publish(`${largest}\n`)
  assert.deepEqual([larger.status, larger.json.code], [413, 'message_too_large'])
  assert.match(larger.text, /128 KiB/)
  const call = await publish('x'.repeat(MAX_QUEUE_BODY_BYTES))
  assert.deepEqual([call.status, call.json.code], [413, 'payload_too_large'])
  assert.match(call.text, /1024 KiB for publishing messages/)
})

test('announces queue changes as they happen, and viewing leases no messages', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const queue = await makeQueue(ada)
  const counts = async () => {
    const { backlog_count, in_flight_count, dead_count } = (await ada.get(`/queues/${queue.id}`)).json
    return [backlog_count, in_flight_count, dead_count]
  }
  for (const body of [1, 2, 3]) await ada.post(`/queues/${queue.id}/messages`, { body })
  for (let time = 0; time < 6; time += 1) {
    const peeked = (await ada.get(`/queues/${queue.id}/messages?limit=2`)).json
    assert.deepEqual(
      Object(peeked.data).map((one: { body: number; attempts: number }) => [one.body, one.attempts]),
      [
        [1, 0],
        [2, 0],
      ],
    )
  }
  assert.deepEqual(await counts(), [3, 0, 0])
  const [first] = Object((await pull(service, queue, 2)).json.messages)
  assert.deepEqual(await counts(), [3, 2, 0])
  await service.post(`/q/${queue.id}/messages/ack`, {
    json: { acks: [{ lease_id: first.lease_id }] },
    headers: queue.headers,
  })
  assert.deepEqual(await counts(), [2, 1, 0])
  const rates = Object((await ada.get(`/queues/${queue.id}/rates?hours=3`)).json.data)
  assert.equal(rates.length, 3)
  assert.deepEqual(rates[2], {
    hour: '2026-11-10T09:00:00.000Z',
    published: 3,
    acknowledged: 1,
    redelivered: 0,
    dead: 0,
  })
  assert.equal((await ada.get(`/queues/${queue.id}`)).json.last_message_at, service.now().toISOString())
})

test('replays one or all dead messages with new retries, and deleted ones stay deleted', async () => {
  await using service = await startService({ env: { FORMSLOT_DEFAULT_PLAN: 'pro' } })
  const ada = await signIn(service)
  const queue = await makeQueue(ada)
  const dead = async () => Object((await ada.get(`/queues/${queue.id}/dead?limit=2`)).json)
  const many = DEAD_AT_ONCE + 2
  for (let count = 0; count < many; count += 100) {
    const messages = Array.from({ length: Math.min(100, many - count) }, (_, index) => ({
      body: count + index,
    }))
    await service.post(`/q/${queue.id}/messages/batch`, { json: { messages }, headers: queue.headers })
  }
  await die(service, queue)
  const page = await dead()
  assert.deepEqual(
    page.data.map((one: { body: number; attempts: number }) => [one.body, one.attempts]),
    [
      [many - 1, 4],
      [many - 2, 4],
    ],
  )
  const next = Object((await ada.get(`/queues/${queue.id}/dead?limit=2&cursor=${page.next_cursor}`)).json)
  assert.equal(next.data[0].body, many - 3)
  const replayed = await ada.post(`/queues/${queue.id}/dead/${page.data[1].id}/replay`)
  assert.deepEqual(replayed.json, { ok: true, message_id: page.data[1].id })
  const [again] = Object((await pull(service, queue)).json.messages)
  assert.deepEqual([again.body, again.attempts], [many - 2, 1])
  assert.deepEqual((await ada.post(`/queues/${queue.id}/dead/replay`)).json, { replayed: many - 1 })
  assert.deepEqual((await ada.post(`/queues/${queue.id}/dead/replay`)).json, { replayed: 0 })
  const { backlog_count, dead_count } = (await ada.get(`/queues/${queue.id}`)).json
  assert.deepEqual([backlog_count, dead_count], [many, 0])
  await die(service, queue)
  assert.deepEqual((await ada.delete(`/queues/${queue.id}/dead`)).json, { deleted: many })
  assert.deepEqual((await dead()).data, [])
  // Nothing was counted twice.
  assert.equal(Object((await ada.get('/usage')).json.queue).used, many)
})

test('account keys read, publish and replay by scope, and deleting dead messages requires a fresh session', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const queue = await makeQueue(ada)
  const getKey = async (scope: string) => {
    const made = await ada.post('/keys', { name: scope, scopes: [scope] })
    return { authorization: `Bearer ${made.json.key}` }
  }
  const [reads, writes] = [await getKey('read'), await getKey('write')]
  const ask = async (method: string, path: string, headers: Record<string, string>, json?: object) =>
    (await service.post(`/api/v1/queues/${queue.id}${path}`, { method, headers, ...(json ? { json } : {}) }))
      .status
  assert.equal(await ask('GET', '/messages', reads), 200)
  assert.equal(await ask('GET', '/messages', writes), 403)
  assert.equal(await ask('POST', '/messages', reads, { body: 1 }), 403)
  assert.equal(await ask('POST', '/messages', writes, { body: 1 }), 201)
  assert.equal(await ask('POST', '/dead/replay', reads), 403)
  assert.equal(await ask('POST', '/dead/replay', writes), 200)
  assert.equal(await ask('DELETE', '/dead', reads), 403)
  service.pass({ minutes: 16 })
  assert.equal((await ada.delete(`/queues/${queue.id}/dead`)).json.code, 'fresh_sign_in_needed')
})

test('a message cannot be replayed through another queue', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  const [adasQueue, bosQueue] = [await makeQueue(ada), await makeQueue(bo)]
  await ada.post(`/queues/${adasQueue.id}/messages`, { body: 'hers' })
  await die(service, adasQueue)
  const [message] = Object((await ada.get(`/queues/${adasQueue.id}/dead`)).json.data)
  const unknown = await bo.post(`/queues/${bosQueue.id}/dead/msg_00000000000000000000000000/replay`)
  const foreign = await bo.post(`/queues/${bosQueue.id}/dead/${message.id}/replay`)
  assert.deepEqual([foreign.status, foreign.json.code], [404, 'message_not_found'])
  assert.equal(unknown.json.code, foreign.json.code)
  assert.equal((await ada.get(`/queues/${adasQueue.id}`)).json.dead_count, 1)
})

type Queue = { id: string; headers: { authorization: string } }

async function makeQueue(owner: Owner): Promise<Queue> {
  const { id, api_key } = (await owner.post('/queues', { name: 'Orders' })).json
  return { id: String(id), headers: { authorization: `Bearer ${api_key}` } }
}

function pull(service: TestService, { id, headers }: Queue, batch = 100) {
  const json = { batch_size: batch, visibility_timeout_ms: LEASE_MS }
  return service.post(`/q/${id}/messages/pull`, { json, headers })
}

/** Pulls until the queue returns nothing; acknowledges nothing. */
async function die(service: TestService, queue: Queue): Promise<void> {
  for (;;) {
    const { messages, message_backlog_count: backlog } = (await pull(service, queue)).json
    if (backlog === 0) return
    if (Object(messages).length === 0) service.pass({ milliseconds: LEASE_MS })
  }
}
