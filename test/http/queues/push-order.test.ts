import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openQueue, startPush, withQueue } from '../../support/web/pushed-queue.ts'

test('posts a thousand messages in order, one at a time, 100 a minute', () =>
  withQueue(async (opened) => {
    const { service, receiver, queue } = opened
    await startPush(opened, receiver.url)
    receiver.received.length = 0
    let open = 0
    let most = 0
    receiver.answerWith(async ({ response }) => {
      open += 1
      most = Math.max(most, open)
      await new Promise((resolve) => setImmediate(resolve))
      open -= 1
      response.end()
    })
    for (let from = 0; from < 1000; from += 100) {
      const messages = Array.from({ length: 100 }, (_, n) => ({ body: from + n }))
      assert.equal((await queue.post('/messages/batch', { messages })).status, 201)
    }
    for (let minute = 1; minute <= 10; minute += 1) {
      await service.deliver('push')
      assert.equal(receiver.received.length, minute * 100)
      service.pass({ seconds: 59 })
      assert.equal(await service.deliver('push'), 0)
      service.pass({ seconds: 1 })
    }
    assert.deepEqual(
      receiver.received.map(({ body }) => Number(body)),
      Array.from({ length: 1000 }, (_, n) => n),
    )
    assert.equal(most, 1)
    assert.equal(Object((await queue.get('/status')).json).backlog_count, 0)
  }))

test('all queues together post 100 messages a minute to one host', () =>
  withQueue(async (opened) => {
    const { service, receiver, ada } = opened
    const queues = [opened, await openQueue(service, ada)]
    for (const one of queues) {
      await startPush(one, receiver.url, { concurrency: 10 })
      const messages = Array.from({ length: 60 }, (_, body) => ({ body }))
      await one.queue.post('/messages/batch', { messages })
    }
    receiver.received.length = 0
    assert.equal(await service.deliver('push'), 100)
    service.pass({ minutes: 1 })
    assert.equal(await service.deliver('push'), 20)
    assert.equal(receiver.received.length, 120)
  }))
