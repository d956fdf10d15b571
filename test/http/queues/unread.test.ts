import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { closeStalled, STALLED_AFTER_MS } from '../../../src/http/kernel/pending-responses.ts'
import { createQueue, leaveUnread } from '../../support/fixtures/queue.ts'
import { watchAnswers } from '../../support/service/pending-answers.ts'
import { startService } from '../../support/service/service.ts'
import { until } from '../../support/service/until.ts'

/** More bytes than the buffers of a connection hold. */
const ENDLESS = Buffer.alloc(64 * 1024 * 1024)

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
  for (const socket of sockets) socket.destroy()
  await until(async () => (await mallory.post('/messages/peek')).status === 200)
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

test('an unread response does not stay in memory forever', async () => {
  const server = createServer((_request, response) => {
    closeStalled(response, 50)
    response.end(ENDLESS)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const closed = new Promise((resolve) =>
    server.once('connection', (socket) => socket.once('close', () => resolve('ended'))),
  )
  const reader = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1').pause()
  reader.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  assert.equal(await closed, 'ended')
  reader.destroy()
  server.close()
})
