import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { pino } from 'pino'
import { asHolder, type Caller } from '../../../src/actions/accounts/caller.ts'
import type { AccountSubscription } from '../../../src/actions/accounts/subscribe-to-account.ts'
import { KEEPALIVE_SECONDS, MAX_BUFFERED_BYTES, MAX_STREAMS } from '../../../src/domain/accounts/stream.ts'
import { openStreams } from '../../../src/http/accounts/streams.ts'
import { STALLED_AFTER_MS } from '../../../src/http/connections.ts'
import { createCalls, type Owner, signIn } from '../../support/fixtures/owner.ts'
import { anyPostgres } from '../../support/postgres/postgres.ts'
import { aboutPostgres } from '../../support/postgres/test-database.ts'
import { follow } from '../../support/service/event-stream.ts'
import { watchAnswers } from '../../support/service/pending-answers.ts'
import { BO, startService, type TestService } from '../../support/service/service.ts'
import { until } from '../../support/service/until.ts'

/** More bytes than the buffers of a connection hold. */
const ENDLESS = Buffer.alloc(64 * 1024 * 1024)
/** Number of ids that exceeds the buffer of a reader. */
const MAX_SENT = 2 * Math.ceil(MAX_BUFFERED_BYTES / 30)

const getStream = (service: TestService, headers: Record<string, string>) =>
  follow(`${service.base}/api/v1/stream`, headers)
const getCookie = (owner: Owner) => ({ cookie: owner.cookie })

test("an open dashboard receives the IDs of Ada's new submissions, and Bo receives none of them", async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  await using stream = await getStream(service, getCookie(ada))
  await using other = await getStream(service, getCookie(bo))
  assert.equal(stream.status, 200)
  assert.equal(stream.headers.get('content-type'), 'text/event-stream')
  assert.equal(stream.headers.get('cache-control'), 'no-store')
  assert.equal(stream.headers.get('x-accel-buffering'), 'no')
  assert.equal(stream.headers.get('access-control-allow-origin'), null)
  await until(() => stream.events.length > 0 && other.events.length > 0)
  assert.deepEqual(stream.events[0], { event: 'ready', data: {} })
  assert.equal(stream.read.retry, 3000)

  const ids: unknown[] = []
  for (const message of ['one', 'two', 'three']) {
    ids.push((await service.submit(ada.endpoint, { message, secret: 'between us' })).json.submission_id)
  }
  const told = () => stream.named('submission').map((data) => Object(data))
  await until(() => told().flatMap((data) => data.submission_ids).length === ids.length)
  assert.deepEqual(
    told().flatMap((data) => data.submission_ids),
    ids,
  )
  for (const data of told()) {
    assert.deepEqual(Object.keys(data), ['endpoint_id', 'submission_ids'])
    assert.equal(data.endpoint_id, ada.endpoint.form_id)
  }
  assert.ok(!JSON.stringify(other.events).includes(ada.endpoint.form_id))
})

test("the stream announces spam and the owner's changes in other browsers", async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await using stream = await getStream(service, getCookie(ada))
  await until(() => stream.events.length > 0)
  await service.submit(ada.endpoint, { message: 'buy', _gotcha: 'x' })
  const changes = () => stream.named('changed').map((data) => Object(data).endpoint_id)
  await until(() => changes().includes(ada.endpoint.form_id))
  assert.deepEqual(stream.named('submission'), [])
  const more = await service.claimedEndpoint()
  await until(() => changes().includes(more.form_id))
})

test('the stream tells a dashboard to reload after a bulk change', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  await using stream = await getStream(service, getCookie(ada))
  await using other = await getStream(service, getCookie(bo))
  await until(() => stream.events.length > 0 && other.events.length > 0)
  await service.submit(ada.endpoint, { message: 'one' })
  await until(() => stream.named('submission').length > 0)
  const countChanges = () =>
    stream.named('changed').filter((data) => Object(data).endpoint_id === null).length
  const before = countChanges()
  assert.equal((await ada.post('/submissions/bulk', { filter: {}, action: 'read' })).status, 200)
  await until(() => countChanges() > before)
  assert.deepEqual(other.named('submission'), [])
})

