import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createQueue } from '../support/queue.ts'
import { startService } from '../support/service.ts'

test('the links in the letter about a queue speak of messages, and its claim names the queue', async () => {
  await using service = await startService()
  const queue = await createQueue(service)
  await queue.publish('the first')
  const [claim, disown] = [await service.linkIn('claim'), await service.linkIn('disown')]
  const asked = await service.get(disown, { accept: 'text/html' })
  assert.match(asked.text, /Somebody created a message queue with your mailbox/)
  const json = await service.get(claim, { accept: 'application/json' })
  assert.deepEqual([json.json.claimed, json.json.queue_id, 'form_id' in json.json], [true, queue.id, false])
  const page = await service.get(claim, { accept: 'text/html' })
  assert.match(page.text, /The limit of 100 messages has ended\. The Free plan takes 100 messages a month\./)
  assert.doesNotMatch(page.text, /submission/i)
  const status = await service.get(`/q/${queue.id}/status`)
  assert.deepEqual([status.json.state, status.json.expires_at], ['claimed', null])
})
