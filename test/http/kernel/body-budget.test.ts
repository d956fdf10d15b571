import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { SMALL_BODY_BYTES } from '../../../src/domain/submissions/fields.ts'
import { createQueue } from '../../support/fixtures/queue.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { until } from '../../support/service/until.ts'

const MEBIBYTE = 1024 * 1024
const PART_BYTES = 100 * 1024
const MANY_MS = 10_000

async function open(service: TestService): Promise<Socket> {
  const socket = connect(service.port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Sends the head of a request with a large body, and returns the answer that comes before the body. */
async function askWithoutBody(service: TestService, ...lines: string[]): Promise<string> {
  const socket = await open(service)
  const head = [...lines, 'Host: formslot', 'Content-Type: application/json', 'Content-Length: 60000']
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(MANY_MS) })
  socket.destroy()
  return String(answer)
}

async function readHeldBytes(service: TestService): Promise<number> {
  const [, bytes] = /^formslot_body_bytes (\d+)$/m.exec(await service.service.metrics.render()) ?? []
  return Number(bytes)
}

test('rejects a missing or malformed key before the body arrives', async () => {
  await using service = await startService()
  const { id, key } = await createQueue(service)
  const mistyped = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`
  const queue = [`/q/${id}`, `/q/${id}/messages/pull`, `/client/v4/accounts/a/queues/${id}/messages`]
  for (const path of queue) {
    const missing = await askWithoutBody(service, `POST ${path} HTTP/1.1`)
    assert.match(missing, /^HTTP\/1\.1 401 [\s\S]*key_missing/, path)
    const malformed = await askWithoutBody(
      service,
      `POST ${path} HTTP/1.1`,
      `Authorization: Bearer ${mistyped}`,
    )
    assert.match(malformed, /^HTTP\/1\.1 401 [\s\S]*www-authenticate: Bearer[\s\S]*key_invalid/i, path)
  }
  const api = 'POST /api/v1/endpoints HTTP/1.1'
  assert.match(await askWithoutBody(service, api), /^HTTP\/1\.1 401 [\s\S]*not_signed_in/)
  const foreign = await askWithoutBody(service, api, `Authorization: Bearer ${mistyped}`)
  assert.match(foreign, /^HTTP\/1\.1 401 [\s\S]*key_invalid/)
})

test('refuses large bodies beyond the memory for bodies, and accepts small ones', async () => {
  await using service = await startService({
    connectionLimits: { maxBodyBytes: 2 * MEBIBYTE },
    env: { FORMSLOT_TRUST_PROXY: '127.0.0.1' },
  })
  const queue = await createQueue(service)
  const endpoint = await service.createEndpoint()
  const head = () =>
    `POST /q/${queue.id} HTTP/1.1\r\nHost: formslot\r\nAuthorization: Bearer ${queue.key}\r\n` +
    `X-Forwarded-For: 203.0.113.${slow.length}\r\n` +
    `Content-Type: text/plain\r\nContent-Length: ${MEBIBYTE}\r\n\r\n`
  const slow: Socket[] = []
  let refusal = ''
  while (refusal === '') {
    const before = await readHeldBytes(service)
    const socket = await open(service)
    socket.once('data', (answer) => {
      refusal = String(answer)
    })
    socket.write(head() + 'x'.repeat(PART_BYTES))
    await until(async () => refusal !== '' || (await readHeldBytes(service)) >= before + PART_BYTES)
    slow.push(socket)
  }
  assert.match(refusal, /^HTTP\/1\.1 503 [\s\S]*^retry-after: \d+\r$[\s\S]*"bodies_limit"/im)
  const held = await readHeldBytes(service)
  assert.ok(held > MEBIBYTE && held <= 2 * MEBIBYTE, `${held} bytes are held`)

  const large = { a: 'x'.repeat(60_000), b: 'x'.repeat(60_000), c: 'x'.repeat(60_000), d: 'x'.repeat(60_000) }
  const refused = await service.submit(endpoint, large)
  assert.deepEqual([refused.status, refused.json.code], [503, 'bodies_limit'])
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal((await service.submit(endpoint, { message: 'small' })).status, 200)

  for (const socket of slow) socket.destroy()
  await until(async () => (await readHeldBytes(service)) === 0)
  assert.equal((await service.submit(endpoint, large)).status, 200)
  assert.equal((await queue.publish('x'.repeat(PART_BYTES))).status, 201)
  await until(async () => (await readHeldBytes(service)) === 0)
})

test('one client can take up half of the memory for bodies, and leaves the rest to others', async () => {
  await using service = await startService({
    connectionLimits: { maxBodyBytes: MEBIBYTE },
    patience: 100,
    env: { FORMSLOT_TRUST_PROXY: '127.0.0.1' },
  })
  const endpoint = await service.createEndpoint()
  const large = { a: 'x'.repeat(60_000), b: 'x'.repeat(60_000) }
  const submitFrom = (address: string) => service.submit(endpoint, large, { 'x-forwarded-for': address })
  const head =
    `POST /f/${endpoint.form_id} HTTP/1.1\r\nHost: formslot\r\nX-Forwarded-For: 203.0.113.1\r\n` +
    'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 200000\r\n\r\n'
  const slow: Socket[] = []
  for (let n = 0; n < 12; n += 1) {
    const before = await readHeldBytes(service)
    const socket = await open(service)
    let refused = false
    socket.once('data', () => {
      refused = true
    })
    socket.write(head + 'x'.repeat(PART_BYTES))
    await until(async () => refused || (await readHeldBytes(service)) >= before + PART_BYTES)
    slow.push(socket)
  }
  const refused = await submitFrom('203.0.113.1')
  assert.deepEqual([refused.status, refused.json.code], [503, 'bodies_limit'])
  assert.equal((await submitFrom('198.51.100.7')).status, 200)
  for (const socket of slow) socket.destroy()
  await until(async () => (await readHeldBytes(service)) === 0)
  assert.equal((await submitFrom('203.0.113.1')).status, 200)
})

test('a body of tiny pieces is counted by the memory that it takes', async () => {
  await using service = await startService()
  const queue = await createQueue(service)
  const socket = await open(service)
  socket.write(
    `POST /q/${queue.id} HTTP/1.1\r\nHost: formslot\r\nAuthorization: Bearer ${queue.key}\r\n` +
      `Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(1000)}`,
  )
  await until(async () => (await readHeldBytes(service)) > 100_000)
  socket.destroy()
  await until(async () => (await readHeldBytes(service)) === 0)
})

test('the memory of pipelined bodies is freed when their connection closes before the answers', async () => {
  await using service = await startService()
  const queue = await createQueue(service)
  const authorization = `Host: formslot\r\nAuthorization: Bearer ${queue.key}\r\n`
  const waiting = '{"wait_seconds":20}'.padEnd(SMALL_BODY_BYTES)
  const pull =
    `POST /q/${queue.id}/messages/pull HTTP/1.1\r\n${authorization}Content-Type: application/json\r\n` +
    `Content-Length: ${waiting.length}\r\n\r\n${waiting}`
  const socket = await open(service)
  socket.write(pull.repeat(3))
  await until(async () => (await readHeldBytes(service)) >= 3 * waiting.length)
  socket.destroy()
  await until(async () => (await readHeldBytes(service)) === 0)
})
