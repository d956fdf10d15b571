import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { createClaimedQueue, createQueue } from '../../support/fixtures/queue.ts'
import { BO, startService } from '../../support/service/service.ts'

test('a claimed form routes its real submissions to a queue as well as email', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const queue = await createClaimedQueue(service)
  const path = `/endpoints/${ada.endpoint.form_id}`
  const foreign = await createQueue(service, BO)
  for (const id of [foreign.id, 'q_0000000000000000', ada.endpoint.form_id]) {
    const refused = await ada.patch(path, { queue_id: id })
    assert.deepEqual([refused.status, refused.json.field], [400, 'queue_id'])
  }
  const set = await ada.patch(path, { queue_id: queue.id })
  assert.equal(Object(set.json.settings).queue_id, queue.id)

  const waiting = queue.pulled({ wait_seconds: 20 })
  const sent = await service.submit(ada.endpoint, { name: 'Jane', message: 'Hello' })
  await service.submit(ada.endpoint, { message: 'spam', _gotcha: 'bot' })
  const [message] = await waiting
  assert.deepEqual(message?.body, {
    submission_id: sent.json.submission_id,
    endpoint: ada.endpoint.form_id,
    received_at: service.now().toISOString(),
    fields: { name: 'Jane', message: 'Hello' },
    files: [],
  })
  assert.deepEqual(await queue.pulled(), [])
  const deliveries = await ada.get(`/submissions/${sent.json.submission_id}/deliveries`)
  assert.deepEqual(deliveries.json.queue, { queue_id: queue.id, message_id: message?.id, refused: null })
  assert.equal(Object(deliveries.json.data).length, 1)
  const usage = await ada.get('/usage')
  assert.match(usage.text, /"queue/)

  await ada.patch(path, { queue_id: null })
  await service.submit(ada.endpoint, { message: 'mail only' })
  assert.deepEqual(await queue.pulled(), [])
})

test('a full queue refuses no submission, and the owner sees why it was not routed', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const ada = await signIn(service)
  const queue = await createClaimedQueue(service)
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { queue_id: queue.id })
  const messages = Array.from({ length: 99 }, (_, body) => ({ body }))
  assert.equal((await queue.post('/messages/batch', { messages })).status, 201)
  const refusals: unknown[] = []
  for (const message of ['the hundredth', 'one too many']) {
    const sent = await service.submit(ada.endpoint, { message })
    assert.equal(sent.status, 200)
    const listed = await ada.get(`/submissions/${sent.json.submission_id}/deliveries`)
    refusals.push(Object(listed.json.queue).refused)
  }
  assert.deepEqual(refusals, [null, 'monthly_quota'])
  assert.equal((await queue.get('/status')).json.backlog_count, 100)
  // Routed and published messages share the quota of the queue.
  assert.equal((await queue.publish('no room')).json.code, 'monthly_quota')
})

test("a form whose settings name another owner's queue routes nothing to it", async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const queue = await createClaimedQueue(service)
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { queue_id: queue.id })
  const foreign = await createClaimedQueue(service, BO)
  // Written to the database, because no route accepts it.
  await service.sql(
    `update endpoints set settings = replace(settings, '${queue.id}', '${foreign.id}') where id = '${ada.endpoint.form_id}'`,
  )
  const sent = await service.submit(ada.endpoint, { message: 'between us' })
  assert.equal(sent.status, 200)
  const listed = await ada.get(`/submissions/${sent.json.submission_id}/deliveries`)
  assert.deepEqual(Object(listed.json.queue).refused, 'endpoint_not_found')
  assert.deepEqual(await foreign.pulled(), [])
})

test('keeps all routed submissions and messages published at the same time', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const ada = await signIn(service)
  const queue = await createClaimedQueue(service)
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { queue_id: queue.id })
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      n % 2 === 0 ? service.submit(ada.endpoint, { message: String(n) }) : queue.publish(n),
    ),
  )
  assert.equal((await queue.get('/status')).json.backlog_count, 40)
  assert.equal((await queue.pulled({ batch_size: 100 })).length, 40)
})

test('the account export contains queues and their messages', async () => {
  await using service = await startService()
  const queue = await createClaimedQueue(service)
  const ada = await signIn(service)
  await queue.post('/messages', { body: { n: 1 } })
  await queue.publish('out')
  await queue.pulled({ batch_size: 1 })
  const file = (await ada.get('/account/export')).json
  const [exported] = Object(file.queues)
  assert.equal(exported.id, queue.id)
  assert.deepEqual(
    exported.holds.map((one: { body: unknown; attempts: number }) => [one.body, one.attempts]),
    [
      [{ n: 1 }, 1],
      ['out', 0],
    ],
  )
})
