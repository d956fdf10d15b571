import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Owner, signIn } from '../../support/fixtures/owner.ts'
import { createQueue } from '../../support/fixtures/queue.ts'
import { startService, type TestService } from '../../support/service/service.ts'

const MINUTE_MS = 60_000

test('shows the reason of a retry with the message, also when it is dead', async () => {
  await using service = await startService()
  const queue = await createQueue(service)
  await queue.publish('poison')
  const longest = 'x'.repeat(500)
  for (const reason of ['SMTP 550', undefined, 'a\u0000b \ud800', longest]) {
    const [message] = await queue.pulled()
    const retries = [{ lease_id: message?.lease_id, reason }]
    assert.equal((await queue.post('/messages/ack', { retries })).json.retryCount, 1)
    if (reason === 'SMTP 550') {
      const [waiting] = Object((await queue.post('/messages/peek')).json.messages)
      assert.equal(waiting.reason, 'SMTP 550')
    }
  }
  const [dead] = Object((await queue.get('/dead')).json.data)
  assert.deepEqual([dead.attempts, dead.reason], [4, longest])
  await queue.publish('other')
  const [other] = await queue.pulled()
  const retries = [{ lease_id: other?.lease_id, reason: `${longest}x` }]
  const refused = await queue.post('/messages/ack', { retries })
  assert.deepEqual([refused.status, refused.json.code], [400, 'message_invalid'])
  const odd = [{ lease_id: other?.lease_id, reason: 'a\u0000b \ud800' }]
  assert.equal((await queue.post('/messages/ack', { retries: odd })).json.retryCount, 1)
  assert.equal(Object(await queue.pulled())[0].reason, 'ab \ufffd')
})

test('tells when the oldest message of a queue was published, delayed and leased ones included', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const queue = await openOwned(service, ada)
  const oldest = async () => (await ada.get(`/queues/${queue.id}`)).json.oldest_message_at
  assert.equal(await oldest(), null)
  const first = service.now().toISOString()
  await queue.publish({ body: 1 })
  service.pass({ minutes: 1 })
  const second = service.now().toISOString()
  await queue.publish({ body: 2, delay_seconds: 600 })
  service.pass({ minutes: 1 })
  await queue.publish({ body: 3 })
  assert.equal(await oldest(), first)
  const [leased] = await queue.pull({ batch_size: 1 })
  assert.equal(await oldest(), first)
  await queue.call('/messages/ack', { acks: [{ lease_id: leased?.lease_id }] })
  assert.equal(await oldest(), second)
  assert.equal(Object((await ada.get('/queues')).json.data)[0].oldest_message_at, second)
})

test('deletes one dead message, and leaves the others', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const queue = await openOwned(service, ada)
  for (const body of ['one', 'two', 'three', 'waiting']) await queue.publish({ body })
  for (let time = 0; time < 4; time += 1) {
    const messages = await queue.pull({ batch_size: 3 })
    await queue.call('/messages/ack', { retries: messages.map(({ lease_id }) => ({ lease_id })) })
  }
  const dead = async () => Object((await ada.get(`/queues/${queue.id}/dead`)).json.data) as Dead[]
  const [three, two, one] = await dead()
  assert.deepEqual((await ada.delete(`/queues/${queue.id}/dead/${two?.id}`)).json, { deleted: 1 })
  assert.equal((await ada.delete(`/queues/${queue.id}/dead/${two?.id}`)).json.code, 'message_not_found')
  assert.deepEqual(
    (await dead()).map(({ body }) => body),
    ['three', 'one'],
  )
  const [waiting] = Object((await ada.get(`/queues/${queue.id}/messages`)).json.data)
  assert.equal((await ada.delete(`/queues/${queue.id}/dead/${waiting.id}`)).json.code, 'message_not_found')
  const byKey = (path: string) =>
    service.post(`/q/${queue.id}/dead/${path}`, { method: 'DELETE', headers: queue.headers })
  assert.equal((await byKey(`${three?.id}?dry_run=1`)).json.would_succeed, true)
  assert.deepEqual((await byKey(three?.id ?? '')).json, { deleted: 1 })
  assert.equal((await byKey(three?.id ?? '')).status, 404)
  const { backlog_count, dead_count } = (await ada.get(`/queues/${queue.id}`)).json
  assert.deepEqual([backlog_count, dead_count], [1, 1])
  service.pass({ hours: 1 })
  assert.equal((await ada.delete(`/queues/${queue.id}/dead/${one?.id}`)).json.code, 'fresh_sign_in_needed')
})

