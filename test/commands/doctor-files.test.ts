import assert from 'node:assert/strict'
import { mkdir, mkdtempDisposable, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { doctor } from '../../src/commands/doctor.ts'
import { checkFileMarker } from '../../src/doctor/file-marker.ts'
import { checkFiles } from '../../src/doctor/files.ts'
import type { Finding } from '../../src/doctor/finding.ts'
import { later, MINUTE } from '../../src/domain/time.ts'
import { openFileStore } from '../../src/store/files/open-file-store.ts'
import { type FakeAnswer, type FakeS3, refuse, startFakeS3 } from '../support/files/fake-s3.ts'
import { parseConfig } from '../support/service/configuration.ts'
import { startService } from '../support/service/service.ts'

const NOW = new Date()
const refuseKey: FakeAnswer = (_request, response) => refuse(response, 403, 'AccessDenied')
const pass: FakeAnswer = (_request, _response, answer) => answer()

function configFor({ address }: FakeS3) {
  return parseConfig({
    // Otherwise the doctor would read the database of a service that was started here.
    FORMSLOT_DATA_DIR: path.join(tmpdir(), 'formslot-not-there'),
    FORMSLOT_FILES: `s3://${address.bucket}/forms`,
    FORMSLOT_S3_ENDPOINT: address.endpoint,
    FORMSLOT_S3_REGION: address.region,
    FORMSLOT_S3_KEY: address.key,
    FORMSLOT_S3_SECRET: address.secret,
  })
}

test('writes, reads and deletes in the folder of files, and leaves nothing', async () => {
  await using place = await mkdtempDisposable(path.join(tmpdir(), 'formslot-'))
  const config = parseConfig({ FORMSLOT_DATA_DIR: place.path, FORMSLOT_MIN_FREE_MB: '1' })
  const folder = path.join(place.path, 'files')
  const [before] = await checkFiles(config, NOW)
  assert.deepEqual([before?.status, before?.message], ['ok', `${folder} is made with the first file`])
  assert.deepEqual(await readdir(place.path), [], 'the doctor may be another user than the service')
  await mkdir(path.join(folder, 'in'), { recursive: true })
  const [after] = await checkFiles(config, NOW)
  assert.equal(after?.status, 'ok')
  assert.match(after?.message ?? '', /can be written to, read and deleted from; [\d.]+\s[KMGT]iB free/)
  assert.deepEqual(await readdir(folder, { recursive: true }), ['in'])
})

test('tells a node on PostgreSQL that the folder of files is for all nodes', async () => {
  await using place = await mkdtempDisposable(path.join(tmpdir(), 'formslot-'))
  const config = parseConfig({
    FORMSLOT_DATA_DIR: place.path,
    FORMSLOT_DATABASE_URL: 'postgres://formslot@db.internal/formslot',
    FORMSLOT_MIN_FREE_MB: '1',
  })
  const [before] = await checkFiles(config, NOW)
  await mkdir(path.join(place.path, 'files'))
  const [after] = await checkFiles(config, NOW)
  for (const finding of [before, after]) {
    assert.equal(finding?.status, 'ok')
    assert.match(finding?.message ?? '', /; with several nodes, all must share it$/)
  }
})

test('says which step fails in the folder of files, and that its disk is full', async () => {
  await using place = await mkdtempDisposable(path.join(tmpdir(), 'formslot-'))
  const file = path.join(place.path, 'files')
  await writeFile(file, '')
  const [blocked] = await checkFiles(parseConfig({ FORMSLOT_FILES: `file:${file}` }), NOW)
  assert.equal(blocked?.status, 'fail')
  assert.match(blocked?.message ?? '', /a file cannot be written: ENOTDIR/)
  const full = { FORMSLOT_FILES: `file:${place.path}`, FORMSLOT_MIN_FREE_MB: '1000000' }
  const [disk] = await checkFiles(parseConfig(full), NOW)
  assert.deepEqual(
    [disk?.status, disk?.fix],
    ['fail', 'free up space; until then files are refused with 503'],
  )
})

test('writes, reads, lists and deletes in the bucket, and leaves nothing', async () => {
  await using s3 = await startFakeS3()
  const { text } = await doctor(configFor(s3), { format: 'json', sendTest: null, now: NOW })
  const { findings } = JSON.parse(text) as { findings: Finding[] }
  const found = findings.filter(({ name }) => /^files$|bucket/.test(name))
  assert.deepEqual(
    found.map(({ name, status }) => [name, status]),
    [
      ['files', 'ok'],
      ['clock of the bucket', 'ok'],
    ],
  )
  assert.match(
    found[0]?.message ?? '',
    /^acme at 127\.0\.0\.1:\d+ can be written to, read, listed and deleted from$/,
  )
  const methods = s3.requests.map(({ line }) => line.split(' ')[0])
  assert.deepEqual(methods, ['HEAD', 'PUT', 'GET', 'GET', 'DELETE'])
  assert.equal(s3.objects.size, 0)
})

test('says which step the bucket refuses, and which right the access key needs', async () => {
  for (const [step, words, right] of [
    [0, 'be accessed', 's3:ListBucket'],
    [1, 'be written to', 's3:PutObject'],
    [2, 'be read from', 's3:GetObject'],
    [3, 'be listed', 's3:ListBucket'],
    [4, 'be deleted from', 's3:DeleteObject'],
  ] as const) {
    await using s3 = await startFakeS3()
    s3.answerNext(...Array<FakeAnswer>(step).fill(pass), refuseKey)
    const [finding] = await checkFiles(configFor(s3), NOW)
    assert.equal(finding?.status, 'fail')
    assert.ok(finding.message.startsWith(`acme cannot ${words}: the S3 server answered 403`), finding.message)
    assert.equal(finding.fix, `give the access key the right ${right} on acme and acme/forms/*`)
  }
})

test('says that what was written is not there, or is something else', async () => {
  for (const [bytes, reason] of [
    [null, /the object that was just written is not there/],
    ['y', /it has other bytes/],
  ] as const) {
    await using s3 = await startFakeS3()
    s3.answerNext(pass, pass, (_request, response) => {
      if (bytes === null) refuse(response, 404, 'NoSuchKey')
      else response.writeHead(200, { 'content-length': 1 }).end(bytes)
    })
    const [finding] = await checkFiles(configFor(s3), NOW)
    assert.match(finding?.message ?? '', reason)
  }
})

test('warns of files that are kept with those of another database', async () => {
  await using s3 = await startFakeS3()
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-'))
  await using service = await startService({ database: 'file' })
  const bucket = { ...service.config, files: configFor(s3).files }
  const inFolder = parseConfig({ FORMSLOT_FILES: `file:${folder.path}` }).files
  for (const config of [bucket, { ...service.config, files: inFolder }]) {
    const files = await openFileStore(config.files, { now: () => NOW })
    await service.sql("update instance set files_id = 'own'")
    assert.deepEqual(await checkFileMarker(config, NOW), [])
    assert.equal(await files.readMarker(), null, 'the doctor marks nothing')
    await files.writeMarker('own')
    assert.deepEqual(await checkFileMarker(config, NOW), [])
    for (const other of ["'other'", 'null']) {
      await service.sql(`update instance set files_id = ${other}`)
      const [finding] = await checkFileMarker(config, NOW)
      assert.equal(finding?.status, 'warn')
      assert.match(finding?.message ?? '', /with those of another database/)
      assert.match(finding?.fix ?? '', /delete the file "instance" there/)
    }
  }
})

test('warns of a clock that S3 will soon refuse', async () => {
  await using s3 = await startFakeS3()
  const [, near] = await checkFiles(configFor(s3), later(NOW, 4 * MINUTE))
  assert.equal(near?.status, 'ok')
  const [, far] = await checkFiles(configFor(s3), later(NOW, -10 * MINUTE))
  assert.equal(far?.status, 'warn')
  assert.match(far?.message ?? '', /is (59|6\d)\d s behind/)
})

test('says that no bucket is there, and that nothing answers', async () => {
  await using s3 = await startFakeS3()
  const config = { ...configFor(s3), files: { ...configFor(s3).files, bucket: 'other' } }
  const [missing] = await checkFiles(config, NOW)
  assert.match(missing?.message ?? '', /404: create the bucket, or correct FORMSLOT_FILES/)
  await s3[Symbol.asyncDispose]()
  const [away] = await checkFiles(configFor(s3), NOW)
  assert.match(away?.message ?? '', /nothing listens at its address/)
})
