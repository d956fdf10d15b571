import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { checkClamd, EICAR } from '../../../src/doctor/clamd.ts'
import { createClamd } from '../../../src/judging/engines/clamd.ts'
import { ownerWithFiles } from '../../support/fixtures/files.ts'
import {
  EICAR_NAME,
  isClamdMissing,
  MAX_STREAM_BYTES,
  type RunningClamd,
  startClamd,
} from '../../support/judging/clamd.ts'
import { parseConfig } from '../../support/service/configuration.ts'
import { startService } from '../../support/service/service.ts'

type StoredSubmission = {
  folder: string
  spam_reasons: string[] | null
  files: { id: string; scan: string }[]
}

const PATIENCE_MS = 60_000
const FOUND = { kind: 'found', malware: EICAR_NAME }
const skip = isClamdMissing

let clamd: RunningClamd

before(async () => {
  if (!skip) clamd = await startClamd()
})
after(() => clamd?.[Symbol.asyncDispose]())

const patience = () => AbortSignal.timeout(PATIENCE_MS)
/** The same daemon by both kinds of addresses. */
const clients = () => [
  createClamd({ kind: 'unix', path: clamd.socket }),
  createClamd({ kind: 'tcp', host: '127.0.0.1', port: clamd.port }),
]
const fileOf = (...pieces: (string | Buffer)[]) => Readable.from(pieces.map((piece) => Buffer.from(piece)))

test('EICAR is found anywhere in a file, and other files are clean, by socket and by TCP', {
  skip,
}, async () => {
  for (const client of clients()) {
    assert.deepEqual(await client.scan(fileOf('an ordinary text'), patience()), { kind: 'clean' })
    assert.deepEqual(await client.scan(fileOf(), patience()), { kind: 'clean' })
    assert.deepEqual(await client.scan(fileOf(EICAR), patience()), FOUND)
    const halves = [EICAR.slice(0, 30), EICAR.slice(30)]
    assert.deepEqual(await client.scan(fileOf('x'.repeat(100_000), ...halves, 'y'), patience()), FOUND)
  }
})

test('a file of the size limit is scanned, and one of a byte more is too large', { skip }, async () => {
  for (const client of clients()) {
    const ofBytes = (bytes: number) => client.scan(fileOf(Buffer.alloc(bytes, 'x')), patience())
    assert.deepEqual(await ofBytes(MAX_STREAM_BYTES - 1), { kind: 'clean' })
    assert.deepEqual(await ofBytes(MAX_STREAM_BYTES), { kind: 'clean' })
    assert.deepEqual(await ofBytes(MAX_STREAM_BYTES + 1), { kind: 'too_large' })
    // It closes while the rest is being sent: its answer is read all the same, each time.
    for (let round = 0; round < 50; round += 1) {
      assert.deepEqual(await ofBytes(4 * MAX_STREAM_BYTES), { kind: 'too_large' })
    }
  }
})

test('the size that it accepts is known without sending a file', { skip }, async () => {
  for (const client of clients()) {
    assert.equal(await client.accepts(MAX_STREAM_BYTES, patience()), true)
    assert.equal(await client.accepts(MAX_STREAM_BYTES + 1, patience()), false)
  }
})

test('it answers PING and VERSION', { skip }, async () => {
  for (const client of clients()) {
    await client.ping(patience())
    assert.match(await client.version(patience()), /^ClamAV \d+\.\d+\.\d+/)
  }
})

test('the doctor finds that it works, has signatures of others alone, and reads too little', {
  skip,
}, async () => {
  for (const address of [`unix:${clamd.socket}`, `127.0.0.1:${clamd.port}`]) {
    const findings = await checkClamd(parseConfig({ FORMSLOT_CLAMD: address }), new Date())
    assert.deepEqual(
      findings.map(({ name, status }) => `${name}: ${status}`),
      ['ClamAV: ok', 'ClamAV signatures: warn', 'ClamAV file size: warn'],
    )
  }
})

test('eight files at the same time are told apart', { skip }, async () => {
  const [client] = clients()
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      client?.scan(fileOf('x'.repeat(200_000), index % 2 === 0 ? EICAR : 'nothing'), patience()),
    ),
  )
  const kinds = results.map((result) => result?.kind)
  assert.deepEqual(kinds, Array.from({ length: 4 }, () => ['found', 'clean']).flat())
})

