import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { generate } from 'selfsigned'
import { SECOND } from '../../../../src/domain/time.ts'
import { FilesUnavailable } from '../../../../src/store/contract/errors.ts'
import { openS3Files } from '../../../../src/store/files/s3/s3-files.ts'
import { type FakeAnswer, refuse, startFakeS3 } from '../../../support/files/fake-s3.ts'
import { createFileFixture, toPlace } from '../../../support/files/file-fixture.ts'

const PLACE = toPlace(1)
const KEY = `forms/${PLACE}`
const BYTES = Buffer.alloc(300_000, 'x')
/** A pause of nothing: the tests have no time to wait. */
const QUICK = { now: () => new Date(), retryPausesMs: [0, 0] }

async function start(options = {}) {
  const s3 = await startFakeS3()
  const fixture = await createFileFixture()
  const files = openS3Files(s3.address, { ...QUICK, ...options })
  return {
    s3,
    fixture,
    files,
    lines: () => s3.requests.map(({ line }) => line),
    async put() {
      const spooled = await fixture.spoolBytes(BYTES)
      await files.put(PLACE, spooled).finally(() => spooled.discard())
    },
    async [Symbol.asyncDispose]() {
      await s3[Symbol.asyncDispose]()
      await fixture[Symbol.asyncDispose]()
    },
  }
}

const slowDown: FakeAnswer = (_request, response) => refuse(response, 503, 'SlowDown')
const reset: FakeAnswer = (request) => request.socket.destroy()
const never: FakeAnswer = () => {}
const storeAndReset: FakeAnswer = async (request, response, answer) => {
  response.end = () => request.socket.destroy() && response
  await answer()
}

test('stores a file although the server is busy or resets the connection twice', async () => {
  const badGateway: FakeAnswer = (_request, response) =>
    response.writeHead(502).end('<html>Bad Gateway</html>')
  for (const fault of [slowDown, badGateway, reset]) {
    await using each = await start()
    each.s3.answerNext(fault, fault)
    await each.put()
    assert.deepEqual(each.lines(), Array(3).fill(`PUT ${KEY}`))
    assert.ok(each.s3.objects.get(KEY)?.bytes.equals(BYTES))
  }
})

test('gives up after three attempts, and says why', async () => {
  for (const [fault, reason] of [
    [slowDown, /the S3 server answered 503 SlowDown/],
    [reset, /it closed the connection/],
  ] as const) {
    await using each = await start()
    each.s3.answerNext(fault, fault, fault)
    await assert.rejects(
      each.put(),
      (error) => error instanceof FilesUnavailable && reason.test(error.reason),
    )
    assert.equal(each.s3.requests.length, 3)
    assert.deepEqual(await each.fixture.listSpooled(), [])
  }
})

test('knows a file that an attempt without an answer has stored', async () => {
  await using each = await start()
  each.s3.answerNext(storeAndReset)
  await each.put()
  assert.deepEqual(each.lines(), [`PUT ${KEY}`, `PUT ${KEY}`, `HEAD ${KEY}`])
})

test('does not take a file of another size for its own', async () => {
  await using each = await start()
  each.s3.objects.set(KEY, { bytes: Buffer.of(1), modifiedAt: new Date() })
  each.s3.answerNext(reset)
  await assert.rejects(each.put(), /412 PreconditionFailed/)
  assert.deepEqual(each.s3.objects.get(KEY)?.bytes, Buffer.of(1))
})

test('stores without the condition where the server does not know it, and remembers that', async () => {
  await using each = await start()
  each.s3.answerNext((_request, response) => refuse(response, 501, 'NotImplemented'))
  await each.put()
  await each.files.delete(PLACE)
  await each.put()
  const conditions = each.s3.requests.map(({ headers }) => headers['if-none-match'])
  assert.deepEqual(conditions, ['*', undefined, undefined, undefined])
})

test('says what to correct when the server refuses, and does not repeat it', async () => {
  for (const [status, code, reason] of [
    [403, 'AccessDenied', /may not do this/],
    [403, 'InvalidAccessKeyId', /FORMSLOT_S3_KEY/],
    [403, 'SignatureDoesNotMatch', /FORMSLOT_S3_SECRET/],
    [404, 'NoSuchBucket', /create the bucket/],
    [400, 'AuthorizationHeaderMalformed', /FORMSLOT_S3_REGION/],
    [301, 'PermanentRedirect', /FORMSLOT_S3_ENDPOINT/],
    [418, 'Teapot', /418 Teapot$/],
  ] as const) {
    await using each = await start()
    each.s3.answerNext((_request, response) => refuse(response, status, code))
    await assert.rejects(each.put(), reason)
    assert.equal(each.s3.requests.length, 1)
    each.s3.answerNext((_request, response) => refuse(response, status, code))
    await assert.rejects(each.files.open(PLACE), reason, 'no bucket is not no file')
    each.s3.answerNext((_request, response) => refuse(response, status, code))
    await assert.rejects(each.files.delete(PLACE), reason)
  }
})

