import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, readlink, truncate } from 'node:fs/promises'
import { Agent, get as httpGet, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { fastify } from 'fastify'
import { pino } from 'pino'
import type { OpenFile } from '../../../src/actions/files/open-file.ts'
import { answerWithFile } from '../../../src/http/files/download.ts'
import { sendStream } from '../../../src/http/kernel/api-route.ts'
import { FilesUnavailable } from '../../../src/store/contract/errors.ts'
import {
  type Attached,
  attachFile,
  attachFiles,
  loseBytes,
  toPath,
} from '../../support/fixtures/attached-files.ts'
import { largePng, PDF, PNG } from '../../support/fixtures/files.ts'
import { createCalls, type Owner, signIn } from '../../support/fixtures/owner.ts'
import { BO, startService, type TestService } from '../../support/service/service.ts'
import { until } from '../../support/service/until.ts'

const PRO = { env: { FORMSLOT_DEFAULT_PLAN: 'pro' } }

/** More than the network holds on the way to a client that reads nothing. */
const MANY_BYTES = 24_000_000

/** Fetches bytes as a client that is not ours, without decoding them as text. */
async function fetchBytes(
  service: TestService,
  owner: Owner,
  address: string,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${service.base}/api/v1${address}`, {
    headers: { cookie: owner.cookie, ...headers },
  })
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

test('an owner fetches the bytes of a file, which no browser shows or runs', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bytes = Buffer.concat([PDF, Buffer.from('<script>alert(document.domain)</script>')])
  const file = await attachFile(service, ada, { name: "Lebenslauf 'Jürgen'.pdf", bytes })
  const answer = await fetchBytes(service, ada, toPath(file))
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.bytes, bytes)
  const expected = {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="Lebenslauf _J_rgen_.pdf"; filename*=UTF-8''Lebenslauf%20%27J%C3%BCrgen%27.pdf`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    'content-length': String(bytes.length),
    'access-control-allow-origin': null,
  }
  for (const [name, value] of Object.entries(expected)) assert.equal(answer.headers.get(name), value, name)
  const head = await ada.head(toPath(file))
  assert.equal(head.status, 200)
  assert.equal(head.text, '')
  for (const [name, value] of Object.entries(expected)) assert.equal(head.headers.get(name), value, name)
})

test('a download that was cut goes on with a range', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bytes = largePng(300_000)
  const file = await attachFile(service, ada, { name: 'big.png', bytes })
  const whole = await fetchBytes(service, ada, toPath(file))
  const etag = whole.headers.get('etag') ?? ''
  assert.match(etag, /^"[0-9a-f]{64}"$/)
  const part = await fetchBytes(service, ada, toPath(file), { range: 'bytes=100000-', 'if-range': etag })
  assert.equal(part.status, 206)
  assert.equal(part.headers.get('content-range'), 'bytes 100000-299999/300000')
  assert.equal(part.headers.get('content-length'), '200000')
  assert.deepEqual(part.bytes, bytes.subarray(100_000))
  const last = await fetchBytes(service, ada, toPath(file), { range: 'bytes=-3' })
  assert.deepEqual(last.bytes, bytes.subarray(-3))
  const beyond = await fetchBytes(service, ada, toPath(file), { range: 'bytes=300000-' })
  assert.equal(beyond.status, 416)
  assert.equal(beyond.headers.get('content-range'), 'bytes */300000')
  assert.equal(beyond.bytes.length, 0)
  for (const headers of [
    { range: 'bytes=0-1,5-6' },
    { range: 'bytes=0-1', 'if-range': '"another"' },
  ] as Record<string, string>[]) {
    const answer = await fetchBytes(service, ada, toPath(file), headers)
    assert.equal(answer.status, 200)
    assert.equal(answer.bytes.length, bytes.length)
  }
  const head = await ada.head(toPath(file), undefined, { range: 'bytes=1-2' })
  assert.deepEqual([head.status, head.headers.get('content-length')], [206, '2'])
})

test('nobody fetches a file of another account, nor a file by the id of another submission', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  const [one = assert.fail(), second = assert.fail()] = await attachFiles(service, ada, [
    { name: 'one.pdf' },
    { name: 'two.png', bytes: PNG },
  ])
  const other = await attachFile(service, ada)
  const his = await attachFile(service, bo)
  assert.equal((await ada.get(toPath(second))).headers.get('content-length'), String(PNG.length))
  const refused: [Owner, Pick<Attached, 'submission' | 'id'>, string][] = [
    [bo, one, 'submission_not_found'],
    [bo, { submission: his.submission, id: one.id }, 'file_not_found'],
    [ada, { submission: other.submission, id: one.id }, 'file_not_found'],
    [ada, { submission: one.submission, id: his.id }, 'file_not_found'],
    [ada, { submission: one.submission, id: `${one.id.slice(0, -1)}x` }, 'file_not_found'],
    [ada, { submission: one.submission, id: one.submission }, 'file_not_found'],
    [ada, { submission: one.submission, id: '..%2f..%2fetc%2fpasswd' }, 'file_not_found'],
    [ada, { submission: 'unknown', id: one.id }, 'submission_not_found'],
  ]
  for (const [owner, file, code] of refused) {
    const answer = await owner.get(toPath(file))
    assert.deepEqual([answer.status, answer.json.code], [404, code], JSON.stringify(file))
    const link = await owner.post(`${toPath(file)}/link`)
    assert.deepEqual([link.status, link.json.code], [404, code], JSON.stringify(file))
  }
  const stranger = await service.get(`/api/v1${toPath(one)}`)
  assert.deepEqual([stranger.status, stranger.json.code], [401, 'not_signed_in'])
})

