import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createQueue, type LeasedMessage } from '../../support/fixtures/queue.ts'
import { BO, startService } from '../../support/service/service.ts'

const getId = (message: LeasedMessage | undefined) => ({ lease_id: message?.lease_id })

test('a lease can be used once, and a second use explains why nothing happened', async () => {
  await using service = await startService()
  const queue = await createQueue(service)
  const foreign = await createQueue(service, BO)
  await foreign.publish('not yours')
  const [theirs] = await foreign.pulled()
  for (const body of ['acked', 'expired', 'held', 'retried']) await queue.publish(body)
  const [acked, expired, held, retried] = await queue.pulled({ visibility_timeout_ms: 5000 })
  const first = await queue.post('/messages/ack', { acks: [getId(acked)] })
  assert.deepEqual(first.json, { ackCount: 1, retryCount: 0, warnings: {} })
  service.pass({ seconds: 5 })
  // The lease of one expired and it was delivered again; those of the others expired, and nobody pulled them.
  const [again] = await queue.pulled({ batch_size: 1 })
  assert.deepEqual([again?.id, again?.attempts], [expired?.id, 2])
  const answer = await queue.post('/messages/ack', {
    acks: [acked, expired, held, theirs].map(getId).concat([{ lease_id: '__proto__' }]),
    retries: [getId(retried)],
  })
  assert.equal(answer.status, 200)
  assert.deepEqual([answer.json.ackCount, answer.json.retryCount], [1, 1])
  const warnings = Object(answer.json.warnings)
  assert.deepEqual(
    Object.keys(warnings).sort(),
    [acked, expired, theirs]
      .map((one) => one?.lease_id ?? '')
      .concat('__proto__')
      .sort(),
  )
  assert.equal(warnings[acked?.lease_id ?? ''], warnings[theirs?.lease_id ?? ''])
  assert.match(answer.text, /"__proto__":"this is not a lease id"/)
  assert.equal((await foreign.get('/status')).json.backlog_count, 1)
  assert.equal((await queue.post('/messages/ack', { acks: [getId(again)] })).json.ackCount, 1)
  const [last] = await queue.pulled()
  assert.deepEqual([last?.id, last?.attempts], [retried?.id, 2])
})

test('a message is dead after three retries, and can then be viewed, replayed and deleted', async () => {
  await using service = await startService()
  const queue = await createQueue(service)
  await queue.publish('poison')
  await queue.publish('poison too')
  for (const attempts of [1, 2, 3, 4]) {
    const pulled = await queue.pulled()
    assert.deepEqual(
      pulled.map((one) => one.attempts),
      [attempts, attempts],
    )
    const retries = pulled.map((one) => ({ ...getId(one), delay_seconds: 60 }))
    assert.equal((await queue.post('/messages/ack', { retries })).json.retryCount, 2)
    assert.deepEqual(await queue.pulled(), [])
    service.pass({ seconds: 60 })
  }
  const status = (await queue.get('/status')).json
  assert.deepEqual([status.backlog_count, status.dead_count], [0, 2])
  const dead = await queue.get('/dead')
  assert.deepEqual((await queue.get('/dead?dry_run=1')).json, dead.json, 'reading changes nothing')
  const [newest] = Object(dead.json.data)
  assert.deepEqual([newest.body, newest.attempts, dead.json.next_cursor], ['poison too', 4, null])
  assert.equal((await queue.post(`/dead/${newest.id}/replay`)).status, 200)
  assert.deepEqual([(await queue.post(`/dead/${newest.id}/replay`)).json.code], ['message_not_found'])
  assert.deepEqual(
    (await queue.pulled()).map((one) => [one.body, one.attempts]),
    [['poison too', 1]],
  )
  assert.deepEqual((await queue.delete('/dead')).json, { deleted: 1 })
  assert.equal((await queue.get('/status')).json.dead_count, 0)
})

test('peeking leases no messages', async () => {
  await using service = await startService()
  const queue = await createQueue(service)
  await queue.publish('one')
  const peeked = await queue.post('/messages/peek', { batch_size: 5 })
  const [first] = Object(peeked.json.messages)
  assert.deepEqual([first.body, first.attempts, 'lease_id' in first], ['one', 0, false])
  assert.equal((await queue.pulled()).length, 1)
  assert.deepEqual(Object((await queue.post('/messages/peek')).json).messages, [])
})