test('the stream tells a dashboard to reload after the node lost its connection to other nodes', {
  skip: aboutPostgres,
}, async () => {
  await using postgres = await anyPostgres()
  await using service = await startService({
    env: { FORMSLOT_DATABASE_URL: await postgres.createDatabase() },
  })
  const ada = await signIn(service)
  await using stream = await getStream(service, getCookie(ada))
  const countChanges = () =>
    stream.named('changed').filter((data) => Object(data).endpoint_id === null).length
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
     where query ilike 'listen%' and datname = current_database() and pid <> pg_backend_pid()`
  await until(async () => (await service.sql(cut)).length === 1)
  await until(() => countChanges() > 0)
  await service.submit(ada.endpoint, { message: 'the stream lived on' })
  await until(() => stream.named('submission').length > 0)
})

test('signing out a session ends its stream at once and leaves others open', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const again = await signIn(service)
  await using stream = await getStream(service, getCookie(ada))
  await using other = await getStream(service, getCookie(again))
  await until(() => stream.events.length > 0 && other.events.length > 0)
  assert.equal((await ada.post('/sign-out')).status, 204)
  await stream.over
  assert.equal(stream.read.ended, true)
  await service.submit(ada.endpoint, { message: 'later' })
  await until(() => other.named('submission').length > 0)
  assert.deepEqual(stream.named('submission'), [])
  await again.delete('/sessions')
  await other.over
})

test('deleting the account ends its streams', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await using stream = await getStream(service, getCookie(ada))
  await until(() => stream.events.length > 0)
  assert.equal((await ada.delete('/account')).status, 204)
  await stream.over
  assert.equal(stream.read.ended, true)
})

test('a stream ends with its session, and keeping it open does not extend the session', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await using stream = await getStream(service, getCookie(ada))
  await until(() => stream.events.length > 0)
  service.pass({ days: 8 })
  // Ending another session makes the service check all streams of the account.
  const again = await signIn(service)
  await again.post('/sign-out')
  await stream.over
  assert.equal(stream.read.ended, true)
})

test('a key with the read scope can open the stream until it is revoked', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const make = async (scopes: string[]) => (await ada.post('/keys', { name: 'lamp', scopes })).json
  const [reads, writes] = [await make(['read']), await make(['write'])]
  const bearer = (made: Record<string, unknown>) => ({ authorization: `Bearer ${made.key}` })
  assert.equal((await createCalls(service, bearer(writes)).get('/stream')).json.code, 'scope_missing')
  await using stream = await getStream(service, bearer(reads))
  await until(() => stream.events.length > 0)
  assert.equal((await ada.delete(`/keys/${reads.id}`)).status, 204)
  await stream.over
  assert.equal((await createCalls(service, bearer(reads)).get('/stream')).json.code, 'key_invalid')
})

test('an account can open twenty streams, and a closed one frees its place', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  await using open = new AsyncDisposableStack()
  const streams = []
  for (let count = 0; count < MAX_STREAMS; count += 1) {
    streams.push(open.use(await getStream(service, getCookie(ada))))
  }
  assert.ok(streams.every((stream) => stream.status === 200))
  const refused = await ada.get('/stream')
  assert.equal(refused.status, 429)
  assert.equal(refused.json.code, 'stream_limit')
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal((await ada.head('/stream')).status, 429)
  assert.equal(open.use(await getStream(service, getCookie(bo))).status, 200)
  await streams[0]?.[Symbol.asyncDispose]()
  await until(async () => (await ada.head('/stream')).status === 200)
})

test('disconnects a stream reader that does not keep up, and no other', async () => {
  await using service = await startService({
    env: { FORMSLOT_SUBMIT_RATE: '0', FORMSLOT_DEFAULT_PLAN: 'pro' },
  })
  const ada = await signIn(service)
  using answers = watchAnswers()
  const socket = connect(service.port, '127.0.0.1').pause()
  socket.write(`GET /api/v1/stream HTTP/1.1\r\nHost: x\r\nCookie: ${ada.cookie}\r\n\r\n`)
  await until(() => answers.of('/stream')[0]?.headersSent === true)
  const [unread = assert.fail()] = answers.of('/stream')
  assert.equal(unread.req.socket.timeout, STALLED_AFTER_MS)
  // The buffers of the connection are full: later events wait here.
  unread.req.socket.write(ENDLESS)
  await using quick = await getStream(service, getCookie(ada))
  await until(() => quick.events.length > 0)
  const told = () => quick.named('submission').flatMap((data) => Object(data).submission_ids).length
  let sent = 0
  while (!unread.destroyed && sent < MAX_SENT) {
    await Promise.all(
      Array.from({ length: 100 }, () => service.submit(ada.endpoint, { message: 'one of many' })),
    )
    sent += 100
    await until(() => told() === sent)
  }
  assert.equal(unread.destroyed, true)
  assert.equal(quick.read.ended, false)
  socket.destroy()
})

test('stopping the service ends open streams without waiting for their readers', async () => {
  await using service = await startService({ patience: 600_000 })
  const ada = await signIn(service)
  await using stream = await getStream(service, getCookie(ada))
  // This stream is never read.
  const socket = connect(service.port, '127.0.0.1')
  socket.write(`GET /api/v1/stream HTTP/1.1\r\nHost: x\r\nCookie: ${ada.cookie}\r\n\r\n`)
  socket.once('data', () => socket.pause())
  await once(socket, 'data')
  await until(() => stream.events.length > 0)
  await service.close()
  await stream.over
  assert.equal(stream.read.ended, true)
  socket.destroy()
})

const CALLER: Caller = {
  ...asHolder({ key: 1, mailbox: 'ada@lovelace.dev', plan: 'free', suspension: null }),
  by: { kind: 'key', apiKeyKey: 7, scopes: ['read'] },
}

/** Opens streams with short seconds, and records their events. */
function quickStreams() {
  const listeners = new Set<(sight: AccountSubscription) => void>()
  const gone = new Set<Caller>()
  const actions = {
    async subscribeToAccount(_caller: Caller, listener: (sight: AccountSubscription) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    findEndedAccess: async () => gone,
  }
  const parts = { actions, clock: { now: () => new Date(0) }, log: pino({ level: 'silent' }) }
  const streams = openStreams(parts, 2)
  return {
    streams,
    gone,
    listeners,
    tell(sight: AccountSubscription) {
      for (const listener of listeners) listener(sight)
    },
  }
}

test('a quiet stream sends a comment every half minute', async () => {
  const { streams, gone, listeners } = quickStreams()
  const body = await streams.open(CALLER)
  assert.ok(body)
  let text = ''
  body.on('data', (chunk) => {
    text += chunk
  })
  await until(() => text.endsWith(':\n\n:\n\n'))
  assert.ok(KEEPALIVE_SECONDS <= 25)
  gone.add(CALLER)
  await once(body, 'end')
  await until(() => streams.count() === 0)
  assert.equal(listeners.size, 0)
})

test('disconnects a reader before much is buffered for it', async () => {
  const { streams, tell } = quickStreams()
  const [slow, quick] = [await streams.open(CALLER), await streams.open(CALLER)]
  assert.ok(slow && quick)
  quick.resume()
  const event: AccountSubscription = {
    kind: 'submission',
    endpointId: 'f_1',
    submissionIds: Array(100).fill('sub_1'),
  }
  for (let told = 0; told < 1000 && !slow.destroyed; told += 1) {
    assert.ok(slow.readableLength <= MAX_BUFFERED_BYTES)
    tell(event)
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.equal(slow.destroyed, true)
  assert.equal(quick.destroyed, false)
  assert.equal(streams.count(), 1)
  streams.close()
})