test('gives no advice about an answer that is not one of S3', async () => {
  await using each = await start()
  each.s3.answerNext((_request, response) => response.writeHead(404).end('<html>Not Found</html>'))
  await assert.rejects(each.files.open(PLACE), /the S3 server answered 404$/)
})

test('a wrong secret is refused', async () => {
  await using each = await start()
  const files = openS3Files({ ...each.s3.address, secret: 'guessed' }, QUICK)
  await assert.rejects(
    files.list({ after: null, limit: 1 }),
    /SignatureDoesNotMatch: correct FORMSLOT_S3_SECRET/,
  )
})

test('says by how much the clocks differ when that is why the server refuses', async () => {
  for (const code of ['RequestTimeTooSkewed', 'AccessDenied']) {
    await using each = await start({ now: () => new Date('2026-12-01T12:00:00Z') })
    each.s3.answerNext((_request, response) => {
      response.setHeader('date', 'Tue, 01 Dec 2026 12:20:00 GMT')
      refuse(response, 403, code)
    })
    await assert.rejects(each.put(), /its clock and that of this machine differ by 1200 s/)
  }
})

test('says that the clocks differ although the server does not say its time', async () => {
  await using each = await start()
  each.s3.answerNext((_request, response) => {
    response.sendDate = false
    refuse(response, 403, 'RequestTimeTooSkewed')
  })
  await assert.rejects(each.put(), /differ too much/)
})

test('does not believe a 200 that another program may have given', async () => {
  await using each = await start()
  const login: FakeAnswer = (request, response) => {
    request.resume().on('end', () => response.writeHead(200).end('<html>Sign in</html>'))
  }
  each.s3.answerNext(login, login)
  await assert.rejects(each.put(), /200 without an ETag/)
  await assert.rejects(each.files.list({ after: null, limit: 9 }), /200 without a list/)
})

test('stops sending a file that the server has refused', async () => {
  await using each = await start()
  let sent = 0
  let readRest = () => {}
  each.s3.answerNext((request, response) => {
    refuse(response, 403, 'AccessDenied')
    readRest = () => request.on('data', (chunk) => (sent += chunk.length))
  })
  const spooled = await each.fixture.spoolBytes(Buffer.alloc(16 * 1024 * 1024))
  await assert.rejects(each.files.put(PLACE, spooled), /AccessDenied/)
  readRest()
  await each.s3.connectionsClosed()
  assert.ok(sent < spooled.bytes)
})

test('a download that is cut off fails instead of ending', async () => {
  for (const bytes of [0, 1000, BYTES.length - 1]) {
    await using each = await start()
    each.s3.answerNext((_request, response) => {
      response.writeHead(200, { 'content-length': BYTES.length })
      response.flushHeaders()
      response.write(BYTES.subarray(0, bytes), () => response.destroy())
    })
    const found = await each.files.open(PLACE)
    assert.ok(found)
    await assert.rejects(buffer(found.stream), FilesUnavailable)
  }
})

test('refuses bytes other than those asked for', async () => {
  const answers: [status: number, headers: Record<string, string>][] = [
    [200, { 'content-length': '300000' }],
    [206, { 'content-length': '10' }],
    [206, { 'content-length': '10', 'content-range': 'bytes 1-10/300000' }],
    [206, { 'content-length': '9', 'content-range': 'bytes 0-9/300000' }],
    [206, { 'content-range': 'bytes 0-9/300000', 'transfer-encoding': 'chunked' }],
    [206, { 'content-length': '10', 'content-range': 'bytes 0-9/300000', 'content-encoding': 'gzip' }],
  ]
  await using each = await start()
  for (const [status, headers] of answers) {
    each.s3.answerNext((_request, response) => response.writeHead(status, headers).flushHeaders())
    await assert.rejects(each.files.open(PLACE, { from: 0, to: 9 }), /other bytes than those asked for/)
  }
  each.s3.answerNext((_request, response) =>
    response.writeHead(206, { 'content-length': 9 }).end('not whole'),
  )
  await assert.rejects(each.files.open(PLACE), /other bytes than those asked for/)
  each.s3.answerNext((_request, response) => response.writeHead(200).end('no length'))
  await assert.rejects(each.files.open(PLACE), /other bytes than those asked for/)
})

