import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { MAX_PIPELINED_REQUESTS, STALLED_AFTER_MS } from '../../../src/http/connections.ts'
import { createQueue } from '../../support/fixtures/queue.ts'
import { watchAnswers } from '../../support/service/pending-answers.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { until } from '../../support/service/until.ts'

/** Opens a connection; an error is that of a connection that the service has closed. */
async function open(service: TestService, from = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port: service.port, host: '127.0.0.1', localAddress: from })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Settles when the connection is closed, in whichever way. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()))
}

/** Sends bytes on an open connection and returns the beginning of the answer. */
async function ask(socket: Socket, ...lines: string[]): Promise<string> {
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const [answer] = await once(socket, 'data')
  return String(answer)
}

const HEALTH = ['GET /healthz HTTP/1.1', 'Host: formslot']

test('keeps an idle connection open for longer than nginx, the load balancer of AWS and Caddy do', async () => {
  await using service = await startService()
  const { form_id: id } = await service.createEndpoint()
  const submit = [
    `POST /f/${id} HTTP/1.1`,
    'Host: formslot',
    'Content-Type: application/x-www-form-urlencoded',
    'Content-Length: 5\r\n\r\na=one',
  ]
  for (const request of [HEALTH, submit]) {
    const socket = await open(service)
    assert.match(await ask(socket, ...request), /^keep-alive: timeout=130\r$/im)
    socket.destroy()
  }
})

test('closes an idle connection after that time, not after half of it, and none that waits for an answer', async () => {
  await using service = await startService()
  const queue = await createQueue(service)
  using answers = watchAnswers()
  const idle = await open(service)
  await ask(idle, ...HEALTH)
  const waiting = await open(service)
  const body = '{"wait_seconds":20}'
  waiting.write(
    `POST /q/${queue.id}/messages/pull HTTP/1.1\r\nHost: formslot\r\nAuthorization: Bearer ${queue.key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  await until(() => answers.of('/pull').length === 1)
  const gone = closed(idle)
  const [health, pull] = [...answers.of('/healthz'), ...answers.of('/pull')].map(({ req }) => req.socket)
  health?.emit('timeout')
  assert.deepEqual([health?.destroyed, health?.timeout], [false, STALLED_AFTER_MS])
  // A request gives it the whole time again.
  await ask(idle, ...HEALTH)
  health?.emit('timeout')
  assert.equal(health?.destroyed, false)
  health?.emit('timeout')
  for (const _ of [1, 2, 3]) pull?.emit('timeout')
  await gone
  await queue.publish('one')
  assert.match(String((await once(waiting, 'data'))[0]), / 200 /)
  waiting.destroy()
})

test('closes the connection that was idle the longest when there are too many', async () => {
  await using service = await startService({ connectionLimits: { maxConnections: 3 } })
  const first = await open(service)
  const second = await open(service)
  const third = await open(service)
  // The first becomes idle after the others.
  for (const socket of [second, third, first]) assert.match(await ask(socket, ...HEALTH), / 200 /)
  const gone = closed(second)
  const fourth = await open(service)
  await gone
  for (const socket of [fourth, third, first]) assert.match(await ask(socket, ...HEALTH), / 200 /)
  assert.match(await service.service.metrics.render(), /^formslot_connections 3$/m)
})

test('a connection with an unfinished request is not closed for another one', async () => {
  await using service = await startService({ connectionLimits: { maxConnections: 2 } })
  const endpoint = await service.createEndpoint()
  const busy = [await open(service), await open(service)]
  for (const socket of busy) {
    socket.write(
      `POST /f/${endpoint.form_id} HTTP/1.1\r\nHost: formslot\r\nContent-Length: 5\r\n` +
        'Content-Type: application/x-www-form-urlencoded\r\nExpect: 100-continue\r\n\r\n',
    )
    assert.match(String((await once(socket, 'data'))[0]), / 100 Continue/)
  }
  const late = await open(service)
  await closed(late.resume())
  for (const socket of busy) {
    socket.write('a=one')
    assert.match(String((await once(socket, 'data'))[0]), / 200 /)
  }
})

test('a client that keeps all connections busy does not lock out others', async () => {
  for (const [trusted, kept] of [
    ['203.0.113.1', false],
    ['127.0.0.1', false],
    ['127.0.0.2', true],
  ] as const) {
    await using service = await startService({
      connectionLimits: { maxConnections: 3 },
      env: { FORMSLOT_TRUST_PROXY: trusted },
    })
    const endpoint = await service.createEndpoint()
    const busy: Socket[] = []
    for (let n = 0; n < 3; n += 1) {
      const socket = await open(service, '127.0.0.2')
      socket.write(
        `POST /f/${endpoint.form_id} HTTP/1.1\r\nHost: formslot\r\nContent-Length: 5\r\n` +
          'Content-Type: application/x-www-form-urlencoded\r\nExpect: 100-continue\r\n\r\n',
      )
      assert.match(String((await once(socket, 'data'))[0]), / 100 Continue/)
      busy.push(socket)
    }
    const [oldest, ...others] = busy
    assert.ok(oldest)
    const gone = closed(oldest)
    const late = await open(service)
    if (kept) await closed(late.resume())
    else {
      await gone
      assert.match(await ask(late, ...HEALTH), / 200 /)
    }
    for (const socket of kept ? busy : others) {
      socket.write('a=one')
      assert.match(String((await once(socket, 'data'))[0]), / 200 /, 'requests of a proxy are kept')
    }
  }
})

test('disconnects a client that does not read its answers', async () => {
  await using service = await startService({ connectionLimits: { stalledAfterMs: 100 } })
  const socket = (await open(service)).pause()
  const ended = closed(socket)
  // Enough that the buffers between the two ends cannot hold the answers.
  socket.write('GET /openapi.json HTTP/1.1\r\nHost: formslot\r\n\r\n'.repeat(MAX_PIPELINED_REQUESTS))
  await until(async () => /^formslot_connections 0$/m.test(await service.service.metrics.render()))
  socket.resume()
  await ended
})

test('closes a connection that has too many requests in progress', async () => {
  await using service = await startService()
  const health = `${HEALTH.join('\r\n')}\r\n\r\n`
  const most = await open(service)
  let text = ''
  most.on('data', (piece) => {
    text += piece
  })
  for (const round of [1, 2]) {
    most.write(health.repeat(MAX_PIPELINED_REQUESTS))
    await until(() => text.split('"ok":true').length - 1 === round * MAX_PIPELINED_REQUESTS)
  }
  using answers = watchAnswers()
  const more = await open(service)
  const gone = closed(more.resume())
  more.write(health.repeat(1000))
  await gone
  assert.equal(
    answers.of('/healthz').filter(({ headersSent }) => headersSent).length <= MAX_PIPELINED_REQUESTS,
    true,
  )
  assert.match(await ask(most, ...HEALTH), / 200 /)
})

test('rejects a request with two Host headers', async () => {
  await using service = await startService()
  const { form_id: id } = await service.createEndpoint()
  for (const line of [`POST /f/${id} HTTP/1.1`, 'GET /healthz HTTP/1.1', 'GET /healthz HTTP/1.0']) {
    const socket = await open(service)
    const answer = await ask(
      socket,
      line,
      'Host: formslot',
      'HOST: formslot',
      'Content-Type: application/x-www-form-urlencoded',
      'Content-Length: 5\r\n\r\na=one',
    )
    assert.match(answer, /^HTTP\/1\.1 400 /, line)
    assert.match(answer, /"code":"request_malformed"/)
    socket.destroy()
  }
})
