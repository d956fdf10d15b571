import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { listQueueCalls } from '../../support/fixtures/queue.ts'
import { startService } from '../../support/service/service.ts'

async function openQueue() {
  const service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const ada = await signIn(service)
  const { id, api_key } = (await ada.post('/queues', { name: 'Orders' })).json
  const place = `/queues/${id}`
  return {
    service,
    ada,
    place,
    calls: listQueueCalls(service, String(id), String(api_key)),
    async sendTest() {
      const sent = await ada.post(`${place}/test`)
      assert.equal(sent.status, 201, sent.text)
      return String(sent.json.message_id)
    },
    /** Everything that counts messages over time. */
    async count() {
      const { messages, last_message_at } = (await ada.get(place)).json
      const rates = Object(await ada.get(`${place}/rates?hours=1`)).json.data
      return { messages, last_message_at, rates, queues: (await ada.get('/usage')).json.queues }
    },
    [Symbol.asyncDispose]: () => service.close(),
  }
}

test('a consumer receives a test message, marked, and it counts nowhere, acknowledged too', async () => {
  await using queue = await openQueue()
  const { service, ada, place, calls, sendTest, count } = queue
  const empty = await count()
  const id = await sendTest()
  assert.deepEqual(await count(), empty)
  assert.equal((await ada.get(place)).json.backlog_count, 1, 'it waits like any other')
  await calls.publish({ order: 1 })
  const published = await count()
  const waiting = Object((await ada.get(`${place}/messages`)).json).data
  assert.deepEqual(
    waiting.map((message: { id: string; test?: true }) => message.test),
    [true, undefined],
  )
  const pulled = await calls.pulled()
  assert.deepEqual(
    pulled.map((message) => [message.id === id, message.body, Reflect.get(message, 'test')]),
    [
      [true, { test: true, from: 'dashboard' }, true],
      [false, { order: 1 }, undefined],
    ],
  )
  const [first, second] = pulled
  await calls.post('/messages/ack', { acks: [{ lease_id: first?.lease_id }] })
  assert.deepEqual(await count(), published)
  await calls.post('/messages/ack', { acks: [{ lease_id: second?.lease_id }] })
  const hour = new Date(Math.floor(service.now().getTime() / 3_600_000) * 3_600_000).toISOString()
  assert.deepEqual((await count()).rates, [{ hour, published: 1, acknowledged: 1, redelivered: 0, dead: 0 }])
  assert.equal((await ada.get(place)).json.backlog_count, 0)
})

test('a test message is accepted when the quota is used up, and wakes a waiting consumer', async () => {
  await using queue = await openQueue()
  const { ada, place, calls, sendTest } = queue
  for (let count = 0; count < 100; count += 1) await calls.publish(count)
  assert.equal((await calls.publish('over')).json.code, 'monthly_quota')
  const all = await calls.pulled({ batch_size: 100 })
  await calls.post('/messages/ack', { acks: all.map(({ lease_id }) => ({ lease_id })) })
  const waiting = calls.pulled({ wait_seconds: 20 })
  const id = await sendTest()
  assert.deepEqual(
    (await waiting).map((message) => message.id),
    [id],
  )
  assert.equal((await ada.post(`${place}/messages`, { body: 1 })).json.code, 'monthly_quota')
})

test('an account sends at most 30 test messages an hour', async () => {
  await using queue = await openQueue()
  const { service, ada, place, sendTest } = queue
  for (let count = 0; count < 30; count += 1) await sendTest()
  const over = await ada.post(`${place}/test`)
  assert.deepEqual(
    [over.status, over.json.code, over.headers.get('retry-after')],
    [429, 'submit_rate', '3600'],
  )
  service.pass({ hours: 1 })
  await sendTest()
})