test('a key needs the scope read for bytes and links, and write to revoke links', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const file = await attachFile(service, ada)
  const keyed = async (scopes: string[]) => {
    const made = await ada.post('/keys', { name: scopes.join(), scopes })
    return createCalls(service, { authorization: `Bearer ${made.json.key}` })
  }
  const reader = await keyed(['read'])
  const writer = await keyed(['write'])
  const revoke = `/submissions/${file.submission}/files/revoke-links`
  assert.equal((await reader.get(toPath(file))).status, 200)
  assert.equal((await reader.post(`${toPath(file)}/link`)).status, 200)
  assert.equal((await reader.post(revoke)).json.code, 'scope_missing')
  assert.equal((await writer.get(toPath(file))).json.code, 'scope_missing')
  assert.equal((await writer.post(`${toPath(file)}/link`)).json.code, 'scope_missing')
  assert.equal((await writer.post(revoke)).status, 204)
})

test('a file with malware cannot be fetched, one that was not scanned only where the operator allows it', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const [found = assert.fail(), unknown = assert.fail()] = await attachFiles(service, ada, [
    { name: 'bad.pdf' },
    { name: 'new.pdf' },
  ])
  await service.sql(`update files set scan = 'unreachable'`)
  await service.sql(`update files set scan = 'found', malware = 'Eicar' where name = 'bad.pdf'`)
  for (const address of [toPath(found), `${toPath(found)}/link`]) {
    const answer = await (address.endsWith('/link') ? ada.post(address) : ada.get(address))
    assert.deepEqual([answer.status, answer.json.code], [409, 'file_infected'])
  }
  assert.equal((await ada.get(toPath(unknown))).status, 200)
})

test('bytes that are lost are no file, and the operator reads it in the log', async () => {
  const lines: { msg: string; request_id: string }[] = []
  await using service = await startService({
    log: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }),
  })
  const ada = await signIn(service)
  const lost = await attachFile(service, ada)
  const shorter = await attachFile(service, ada)
  await loseBytes(service, lost)
  await truncate(toFile(service, shorter), 3)
  for (const file of [lost, shorter]) {
    const answer = await ada.get(toPath(file))
    assert.deepEqual([answer.status, answer.json.code], [404, 'file_not_found'])
    assert.ok(
      lines.some((line) => line.msg === 'file_bytes_missing' && line.request_id === answer.json.request_id),
    )
  }
})

test('a file that fails halfway cuts the connection, so that no client takes a part for the whole', async () => {
  const logged: object[] = []
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const bytes = randomBytes(3_000_000)
  await using server = fastify()
  const file: OpenFile = {
    ...{ kind: 'file', name: 'big.pdf', bytes: bytes.length, sha256: '', accountKey: 1 },
    read: async () =>
      Readable.from(
        (async function* () {
          yield bytes.subarray(0, 1_000_000)
          throw new FilesUnavailable('the disk failed')
        })(),
      ),
  }
  server.get('/', async (request, reply) => {
    const download = await answerWithFile(request, file, { log })
    if (download.kind === 'refused') return assert.fail()
    return sendStream(request, reply, download)
  })
  const response = await fetch(await server.listen())
  assert.equal(response.headers.get('content-length'), '3000000')
  await assert.rejects(response.arrayBuffer(), TypeError)
  assert.match(JSON.stringify(logged), /file_stream_failed/)
})

test('a client that goes away closes the file, and a HEAD leaves none open', async () => {
  await using service = await startService(PRO)
  const ada = await signIn(service)
  const file = await attachFile(service, ada, { name: 'big.png', bytes: largePng(MANY_BYTES) })
  const response = await open(service, ada, toPath(file))
  response.pause()
  await until(async () => (await listOpen(file.place)).length > 0)
  response.destroy()
  await until(async () => (await listOpen(file.place)).length === 0)
  // A HEAD reads nothing.
  await ada.head(toPath(file))
  await until(async () => (await listOpen(file.place)).length === 0)
})

test('a download in progress ends before the service stops, and holds it up no longer', {
  timeout: 30_000,
}, async () => {
  await using service = await startService({ ...PRO, patience: 60_000 })
  const ada = await signIn(service)
  const file = await attachFile(service, ada, { name: 'big.png', bytes: largePng(MANY_BYTES) })
  const agent = new Agent({ keepAlive: true })
  const response = await open(service, ada, toPath(file), agent)
  response.pause()
  const closed = service.close()
  let received = 0
  for await (const chunk of response) received += chunk.length
  assert.equal(received, MANY_BYTES)
  await closed
  agent.destroy()
})

function toFile({ config }: TestService, { place }: Attached): string {
  if (config.files.kind !== 'folder') throw new Error('the files are in no folder')
  return path.join(config.files.folder, place.slice(0, 2), place.slice(2, 4), place)
}

function open(service: TestService, owner: Owner, address: string, agent?: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    httpGet(`${service.base}/api/v1${address}`, { headers: { cookie: owner.cookie }, agent }, resolve).once(
      'error',
      reject,
    )
  })
}

/** Lists the open descriptors of this process, in which the service runs, that lead to a place. */
async function listOpen(place: string): Promise<string[]> {
  const names = await readdir('/proc/self/fd')
  const links = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')))
  return links.filter((link) => link.includes(place))
}
