import assert from 'node:assert/strict'
import { test } from 'node:test'
import { APIError, Cloudflare } from 'cloudflare'
import { createQueue } from '../../support/fixtures/queue.ts'
import { startService } from '../../support/service/service.ts'

test("Cloudflare's SDK uses a queue unchanged", async () => {
  await using service = await startService()
  const queue = await createQueue(service)
  const baseURL = `${service.base}/client/v4`
  const { messages } = new Cloudflare({ apiToken: queue.key, baseURL, maxRetries: 0 }).queues
  const account = { account_id: 'self' }

  await messages.push(queue.id, { ...account, body: { order: 1 }, content_type: 'json' })
  await messages.bulkPush(queue.id, {
    ...account,
    messages: [
      { body: 'two 👋', content_type: 'text' },
      { body: [3], content_type: 'json' },
    ],
  })
  await messages.push(queue.id, { ...account, body: 'later', content_type: 'text', delay_seconds: 60 })

  const peeked = await messages.peek(queue.id, { ...account, batch_size: 10 })
  assert.deepEqual(
    peeked.messages?.map((one) => one.attempts),
    [0, 0, 0],
  )
  const pulled = await messages.pull(queue.id, { ...account, batch_size: 2, visibility_timeout_ms: 6000 })
  const [one, two] = pulled.messages ?? []
  assert.equal(pulled.message_backlog_count, 4)
  assert.deepEqual(one?.metadata, { 'CF-Content-Type': 'json' })
  assert.deepEqual(JSON.parse(Buffer.from(one?.body ?? '', 'base64').toString()), { order: 1 })
  assert.deepEqual([two?.body, two?.attempts], ['two 👋', 1])

  const settled = await messages.ack(queue.id, {
    ...account,
    acks: [{ lease_id: one?.lease_id ?? '' }, { lease_id: 'nonsense' }],
    retries: [{ lease_id: two?.lease_id ?? '', delay_seconds: 10 }],
  })
  assert.deepEqual([settled.ackCount, settled.retryCount], [1, 1])
  assert.deepEqual(Object.keys(settled.warnings ?? {}), ['nonsense'])

  const third = peeked.messages?.[2]?.ref ?? ''
  const purged = await messages.purge(queue.id, { ...account, refs: [{ ref: third }, { ref: 'msg_x' }] })
  assert.deepEqual(Object.keys(purged.warnings ?? {}), ['msg_x'])
  assert.deepEqual((await messages.pull(queue.id, account)).messages, [])
  service.pass({ seconds: 10 })
  assert.deepEqual(
    (await messages.pull(queue.id, account)).messages?.map((again) => again.attempts),
    [2],
  )

  await assert.rejects(messages.push(queue.id, { ...account, content_type: 'json' }), isAnswered(400))
  const stranger = new Cloudflare({ apiToken: 'qk_nobody', baseURL, maxRetries: 0 }).queues
  await assert.rejects(stranger.messages.pull(queue.id, account), isAnswered(401))
})

function isAnswered(status: number) {
  return (error: unknown) => {
    assert.ok(error instanceof APIError)
    assert.equal(error.status, status)
    assert.equal(error.errors[0]?.code, status)
    return true
  }
}
