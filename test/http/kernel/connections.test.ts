import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { connect, Socket } from 'node:net'
import { test } from 'node:test'
import { MAX_PIPELINED_REQUESTS, STALLED_AFTER_MS } from '../../../src/http/connections.ts'
import { createRefusedConnections, MAX_REFUSED } from '../../../src/http/refused-connections.ts'
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

/** Checks for a 503 that ends the connection and says when to come back. */
function assertRefused(answer: string, code: string | null): void {
  assert.match(answer, /^HTTP\/1\.1 503 /)
  assert.match(answer, /^retry-after: 30\r$/im)
  assert.match(answer, /^connection: close\r$/im)
  if (code !== null) assert.match(answer, new RegExp(`"code":"${code}"`))
}

/** More connections than a server of Node lets wait by default. */
const BURST = 2000
/** Maximum number of looks at the connections of the system, each of some milliseconds. */
const MAX_LOOKS = 300

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
  const gone = closed(late)
  assertRefused(await ask(late, ...HEALTH), 'store_busy')
  await gone
  for (const socket of busy) {
    socket.write('a=one')
    assert.match(String((await once(socket, 'data'))[0]), / 200 /)
  }
  const { metrics } = service.service
  assert.match(
    await metrics.render(),
    /^formslot_unavailable_responses_total\{cause="connections_limit"\} 1$/m,
  )
})

test('a connection that is one too many is answered when its whole request has arrived, and only once', async () => {
  await using service = await startService({ connectionLimits: { maxConnections: 1 } })
  const { endpoint_url: form } = await service.createEndpoint()
  const request = `POST ${new URL(form).pathname} HTTP/1.1\r\nHost: formslot\r\nContent-Length: 5`
  const expecting = [request, 'Content-Type: application/x-www-form-urlencoded', 'Expect: 100-continue']
  const busy = await open(service)
  assert.match(await ask(busy, ...expecting), / 100 Continue/)
  const late = await open(service)
  const gone = closed(late)
  const fromPage = ['Accept: text/html', 'Origin: https://acme.org']
  assert.match(await ask(late, ...expecting, ...fromPage), / 100 Continue/)
  let text = ''
  late.on('data', (piece) => {
    text += piece
  })
  late.write('a=')
  assert.match(await service.service.metrics.render(), /^formslot_connections 2$/m)
  assert.equal(text, '')
  late.write(`one${`${request}\r\n\r\na=two`.repeat(2)}`)
  await gone
  assertRefused(text, null)
  assert.match(text, /^content-type: text\/html/im)
  assert.match(text, /^access-control-allow-origin: https:\/\/acme\.org\r$/im)
  assert.equal(text.split('HTTP/1.1').length, 2)
  busy.write('a=one')
  assert.match(String((await once(busy, 'data'))[0]), / 200 /)
})

test('connections beyond the limit end without a request after five seconds, or when there are too many', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const refused = createRefusedConnections()
  const sockets = Array.from({ length: MAX_REFUSED }, () => new Socket())
  for (const socket of sockets) refused.add(socket)
  assert.equal(refused.admit(sockets[0] as Socket), 'refused')
  assert.equal(refused.admit(sockets[0] as Socket), 'closed')
  assert.equal(refused.admit(new Socket()), null)
  assert.ok(sockets.every((socket) => !socket.destroyed))
  refused.add(new Socket())
  assert.deepEqual(
    sockets.slice(0, 3).map((socket) => socket.destroyed),
    [false, true, false],
  )
  assert.equal(refused.count(), MAX_REFUSED)
  t.mock.timers.tick(4999)
  assert.equal(sockets[2]?.destroyed, false)
  t.mock.timers.tick(1)
  assert.ok(sockets.every((socket) => socket.destroyed))
})

test('a burst of connections waits for the event loop, and none is turned away', async (t) => {
  const allowed = Number(await readFile('/proc/sys/net/core/somaxconn', 'utf8').catch(() => 0))
  if (allowed < BURST) return t.skip('the system allows fewer, or is not Linux')
  await using service = await startService()
  const sockets = Array.from({ length: BURST }, () => connect({ port: service.port, host: '127.0.0.1' }))
  // Sockets connect in the next tick; the service accepts none before this turn of the event loop ends.
  await new Promise<void>((resolve) => process.nextTick(resolve))
  const port = service.port.toString(16).toUpperCase().padStart(4, '0')
  const established = new RegExp(`0100007F:[0-9A-F]{4} 0100007F:${port} 01 `, 'g')
  let found: number | undefined
  // A busy machine takes a while for the handshakes; the list is no snapshot.
  for (let look = 0; found !== BURST && look < MAX_LOOKS; look += 1) {
    found = readFileSync('/proc/net/tcp', 'latin1').match(established)?.length
  }
  for (const socket of sockets) socket.destroy()
  assert.equal(found, BURST)
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
    if (kept) assertRefused(await ask(late, ...HEALTH), 'store_busy')
    else {
      assertRefused(String((await once(oldest, 'data'))[0]), 'store_unavailable')
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
