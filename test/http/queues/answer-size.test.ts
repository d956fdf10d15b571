import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_MESSAGE_BYTES } from '../../../src/domain/queues/queue.ts'
import { createQueue } from '../../support/fixtures/queue.ts'
import { startService } from '../../support/service/service.ts'

const MEBIBYTE = 1024 * 1024

test('a response holds at most one mebibyte of messages, and the rest comes with the next', async () => {
  await using service = await startService()
  const queue = await createQueue(service)
  const fit = Math.floor(MEBIBYTE / MAX_MESSAGE_BYTES)
  for (let n = 0; n < fit + 1; n += 1) {
    // In JSON with its two quotes.
    assert.equal((await queue.publish(String(n).padStart(MAX_MESSAGE_BYTES - 2, 'x'))).status, 201)
  }
  const seen = (await queue.post('/messages/peek', { batch_size: 100 })).json
  assert.equal(Object(seen.messages).length, fit)
  const pulled = async () => (await queue.pulled({ batch_size: 100 })).length
  assert.deepEqual([await pulled(), await pulled()], [fit, 1])
})
