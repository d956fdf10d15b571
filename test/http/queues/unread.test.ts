import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STALLED_AFTER_MS } from '../../../src/http/connections.ts'
import { createQueue, leaveUnread } from '../../support/fixtures/queue.ts'
import { watchAnswers } from '../../support/service/pending-answers.ts'
import { startService } from '../../support/service/service.ts'
import { until } from '../../support/service/until.ts'

test('stops serving queue views to a client that does not read, until that client is gone', async () => {
  await using service = await startService()
  const mallory = await createQueue(service, 'mallory@evil.dev')
  const other = await createQueue(service)
  using answers = watchAnswers()
  const sockets = await leaveUnread(service, mallory)
  const unread = answers.of('/messages/peek').filter(({ closed, writableEnded }) => writableEnded && !closed)
  const patience = new Set(unread.flatMap(({ socket }) => socket?.timeout ?? []))
  assert.deepEqual([...patience], [STALLED_AFTER_MS])
  const refused = await mallory.get('/dead')
  assert.deepEqual(
    [refused.status, refused.json.code, refused.headers.get('retry-after')],
    [429, 'pull_limit', '1'],
  )
  assert.equal((await other.post('/messages/peek')).status, 200)
  // They end at the stall limit.
  for (const { req } of unread) req.socket.emit('timeout')
  await until(async () => (await mallory.post('/messages/peek')).status === 200)
  for (const socket of sockets) socket.destroy()
})

test('keeps pulled, peeked and dead messages for a slow reader for a minute', async () => {
  await using service = await startService()
  const queue = await createQueue(service)
  using answers = watchAnswers()
  await queue.publish('one')
  await queue.post('/messages/peek')
  await queue.get('/dead')
  await queue.pulled()
  await queue.pulled({ wait_seconds: 0.01 })
  for (const path of ['peek', 'pull'])
    assert.deepEqual(answers.patience(`/messages/${path}`), [STALLED_AFTER_MS])
  assert.deepEqual(answers.patience('/dead'), [STALLED_AFTER_MS])
})