test('gives up on a server that does not answer, or stops in the middle', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  await using each = await start()
  each.s3.answerNext(never)
  const put = each.put()
  while (each.s3.requests.length === 0) await setImmediate()
  await passSilence(context, put, /did not answer within 20 s/)
  assert.equal(each.s3.requests.length, 1, 'an attempt that took so long is not repeated')

  each.s3.answerNext((_request, response) => {
    response.writeHead(200, { 'content-length': 10 }).write('12345')
  })
  const found = await each.files.open(PLACE)
  assert.ok(found)
  await passSilence(context, buffer(found.stream), /sent nothing for 20 s/)

  each.s3.answerNext((_request, response) => response.writeHead(200).write('<ListBucketResult>'))
  const listed = each.files.list({ after: null, limit: 1 })
  await passSilence(context, listed, /sent nothing for 20 s/)
})

test('lets a reader be slow, and does not collect the file in memory', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  await using each = await start()
  const bytes = Buffer.alloc(16 * 1024 * 1024)
  each.s3.objects.set(KEY, { bytes, modifiedAt: new Date() })
  const found = await each.files.open(PLACE)
  assert.ok(found)
  await once(found.stream, 'readable')
  for (let turn = 0; turn < 1000; turn += 1) await setImmediate()
  assert.ok(found.stream.readableLength < 1024 * 1024)
  context.mock.timers.tick(60 * SECOND)
  assert.equal((await buffer(found.stream)).length, bytes.length)
})

test('lets a reader be slow that has the end of a file still before it', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  await using each = await start()
  let sendRest = () => {}
  each.s3.answerNext((_request, response) => {
    response.writeHead(200, { 'content-length': 10 }).write('12345')
    sendRest = () => response.end('67890')
  })
  const found = await each.files.open(PLACE)
  assert.ok(found)
  await once(found.stream, 'readable')
  sendRest()
  for (let turn = 0; turn < 1000; turn += 1) await setImmediate()
  assert.equal(found.stream.readableLength, 10)
  context.mock.timers.tick(60 * SECOND)
  assert.equal(String(await buffer(found.stream)), '1234567890')
})

test('says what is wrong with the address', async () => {
  const server = createServer((socket) =>
    socket
      .on('error', () => {})
      .resume()
      .end('SSH-2.0-OpenSSH_9.2\r\n'),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = Object(server.address())
  await using each = await start()
  const list = (endpoint: string) =>
    openS3Files({ ...each.s3.address, endpoint }, QUICK).list({ after: null, limit: 1 })
  await assert.rejects(list(`http://127.0.0.1:${port}`), /the connection failed \(HPE_/)
  await assert.rejects(list(`https://127.0.0.1:${port}`), /check http:\/\/ and https:\/\//)
  await new Promise((resolve) => server.close(resolve))
  await assert.rejects(list(`http://127.0.0.1:${port}`), /nothing listens at its address/)
})

test('uses TLS, which protects the body, and only with a certificate that it knows', async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 's3' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  })
  await using s3 = await startFakeS3({ key, cert })
  await using fixture = await createFileFixture()
  const refused = openS3Files(s3.address, QUICK).list({ after: null, limit: 1 })
  await assert.rejects(refused, /the connection failed \(DEPTH_ZERO_SELF_SIGNED_CERT\)/)
  const known = getCACertificates('default')
  setDefaultCACertificates([...known, cert])
  try {
    await openS3Files(s3.address, QUICK).put(PLACE, await fixture.spoolBytes(BYTES))
  } finally {
    setDefaultCACertificates(known)
  }
  assert.equal(s3.requests.at(-1)?.headers['x-amz-content-sha256'], 'UNSIGNED-PAYLOAD')
  assert.ok(s3.objects.get(KEY)?.bytes.equals(BYTES))
})

/** Lets silence pass, as often as it takes, until that fails which waits for the server. */
async function passSilence(context: TestContext, waiting: Promise<unknown>, reason: RegExp): Promise<void> {
  let isSettled = false
  const settled = assert.rejects(waiting, reason).finally(() => {
    isSettled = true
  })
  while (!isSettled) {
    for (let turn = 0; turn < 100; turn += 1) await setImmediate()
    context.mock.timers.tick(20 * SECOND)
  }
  await settled
}