test('a queue has its own lease, number of deliveries and retention, within the limits', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const queue = await openOwned(service, ada)
  const defaults = { visibility_timeout_ms: 30_000, max_deliveries: 4, retention_days: 4 }
  assert.deepEqual((await ada.get(`/queues/${queue.id}`)).json.settings, defaults)
  const wrong = [
    { retention_days: 5 },
    { retention_days: 0 },
    { max_deliveries: 0 },
    { max_deliveries: 21 },
    { visibility_timeout_ms: 12 * 60 * MINUTE_MS + 1 },
    { visibility_timeout_ms: 0 },
  ]
  for (const change of wrong) {
    const refused = await ada.patch(`/queues/${queue.id}`, change)
    assert.deepEqual([refused.status, refused.json.field], [400, Object.keys(change)[0]], refused.text)
  }
  const changed = await ada.patch(`/queues/${queue.id}`, {
    visibility_timeout_ms: 2 * MINUTE_MS,
    max_deliveries: 2,
    retention_days: 1,
  })
  assert.deepEqual(changed.json.settings, {
    visibility_timeout_ms: 2 * MINUTE_MS,
    max_deliveries: 2,
    retention_days: 1,
  })
  assert.equal(changed.json.version, 1)
  assert.equal((await ada.patch(`/queues/${queue.id}`, { max_deliveries: 2 })).json.version, 1)

  await queue.publish({ body: 'two deliveries' })
  assert.equal((await queue.pull({})).length, 1)
  service.pass({ milliseconds: 2 * MINUTE_MS - 1 })
  assert.deepEqual(await queue.pull({}), [])
  service.pass({ milliseconds: 1 })
  assert.equal((await queue.pull({ visibility_timeout_ms: 1000 }))[0]?.attempts, 2)
  service.pass({ seconds: 1 })
  assert.deepEqual(await queue.pull({}), [])
  assert.equal((await ada.get(`/queues/${queue.id}`)).json.dead_count, 1)

  await ada.patch(`/queues/${queue.id}`, { max_deliveries: 6 })
  await queue.publish({ body: 'six deliveries' })
  for (const attempts of [1, 2, 3, 4, 5, 6]) {
    const [message] = await queue.pull({})
    assert.equal(message?.attempts, attempts)
    await queue.call('/messages/ack', { retries: [{ lease_id: message?.lease_id }] })
  }
  assert.equal((await ada.get(`/queues/${queue.id}`)).json.dead_count, 2)

  await queue.publish({ body: 'a day' })
  service.pass({ hours: 24 })
  service.pass({ seconds: 1 })
  assert.deepEqual(await queue.pull({}), [])
  assert.equal((await ada.patch(`/queues/${queue.id}`, { retention_days: 4 })).status, 200)
  assert.equal((await queue.pull({}))[0]?.body, 'a day', 'nothing is lost before the hourly purge')
})

test('the purge goes by the retention and the deliveries of each queue', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const short = await openOwned(service, ada)
  service.pass({ seconds: 2 })
  const patient = await openOwned(service, ada)
  await ada.patch(`/queues/${short.id}`, { retention_days: 1, max_deliveries: 1 })
  await ada.patch(`/queues/${patient.id}`, { max_deliveries: 6 })
  for (const queue of [short, patient]) {
    await queue.publish({ body: 'taken' })
    for (let time = 0; time < 4; time += 1) {
      await queue.pull({ visibility_timeout_ms: 1000 })
      service.pass({ seconds: 1 })
    }
    await queue.publish({ body: 'waiting' })
  }
  const counts = async ({ id }: { id: string }) => {
    const { backlog_count, dead_count } = (await ada.get(`/queues/${id}`)).json
    return [backlog_count, dead_count]
  }
  await service.service.purge()
  assert.deepEqual(await counts(short), [1, 1])
  assert.deepEqual(await counts(patient), [2, 0])
  service.pass({ hours: 25 })
  await service.service.purge()
  assert.deepEqual(await counts(short), [0, 0])
  assert.deepEqual(await counts(patient), [2, 0])
  service.pass({ hours: 72 })
  await service.service.purge()
  assert.deepEqual(await counts(patient), [0, 0])
})

type Dead = { id: string; body: unknown; reason: string | null }
type Leased = { lease_id: string; attempts: number; body: unknown }

/** A queue of the owner, used with its first key. */
async function openOwned(service: TestService, owner: Owner) {
  const made = (await owner.post('/queues', { name: 'Orders' })).json
  const id = String(made.id)
  const headers = { authorization: `Bearer ${made.api_key}` }
  const call = (path: string, json: object) => service.post(`/q/${id}${path}`, { json, headers })
  return {
    id,
    headers,
    call,
    publish: (json: object) => call('/messages', json),
    pull: async (json: object) => Object((await call('/messages/pull', json)).json.messages) as Leased[],
  }
}
