import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { test } from 'node:test'
import { SUBMIT_BURST } from '../../../src/domain/submissions/submit-rate.ts'
import { HOUR } from '../../../src/domain/time.ts'
import { StoreUnavailable } from '../../../src/store/contract/errors.ts'
import { largePng, ownerWithFiles, PDF, PNG } from '../../support/fixtures/files.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { until } from '../../support/service/until.ts'

const MIB = 1024 * 1024
const BOUNDARY = 'a-boundary'

/** Lists everything below the folder of files, received or stored. */
async function listAll(service: TestService): Promise<string[]> {
  const found = await readdir(path.join(service.config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  return found.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** Builds a multipart body of parts, each with its headers. */
function multipart(parts: readonly (readonly [headers: string, content: Buffer | string])[]): Buffer {
  return Buffer.concat([
    ...parts.flatMap(([headers, content]) => [
      Buffer.from(`--${BOUNDARY}\r\n${headers}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])
}

const disposition = (parameters: string) => `Content-Disposition: form-data; ${parameters}`
const PHOTO = disposition('name="photo"; filename="me.png"')

/** Opens a connection, and sends the head of a submission with a body of this length. */
async function begin(service: TestService, formId: string, length: number): Promise<Socket> {
  const socket = connect(service.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `POST /f/${formId} HTTP/1.1\r\nHost: ${new URL(service.base).host}\r\nAccept: application/json\r\n` +
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${length}\r\n\r\n`,
  )
  return socket
}

/** Returns all that the server sends until it ends the connection. */
async function readAll(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (piece: Buffer) => {
    text += piece.toString('latin1')
  })
  socket.on('error', () => {})
  await once(socket, 'close')
  return text
}

function post(service: TestService, formId: string, body: Buffer) {
  return service.post(`/f/${formId}`, {
    body: new Uint8Array(body),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, accept: 'application/json' },
  })
}

test('keeps nothing of a client that goes away in the middle of a file', async () => {
  await using service = await startService()
  const { id } = await ownerWithFiles(service)
  const socket = await begin(service, id, 4 * MIB)
  socket.write(`--${BOUNDARY}\r\n${PHOTO}\r\n\r\n`)
  socket.write(largePng(1 * MIB))
  await until(async () => (await listAll(service)).length === 1)
  socket.destroy()
  await until(async () => (await listAll(service)).length === 0)
  assert.deepEqual(await service.sql('select key from files'), [])
})

for (const [what, uploadTimes] of [
  ['comes too slowly', { graceMs: 100, checkMs: 20, maxMs: HOUR }],
  ['takes too long, however fast', { minBytesPerSecond: 0, checkMs: 20, maxMs: 200 }],
] as const) {
  test(`ends a body that ${what}, says so, and keeps nothing`, async () => {
    await using service = await startService({ uploadTimes })
    const { id } = await ownerWithFiles(service)
    const socket = await begin(service, id, 4 * MIB)
    socket.write(`--${BOUNDARY}\r\n${PHOTO}\r\n\r\n`)
    socket.write(PNG)
    const answer = await readAll(socket)
    assert.match(answer, /^HTTP\/1\.1 408 /)
    assert.match(answer, /"code":"request_timeout"/)
    assert.deepEqual(await listAll(service), [])
  })
}

test('answers a form without files before it reads the body, and the client can read the answer', async () => {
  await using service = await startService()
  const { id } = await ownerWithFiles(service, { on: false })
  const socket = await begin(service, id, 8 * MIB)
  // The client reads once it has sent everything, as browsers do. A reset would cost it the answer.
  socket.on('error', () => {})
  await new Promise((resolve) => socket.write(Buffer.alloc(8 * MIB), resolve))
  const answer = await readAll(socket)
  assert.match(answer, /^HTTP\/1\.1 400 /)
  assert.match(answer, /connection: close/i)
  assert.match(answer, /"code":"file_refused"/)
  assert.deepEqual(await listAll(service), [])
})

const BROKEN: readonly { what: string; body: Buffer; code: string }[] = [
  {
    what: 'without its final boundary',
    body: multipart([[PHOTO, PNG]]).subarray(0, -8),
    code: 'body_unparsable',
  },
  {
    what: 'with text on the line of a boundary',
    body: Buffer.from(`--${BOUNDARY}x\r\n${PHOTO}\r\n\r\nx\r\n--${BOUNDARY}--\r\n`),
    code: 'body_unparsable',
  },
  {
    what: 'with endless headers of a part',
    body: multipart([[`${PHOTO}\r\nX-A: ${'a'.repeat(20_000)}`, PNG]]),
    code: 'body_unparsable',
  },
  {
    what: 'of 10,000 parts',
    body: multipart(Array.from({ length: 10_000 }, () => [disposition('name="a"'), 'x'] as const)),
    code: 'too_many_fields',
  },
  {
    what: 'of 300 files',
    body: multipart(Array.from({ length: 300 }, () => [PHOTO, PNG] as const)),
    code: 'too_many_files',
  },
  {
    what: 'with more text than a body without files may have',
    body: multipart([
      [disposition('name="a"'), 'x'.repeat(300 * 1024)],
      [PHOTO, PNG],
    ]),
    code: 'payload_too_large',
  },
]

for (const { what, body, code } of BROKEN) {
  test(`refuses a body ${what}, in memory or streamed, and keeps nothing`, async () => {
    await using service = await startService()
    const { id } = await ownerWithFiles(service)
    // Behind a large file the same body is streamed.
    const large = Buffer.concat([
      multipart([[PHOTO, largePng(MIB)]]).subarray(0, -`--${BOUNDARY}--\r\n`.length),
      body,
    ])
    for (const sent of [body, large]) {
      const refused = await post(service, id, sent)
      assert.ok(refused.status >= 400 && refused.status < 500, refused.text)
      assert.equal((refused.json as { code: string }).code, code)
    }
    assert.deepEqual(await listAll(service), [])
  })
}

const NAMES: readonly (readonly [what: string, parameters: string, name: string])[] = [
  ['a path', 'filename="..\\..\\windows\\x.png"', 'x.png'],
  ['a path of Unix', 'filename="../../../etc/x.png"', 'x.png'],
  ['raw UTF-8', 'filename="履歴書.png"', '履歴書.png'],
  ['RFC 8187', "filename=x.png; filename*=UTF-8''na%C3%AFve%20plan.png", 'naïve plan.png'],
  ['the pieces of RFC 2231', "filename*0*=UTF-8''na%C3%AF; filename*1=ve.png", 'naïve.png'],
  ['an escaped quote', 'filename="a%22b.png"', 'a_b.png'],
  ['an override of direction', 'filename="\u202egnp.exe.png"', 'gnp.exe.png'],
  ['escapes of a terminal', 'filename="\u001b[2Jx.png"', '[2Jx.png'],
]

for (const [what, parameters, name] of NAMES) {
  test(`cleans a name with ${what}`, async () => {
    await using service = await startService()
    const { owner, id } = await ownerWithFiles(service)
    const sent = await post(service, id, multipart([[disposition(`name="__proto__"; ${parameters}`), PNG]]))
    assert.equal(sent.status, 200, sent.text)
    const { submission_id } = sent.json as { submission_id: string }
    const { json } = await owner.get(`/submissions/${submission_id}`)
    const [file] = (json as { files: { name: string; field: string }[] }).files
    assert.deepEqual([file?.field, file?.name], ['__proto__', name])
  })
}

test('gives each client its share of the places for uploads, and lets others in meanwhile', async () => {
  await using service = await startService({ env: { FORMSLOT_TRUST_PROXY: '127.0.0.0/8' } })
  const { id } = await ownerWithFiles(service)
  const slow = await Promise.all(Array.from({ length: 6 }, () => begin(service, id, MIB)))
  for (const socket of slow) socket.write(`--${BOUNDARY}\r\n${PHOTO}\r\n\r\n${'x'.repeat(100_000)}`)
  // Four are received; the other two of this client wait unread.
  await until(async () => (await listAll(service)).length === 4)
  const form = new FormData()
  form.append(
    'cv',
    new File([new Uint8Array(Buffer.concat([PDF, Buffer.alloc(MIB, 'x')]))], 'cv.pdf'),
    'cv.pdf',
  )
  const other = await service.post(`/f/${id}`, { body: form, headers: { 'x-forwarded-for': '203.0.113.7' } })
  assert.equal(other.status, 200, other.text)
  for (const socket of slow) socket.destroy()
  await until(async () => (await listAll(service)).length === 1)
})

test('a charset that a client states for a file says nothing about its bytes', async () => {
  await using service = await startService()
  const { id } = await ownerWithFiles(service)
  // `curl -F "photo=@me.png;type=$(file --brief --mime me.png)"`
  for (const charset of ['binary', 'utf-16', 'shift_jis']) {
    const body = multipart([[`${PHOTO}\r\nContent-Type: image/png; charset=${charset}`, PNG]])
    const sent = await post(service, id, body)
    assert.equal(sent.status, 200, sent.text)
  }
})

test('a streamed body that names its form counts for the rate of submissions', async () => {
  await using service = await startService()
  const { owner, id, attach } = await ownerWithFiles(service)
  for (let sent = 0; sent < SUBMIT_BURST; sent += 1)
    await service.submit(owner.endpoint, { sent: String(sent) })
  const refused = await attach(
    [
      ['access_key', id],
      ['photo', ['me.png', largePng(MIB)]],
    ],
    {},
    '/submit',
  )
  assert.equal(refused.status, 429, refused.text)
  assert.deepEqual(await listAll(service), [])
})

test('stores a repeated submission once, with its files', async () => {
  await using service = await startService()
  const { attach } = await ownerWithFiles(service)
  const send = (bytes: Buffer) =>
    attach([['photo', ['me.png', bytes]]], { 'idempotency-key': 'the-same-key', accept: 'application/json' })
  const first = await send(PNG)
  const second = await send(PNG)
  assert.deepEqual(second.json, first.json)
  assert.equal((await listAll(service)).length, 1)
  const other = await send(largePng(100_000))
  assert.equal((other.json as { code: string }).code, 'idempotency_key_reused')
  assert.equal((await listAll(service)).length, 1)
})

for (const reason of ['busy', 'overloaded', 'full'] as const) {
  test(`keeps no bytes of a submission that was not stored because the store is ${reason}`, async () => {
    let isAway = false
    await using service = await startService({
      failpoint(point) {
        if (isAway && point === 'before begin') throw new StoreUnavailable(reason)
      },
    })
    const { attach } = await ownerWithFiles(service)
    isAway = true
    const refused = await attach([['photo', ['me.png', PNG]]], { accept: 'application/json' })
    isAway = false
    assert.equal(refused.status, 503, refused.text)
    assert.deepEqual(await listAll(service), [])
  })
}

test('a dry run judges files and keeps none', async () => {
  await using service = await startService()
  const { owner, attach } = await ownerWithFiles(service)
  const url = `${owner.endpoint.endpoint_url}?dry_run=1`
  const tried = await attach([['photo', ['me.png', PNG]]], {}, url)
  assert.equal(tried.status, 200, tried.text)
  const { files } = tried.json as { files: unknown }
  assert.deepEqual(files, [{ field: 'photo', name: 'me.png', type: 'image/png', bytes: PNG.length }])
  const refused = await attach([['photo', ['me.png', PDF]]], {}, url)
  assert.equal((refused.json as { code: string }).code, 'file_type_refused')
  assert.deepEqual(await listAll(service), [])
})
