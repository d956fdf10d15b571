import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { suspend } from '../../../src/commands/suspend.ts'
import type { Config } from '../../../src/config/config.ts'
import { MAX_MESSAGE_BYTES, MAX_WAITING_PULLS } from '../../../src/domain/queues/queue.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { createQueue, leaveUnread, listQueueCalls } from '../../support/fixtures/queue.ts'
import { openContract } from '../../support/service/contract.ts'
import { createUntilConflict } from '../../support/service/kind-tour.ts'
import { ADA, BO, startService } from '../../support/service/service.ts'
import { until } from '../../support/service/until.ts'
import { openQueue, startPush } from '../../support/web/pushed-queue.ts'
import { startReceiver } from '../../support/web/receiver.ts'

const KEY = { 'idempotency-key': 'a-key-of-the-tour' }
/** Number of simultaneous requests: some arrive while the first is still in progress. */
const AT_ONCE = 20

test('queue responses match the OpenAPI document', async (t) => {
  await using receiver = await startReceiver()
  await using service = await startService({ egressPorts: [receiver.port] })
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-queues-'))
  t.after(() => rm(dataDir, { recursive: true }))
  await using roomy = await startService({ database: 'file', dataDir })
  const { id: fullId, key: fullKey } = await createQueue(roomy)
  await roomy[Symbol.asyncDispose]()
  const adjust = (config: Config) => ({ ...config, minFreeBytes: Number.MAX_SAFE_INTEGER })
  await using full = await startService({ database: 'file', dataDir, adjust })
  const { check, notGiven } = openContract((await service.get('/openapi.json')).text)
  const { post } = service

  const create = (recipient: string, headers = {}) => post('/q/new', { form: { recipient }, headers })
  check('post', '/q/new', await post('/q/new?dry_run=1', { form: { recipient: ADA } }))
  const created = await create(ADA, KEY)
  check('post', '/q/new', created)
  check('post', '/q/new', await create(ADA, KEY))
  check('post', '/q/new', await create(BO, KEY))
  check('post', '/q/new', await create(BO))
  check('post', '/q/new', await create('you@example.com'))
  check('post', '/q/new', await create(ADA, { 'sec-fetch-site': 'cross-site' }))
  check('post', '/q/new', await post('/q/new', { form: { recipient: ADA, filler: 'x'.repeat(5000) } }))
  check('post', '/q/new', await post('/q/new', { body: 'x', headers: { 'content-type': 'text/plain' } }))
  check('post', '/q/new', await full.post('/q/new', { form: { recipient: ADA } }))
  service.pass({ seconds: 2 })
  await createUntilConflict(create, {
    isSeen: () => !notGiven('queue').includes('post /q/new 409'),
    check: (answer) => check('post', '/q/new', answer),
    pass: () => service.pass({ minutes: 7 }),
  })
  const queue = listQueueCalls(service, String(created.json.queue_id), String(created.json.api_key))
  const unkeyed = (path: string, method = 'POST') => post(`/q/${queue.id}${path}`, { method })

  check('get', '/q/{id}/status', await service.get('/q/q_0000000000000000/status'))
  await queue.publish('the first')
  const claim = await service.linkIn('claim')

  const publishing: [string, unknown][] = [
    ['', 'a message'],
    ['/messages', { body: 'a message' }],
    ['/messages/batch', { messages: [{ body: 'a message' }] }],
  ]
  for (const [at, message] of publishing) {
    const place = `/q/{id}${at}`
    check('post', place, await queue.post(at, message))
    check('post', place, await queue.post(`${at}?dry_run=1`, message))
    const idempotencyKey = { 'idempotency-key': `a-key-of-${place}` }
    check('post', place, await queue.post(at, message, idempotencyKey))
    check('post', place, await queue.post(at, message, idempotencyKey))
    check('post', place, await queue.post(at, { body: 1, messages: [{ body: 2 }] }, idempotencyKey))
    const all = { 'idempotency-key': `all-at-once-${place}` }
    const posts = Array.from({ length: AT_ONCE }, () => queue.post(at, message, all))
    for (const answer of await Promise.all(posts)) check('post', place, answer)
    const other = at === '/messages/batch' ? { messages: [{ body: 2 }] } : { body: 2 }
    check('post', place, await queue.post(at, other, idempotencyKey))
    check('post', place, await queue.post(at, message, { 'idempotency-key': 'short' }))
    check('post', place, await unkeyed(at))
    check('post', place, await queue.as('qk_x').post(at, message))
    check('post', place, await listQueueCalls(service, 'q_0000000000000000', queue.key).post(at, message))
    check('post', place, await queue.post(at, 'x'.repeat(2 ** 20)))
    const large = 'x'.repeat(MAX_MESSAGE_BYTES + 1)
    const tooLarge = at === '' ? large : { body: large, messages: undefined }
    check(
      'post',
      place,
      await queue.post(at, at === '/messages/batch' ? { messages: [{ body: large }] } : tooLarge),
    )
    const typed = { ...queue.headers, 'content-type': 'image/png' }
    check('post', place, await post(`/q/${queue.id}${at}`, { body: 'x', headers: typed }))
  }

  for (const at of ['/messages/pull', '/messages/peek', '/messages/ack']) {
    const place = `/q/{id}${at}`
    check('post', place, await queue.post(at))
    check('post', place, await queue.post(`${at}?dry_run=1`))
    check('post', place, await queue.post(at, { unknown: 1 }))
    check('post', place, await unkeyed(at))
    check('post', place, await listQueueCalls(service, 'q_0000000000000000', queue.key).post(at))
    check('post', place, await queue.post(at, 'x'.repeat(2 ** 20)))
    const typed = { ...queue.headers, 'content-type': 'text/plain' }
    check('post', place, await post(`/q/${queue.id}${at}`, { body: 'x', headers: typed }))
  }
  // All messages are leased, so that a pull waits.
  await queue.pull({ batch_size: 100 })
  const waiting = Array.from({ length: MAX_WAITING_PULLS.unconfirmed }, () =>
    queue.pull({ wait_seconds: 20 }),
  )
  await until(async () =>
    (await service.service.metrics.render()).includes(`waiting_pulls ${MAX_WAITING_PULLS.unconfirmed}\n`),
  )
  check('post', '/q/{id}/messages/pull', await queue.pull({ wait_seconds: 1 }))
  for (let batch = 0; batch < MAX_WAITING_PULLS.unconfirmed; batch += 1) await queue.publish(batch)
  await Promise.all(waiting)

  for (let tries = 0; tries < 4; tries += 1) {
    service.pass({ seconds: 31 })
    await queue.pulled({ batch_size: 100 })
  }
  service.pass({ seconds: 31 })
  await queue.pulled({ batch_size: 100 })
  const listed = await queue.get('/dead')
  const [dead] = Object(listed.json.data)
  check('get', '/q/{id}/dead', listed)
  check('get', '/q/{id}/dead', await queue.get('/dead?cursor=x'))
  check('get', '/q/{id}/dead', await unkeyed('/dead', 'GET'))
  const replay = '/q/{id}/dead/{message}/replay'
  const replayPath = `/dead/${dead.id}/replay`
  check('post', replay, await queue.post(`${replayPath}?dry_run=1`))
  check('post', replay, await queue.post(replayPath))
  check('post', replay, await queue.post(replayPath))
  check('post', replay, await unkeyed(replayPath))
  const one = '/q/{id}/dead/{message}'
  const [left] = Object((await queue.get('/dead')).json.data)
  check('delete', one, await queue.delete(`/dead/${left.id}?dry_run=1`))
  check('delete', one, await queue.delete(`/dead/${left.id}`))
  check('delete', one, await queue.delete(`/dead/${left.id}`))
  check('delete', one, await unkeyed(`/dead/${left.id}`, 'DELETE'))
  check('delete', '/q/{id}/dead', await queue.delete('/dead'))
  check('delete', '/q/{id}/dead', await queue.delete('/dead?dry_run=1'))
  check('delete', '/q/{id}/dead', await unkeyed('/dead', 'DELETE'))
  check('get', '/q/{id}/status', await queue.get('/status'))
  check('get', '/q/{id}/status', await unkeyed('/status', 'GET'))
  check('get', '/q/{id}/status', await queue.as('qk_x').get('/status'))

  // The cap, an owner key without the scope, another queue, and a full disk.
  for (const [at, message] of publishing) {
    while ((await queue.publish('more')).status === 201);
    check('post', `/q/{id}${at}`, await queue.post(at, message))
  }
  const ada = await signIn(service)
  await service.get(claim, { accept: 'text/html' })
  const key = async (scope: string) =>
    String((await ada.post('/keys', { name: scope, scopes: [scope] })).json.key)
  const [reader, writer] = [queue.as(await key('read')), queue.as(await key('write'))]
  for (const [at, message] of publishing) check('post', `/q/{id}${at}`, await reader.post(at, message))
  for (const at of ['/messages/pull', '/messages/ack']) {
    check('post', `/q/{id}${at}`, await reader.post(at))
  }
  check('post', replay, await reader.post(replayPath))
  check('delete', one, await reader.delete(`/dead/${left.id}`))
  check('delete', '/q/{id}/dead', await reader.delete('/dead'))
  check('post', '/q/{id}/messages/peek', await writer.post('/messages/peek'))
  check('get', '/q/{id}/dead', await writer.get('/dead'))
  check('get', '/q/{id}/status', await writer.get('/status'))
  const pushing = await openQueue(service, ada)
  await startPush(pushing, receiver.url)
  check('post', '/q/{id}/messages/pull', await pushing.queue.pull())
  const stranger = await createQueue(service, BO)
  check('get', '/q/{id}/dead', await queue.as(stranger.key).get('/dead'))
  check('delete', '/q/{id}/dead', await queue.as(stranger.key).delete('/dead'))
  const unread = await leaveUnread(service, stranger)
  check('post', '/q/{id}/messages/peek', await stranger.post('/messages/peek'))
  check('get', '/q/{id}/dead', await stranger.get('/dead'))
  for (const socket of unread) socket.destroy()
  const describe = async (id: string) => {
    check('get', '/q/{id}', await service.get(`/q/${id}`))
    check('get', '/q/{id}', await service.get(`/q/${id}`, { accept: 'text/markdown' }))
    check('get', '/q/{id}.md', await service.get(`/q/${id}.md`))
  }
  await describe(stranger.id)
  await describe('nothing')
  const subject = { subject: stranger.id, reason: null, now: service.now() }
  await suspend(service.config, { ...subject, to: 'suspend' })
  await describe(stranger.id)
  for (const [at, message] of publishing) check('post', `/q/{id}${at}`, await stranger.post(at, message))
  await suspend(service.config, { ...subject, to: 'unsuspend' })
  service.pass({ days: 31 })
  await describe(stranger.id)
  for (const [at, message] of publishing) check('post', `/q/{id}${at}`, await stranger.post(at, message))

  for (const [at, message] of publishing) {
    check('post', `/q/{id}${at}`, await listQueueCalls(full, fullId, fullKey).post(at, message))
  }
  assert.deepEqual(notGiven('queue'), [])
})