test('EICAR in a file of a submission is spam, nobody gets it, and its bytes are gone after 7 days', {
  skip,
}, async () => {
  await using service = await startService({ env: { FORMSLOT_CLAMD: `unix:${clamd.socket}` } })
  const { owner, id, attach } = await ownerWithFiles(service)
  await owner.patch(`/endpoints/${id}`, { spam: { level: 'off' } })
  await service.deliver()
  const emails = service.receivedEmails.length
  const sent = await attach(
    [
      ['message', 'My invoice'],
      ['invoice', ['invoice.txt', Buffer.from(EICAR)]],
    ],
    { accept: 'application/json' },
  )
  assert.equal(sent.status, 200, sent.text)
  await service.deliver()
  const address = `/submissions/${sent.json.submission_id}`
  const stored = (await owner.get(address)).json as StoredSubmission
  assert.deepEqual([stored.folder, stored.spam_reasons], ['spam', [`malware:${EICAR_NAME}`]])
  assert.equal(service.receivedEmails.length, emails)
  const fetched = await owner.get(`${address}/files/${stored.files[0]?.id}`)
  assert.deepEqual([fetched.status, fetched.json.code], [409, 'file_infected'])
  const countBytes = async () =>
    (
      await readdir(path.join(service.config.dataDir, 'files'), { recursive: true, withFileTypes: true })
    ).filter((entry) => entry.isFile()).length
  assert.equal(await countBytes(), 1)
  service.pass({ days: 7 })
  await service.service.purge()
  assert.equal(await countBytes(), 0)
})

test('a required scan keeps a file shut while the daemon is down, and opens it once it was scanned', {
  skip,
}, async () => {
  await using service = await startService({
    env: { FORMSLOT_CLAMD: `127.0.0.1:${clamd.port}`, FORMSLOT_CLAMD_REQUIRED: '1' },
  })
  const { owner, attach } = await ownerWithFiles(service)
  await service.deliver()
  const emails = service.receivedEmails.length
  await clamd.kill()
  const sent = await attach([['cv', ['cv.txt', Buffer.from('My life')]]], { accept: 'application/json' })
  await service.deliver()
  assert.equal(service.receivedEmails.length, emails + 1, 'it goes out at once')
  const address = `/submissions/${sent.json.submission_id}`
  const load = async () => (await owner.get(address)).json as StoredSubmission
  const fetchFile = async () => owner.get(`${address}/files/${(await load()).files[0]?.id}`)
  assert.equal((await load()).files[0]?.scan, 'unreachable')
  const shut = await fetchFile()
  assert.deepEqual([shut.status, shut.json.code], [409, 'file_not_scanned'])
  await clamd.start()
  service.pass({ hours: 1 })
  await service.service.purge()
  assert.deepEqual([(await fetchFile()).text, (await load()).files[0]?.scan], ['My life', 'clean'])
})

test('a daemon that stands still, is killed in mid stream, or is not there makes no file clean', {
  skip,
}, async () => {
  for (const client of clients()) {
    clamd.signal('SIGSTOP')
    const late = await client.scan(fileOf('Hi'), AbortSignal.timeout(200))
    assert.equal(late.kind === 'unreachable' && late.cause, 'timeout')
    clamd.signal('SIGCONT')
    const killing = Promise.withResolvers<void>()
    async function* half() {
      yield Buffer.alloc(300_000)
      killing.resolve(clamd.kill())
      await killing.promise
      yield Buffer.from(EICAR)
    }
    const cut = await client.scan(Readable.from(half()), patience())
    assert.equal(cut.kind === 'unreachable' && cut.cause, 'cut_off')
    await killing.promise
    const away = await client.scan(fileOf('Hi'), patience())
    assert.equal(away.kind === 'unreachable' && away.cause, 'unreachable')
    await assert.rejects(client.ping(patience()), { reason: 'unreachable' })
    await clamd.start()
    assert.deepEqual(await client.scan(fileOf(EICAR), patience()), FOUND)
  }
})
