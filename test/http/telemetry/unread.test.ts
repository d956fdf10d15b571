import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { MAX_PENDING_RESPONSES, MAX_STREAMS } from '../../../src/domain/accounts/stream.ts'
import { STALLED_AFTER_MS } from '../../../src/http/connections.ts'
import { follow } from '../../support/service/event-stream.ts'
import { takeNothing, watchAnswers } from '../../support/service/pending-answers.ts'
import { ADA, BO, startService, type TestService } from '../../support/service/service.ts'
import { until } from '../../support/service/until.ts'

const LARGE = 'x'.repeat(15_000)

async function create(service: TestService, recipient = ADA) {
  const { json } = await service.post('/t/new', { form: { recipient } })
  service.pass({ seconds: 2 })
  return { url: String(json.telemetry_url), bearer: { authorization: `Bearer ${json.read_key}` } }
}

type Telemetry = Awaited<ReturnType<typeof create>>

/** Half a megabyte of events, in one request. */
function sendMuch(service: TestService, { url }: Telemetry) {
  const attributes = Array.from({ length: 8 }, (_, n) => ({
    key: `p${n}`,
    value: { stringValue: LARGE.slice(0, 1900) },
  }))
  const logRecords = Array.from({ length: 30 }, () => ({ eventName: 'large', attributes }))
  return service.post(`${url}/v1/logs`, { json: { resourceLogs: [{ scopeLogs: [{ logRecords }] }] } })
}

/** A connection that is never read, with a request on it. */
function askUnread(service: TestService, { url, bearer, path }: Telemetry & { path: string }): Socket {
  const socket = connect(service.port, '127.0.0.1').pause()
  const { host, pathname } = new URL(url)
  socket.write(
    `GET ${pathname}${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${bearer.authorization}\r\n\r\n`,
  )
  return socket
}

/** Waits until this many streams have begun. */
async function getStreams(answers: ReturnType<typeof watchAnswers>, count: number) {
  const begun = () => answers.of('/stream').filter(({ headersSent, closed }) => headersSent && !closed)
  await until(() => begun().length === count)
  return begun()
}

async function followed(service: TestService, count: number): Promise<void> {
  await until(async () => (await service.service.metrics.render()).includes(`formslot_streams ${count}\n`))
}

test('stops serving events to a client that does not read, until that client is gone', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  using answers = watchAnswers()
  const mallory = await create(service, 'mallory@evil.dev')
  const other = await create(service, BO)
  assert.equal((await sendMuch(service, mallory)).status, 200)
  const path = '/events?limit=100'
  const readers: Socket[] = []
  for (let count = 0; count < MAX_PENDING_RESPONSES; count += 1) {
    const begun = Promise.withResolvers<void>()
    answers.next(({ req }) => begun.resolve(takeNothing(req.socket)))
    readers.push(askUnread(service, { ...mallory, path }))
    await begun.promise
  }
  await until(() => answers.of(path).every(({ writableEnded }) => writableEnded))
  const unread = answers.of(path)
  assert.deepEqual(
    new Set(unread.map(({ statusCode, closed }) => `${statusCode} ${closed}`)),
    new Set(['200 false']),
  )
  const refused = await service.get(`${mallory.url}/props`, mallory.bearer)
  assert.deepEqual(
    [refused.status, refused.json.code, refused.headers.get('retry-after')],
    [429, 'event_rate', '1'],
  )
  assert.equal((await service.get(`${other.url}/stats`, other.bearer)).status, 200)
  // They end at the stall limit.
  for (const { req } of unread) {
    assert.equal(req.socket.timeout, STALLED_AFTER_MS)
    req.socket.emit('timeout')
  }
  await until(async () => (await service.get(`${mallory.url}/stats`, mallory.bearer)).status === 200)
  for (const socket of readers) socket.destroy()
})

test('disconnects an event stream reader that does not keep up, and no other', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  using answers = watchAnswers()
  const telemetry = await create(service)
  const slow = askUnread(service, { ...telemetry, path: '/stream' })
  await followed(service, 1)
  await using quick = await follow(`${telemetry.url}/stream`, telemetry.bearer)
  await followed(service, 2)
  const [unread] = await getStreams(answers, 2)
  assert.equal(unread?.socket?.timeout, STALLED_AFTER_MS)
  let notified = 0
  for (let sent = 0; sent < 100 && unread.closed === false; sent += 1) {
    await sendMuch(service, telemetry)
    await until(() => quick.named('event').length > notified)
    notified = quick.named('event').length
  }
  await followed(service, 1)
  assert.equal(unread.closed, true)
  await service.post(telemetry.url, { json: { name: 'still told' } })
  await until(() => quick.named('event').some((event) => Object(event).name === 'still told'))
  slow.destroy()
})

test('disconnects a stream reader that reads nothing for a minute, and frees its place', async () => {
  await using service = await startService()
  using answers = watchAnswers()
  const telemetry = await create(service)
  const sockets = Array.from({ length: MAX_STREAMS }, () =>
    askUnread(service, { ...telemetry, path: '/stream' }),
  )
  const streams = await getStreams(answers, MAX_STREAMS)
  const full = await service.get(`${telemetry.url}/stream`, telemetry.bearer)
  assert.deepEqual([full.status, full.json.code], [429, 'stream_limit'])
  for (const answer of streams) {
    assert.equal(answer.socket?.timeout, STALLED_AFTER_MS)
    // No output is pending, so it continues.
    answer.socket?.emit('timeout')
    assert.equal(answer.socket?.destroyed, false)
    answer.socket?.cork()
  }
  await service.post(telemetry.url, { json: { name: 'nobody reads it' } })
  await until(() => streams.every((answer) => answer.writableLength > 0))
  for (const answer of streams) answer.socket?.emit('timeout')
  await followed(service, 0)
  for (const socket of sockets) socket.destroy()
})

test('tells a stream reader that events are missing after a burst, so that it reloads', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const telemetry = await create(service)
  await using stream = await follow(`${telemetry.url}/stream`, telemetry.bearer)
  await followed(service, 1)
  const missed = () => stream.named('missed').map((data) => Object(data).count)
  await until(async () => {
    await Promise.all(
      Array.from({ length: 60 }, () => service.post(telemetry.url, { json: { name: 'crowd' } })),
    )
    return missed().includes(null)
  })
  // The last readers may still be notified: events that arrive meanwhile are only counted.
  await until(async () => {
    await service.post(telemetry.url, { json: { name: 'alone' } })
    return stream.named('event').some((event) => Object(event).name === 'alone')
  })
})

test('sends a stream reader the last events of a large request and the number of missing ones, within its buffer', async () => {
  await using service = await startService()
  const telemetry = await create(service)
  await using stream = await follow(`${telemetry.url}/stream`, telemetry.bearer)
  await followed(service, 1)
  await sendMuch(service, telemetry)
  await until(() => stream.named('event').length > 0)
  const [missing] = stream.named('missed').map((data) => Number(Object(data).count))
  assert.ok(missing !== undefined && missing > 0)
  await until(() => stream.named('event').length + missing === 30)
  assert.ok(JSON.stringify(stream.named('event')).length < 256 * 1024)
})
