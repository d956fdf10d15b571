import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import {
  mkdir,
  mkdtempDisposable,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { HOUR, later } from '../../src/domain/time.ts'
import type { Log } from '../../src/runtime/log.ts'
import { type FakeAnswer, type FakeS3, refuse, startFakeS3 } from '../support/files/fake-s3.ts'
import { toPlace } from '../support/files/file-fixture.ts'
import { ownerWithFiles, PNG } from '../support/fixtures/files.ts'
import { startService, type TestService } from '../support/service/service.ts'

/** A log that keeps its lines. */
function openLog() {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  return { log, find: (event: string) => lines.filter(({ msg }) => msg === event) }
}

function getFolder(service: TestService): string {
  return path.join(service.config.dataDir, 'files')
}

function toFile(service: TestService, place: string): string {
  return path.join(getFolder(service), place.slice(0, 2), place.slice(2, 4), place)
}

/** Writes bytes that no row names. */
async function leave(service: TestService, place: string, modifiedAt: Date): Promise<void> {
  const file = toFile(service, place)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, 'left')
  await utimes(file, modifiedAt, modifiedAt)
}

async function listPlaces(service: TestService): Promise<string[]> {
  const entries = await readdir(getFolder(service), { recursive: true })
  return entries
    .map((entry) => path.basename(entry))
    .filter((name) => name.length === 26)
    .sort()
}

test('an hour after the start, deletes bytes without a submission and tells which are lost', async () => {
  const { log, find } = openLog()
  await using service = await startService({ log })
  const { attach } = await ownerWithFiles(service)
  for (const name of ['lost.png', 'cut.png', 'whole.png']) {
    assert.equal((await attach([['photo', [name, PNG]]])).status, 200)
  }
  const rows = await service.sql('select place from files order by key')
  const [lost = '', cut = '', whole = ''] = rows.map(({ place }) => String(place))
  await rm(toFile(service, lost))
  await truncate(toFile(service, cut), PNG.length - 1)
  // All old: only their rows save them.
  for (const place of [cut, whole]) await utimes(toFile(service, place), 0, 0)

  await service.service.purge()
  assert.deepEqual(find('files_missing'), [], 'the first purge finds too young what was left')
  service.pass({ hours: 1 })
  const [old, young, dueLater] = [toPlace(1), toPlace(2), toPlace(3)]
  await leave(service, old, later(service.now(), -HOUR))
  await leave(service, young, later(service.now(), 1 - HOUR))
  await leave(service, dueLater, new Date(0))
  await service.sql(`insert into file_deletions (place, due_at) values ('${dueLater}', ${4e12})`)
  await service.service.purge()

  const [missing] = find('files_missing')
  assert.deepEqual([missing?.files, missing?.places], [1, [lost]])
  const [changed] = find('files_changed')
  assert.deepEqual([changed?.files, changed?.places], [1, [cut]])
  assert.equal(find('orphaned_files_deleted')[0]?.files, 1)
  assert.equal(find('files_compared')[0]?.files, 2)
  assert.deepEqual(
    await listPlaces(service),
    [cut, whole, young, dueLater].sort(),
    'deletes nothing that a row names',
  )

  await service.service.purge()
  assert.equal(find('files_missing').length, 1, 'once a day')
})

test('malware whose bytes were deleted is not lost', async () => {
  const { log, find } = openLog()
  await using service = await startService({ log })
  const { attach } = await ownerWithFiles(service)
  assert.equal((await attach([['photo', ['photo.png', PNG]]])).status, 200)
  const [row] = await service.sql("update files set scan = 'found' returning place")
  await rm(toFile(service, String(row?.place)))
  await service.service.purge()
  service.pass({ hours: 1 })
  await service.service.purge()
  assert.equal(find('files_compared').length, 1)
  assert.deepEqual(find('files_missing'), [])
})

/** Inserts rows of a submission's files, of 4 bytes each, with these places. */
async function insertRows(service: TestService, places: readonly string[]): Promise<void> {
  const { attach } = await ownerWithFiles(service)
  assert.equal((await attach([['photo', ['first.png', PNG]]])).status, 200)
  const [row] = await service.sql('select * from files')
  const rows = places.map((place, index) => {
    const keys = [Number(row?.key) + 1 + index, row?.submission_key, row?.endpoint_key, row?.account_key]
    return `(${keys.join(', ')}, 'f', 'n', 't', 4, 'h', '${place}', 'none', 0)`
  })
  const columns =
    'key, submission_key, endpoint_key, account_key, field, name, type, bytes, sha256, place, scan, scanned_at'
  await service.sql(`insert into files (${columns}) values ${rows.join(', ')}`)
}

test('compares more files than are on one page', async () => {
  const { log, find } = openLog()
  await using service = await startService({ log })
  const named = Array.from({ length: 501 }, (_, index) => toPlace(2 * index * 32 ** 4))
  const orphans = Array.from({ length: 501 }, (_, index) => toPlace((2 * index + 1) * 32 ** 4))
  await insertRows(service, named)
  const [kept = ''] = named.slice(250)
  for (const place of [...orphans, kept]) await leave(service, place, new Date(0))
  await service.service.purge()
  await service.service.purge()
  assert.equal(find('orphaned_files_deleted')[0]?.files, 501)
  assert.deepEqual(
    (await listPlaces(service)).filter((place) => place.startsWith('0000')),
    [kept],
  )
  const [missing] = find('files_missing')
  assert.equal(missing?.files, 500)
  assert.equal(Object(missing?.places).length, 10)
})

/** A second service on the folder of the first, with a database of its own. */
function startOnFolderOf(service: TestService, log: Log) {
  return startService({ log, env: { FORMSLOT_FILES: `file:${getFolder(service)}` } })
}

/** Purges until files were compared once more. */
async function compare(service: TestService): Promise<void> {
  const purges = compared.has(service) ? 24 : 2
  compared.add(service)
  for (let purge = 0; purge < purges; purge += 1) await service.service.purge()
}
const compared = new WeakSet<TestService>()

test('deletes nothing in the folder of another database, until its marker is deleted', async () => {
  const { log, find } = openLog()
  await using service = await startService()
  const { attach } = await ownerWithFiles(service)
  assert.equal((await attach([['photo', ['photo.png', PNG]]])).status, 200)
  const [row] = await service.sql('select place from files')
  const place = String(row?.place)
  await utimes(toFile(service, place), 0, 0)
  await compare(service)
  const marker = path.join(getFolder(service), 'instance')
  const id = await readFile(marker, 'utf8')
  assert.match(id, /^[0-9a-hjkmnp-tv-z]{16}\n$/)
  assert.equal((await stat(marker)).mode & 0o077, 0)

  await using other = await startOnFolderOf(service, log)
  await insertRows(other, [toPlace(1)])
  await leave(service, toPlace(2), new Date(0))
  await compare(other)
  assert.ok((await listPlaces(service)).includes(place))
  assert.ok((await listPlaces(service)).includes(toPlace(2)))
  const warned = find('files_of_another_database')
  assert.deepEqual(
    warned.map(({ files }) => files),
    [2],
    'once, with the number of orphans',
  )
  assert.match(String(warned[0]?.fix), /a folder or prefix of its own .* delete the file "instance" there/)
  assert.deepEqual(find('orphaned_files_deleted'), [])
  assert.equal(find('files_missing')[0]?.files, 1, 'its own are compared all the same')
  assert.equal(await readFile(marker, 'utf8'), id)

  await rm(marker)
  await compare(other)
  assert.equal(find('files_of_another_database').length, 1)
  assert.equal(find('orphaned_files_deleted')[0]?.files, 2)
  assert.ok(!(await listPlaces(service)).includes(place))
  assert.notEqual(await readFile(marker, 'utf8'), id, 'it has taken over')
})

/** Settings for a service that keeps its files in this bucket. Requests are signed for the time of the server. */
function inBucket({ address }: FakeS3, log: Log) {
  const { endpoint, bucket, prefix, region, key, secret } = address
  const env = {
    FORMSLOT_FILES: `s3://${bucket}/${prefix}`,
    FORMSLOT_S3_ENDPOINT: endpoint,
    FORMSLOT_S3_REGION: region,
    FORMSLOT_S3_KEY: key,
    FORMSLOT_S3_SECRET: secret,
  }
  return { env, log, now: new Date() }
}

test('deletes nothing under the prefix of another database in a bucket', async () => {
  const { log, find } = openLog()
  await using s3 = await startFakeS3()
  const { prefix } = s3.address
  await using service = await startService(inBucket(s3, log))
  const orphan = prefix + toPlace(1)
  s3.objects.set(orphan, { bytes: PNG, modifiedAt: new Date(0) })
  s3.objects.set(`${prefix}instance`, { bytes: Buffer.from('another\n'), modifiedAt: new Date(0) })
  await compare(service)
  assert.equal(find('files_of_another_database')[0]?.files, 1)
  assert.ok(s3.objects.has(orphan))
  s3.objects.delete(`${prefix}instance`)
  await compare(service)
  assert.equal(find('orphaned_files_deleted')[0]?.files, 1)
  assert.deepEqual([...s3.objects.keys()], [`${prefix}instance`])
})

test('compares all files in a bucket that refuses to delete one which no row names', async () => {
  const { log, find } = openLog()
  await using s3 = await startFakeS3()
  await using service = await startService(inBucket(s3, log))
  const [lost, stuck, orphan] = [toPlace(1), toPlace(2), toPlace(3)]
  await insertRows(service, [lost])
  for (const place of [stuck, orphan])
    s3.objects.set(s3.address.prefix + place, { bytes: PNG, modifiedAt: new Date(0) })
  const refuseToDelete: FakeAnswer = ({ method, url = '' }, response, answer) => {
    s3.answerNext(refuseToDelete)
    return method === 'DELETE' && url.includes(stuck) ? refuse(response, 403, 'AccessDenied') : answer()
  }
  s3.answerNext(refuseToDelete)
  await compare(service)
  assert.ok(s3.objects.has(s3.address.prefix + stuck))
  assert.equal(find('files_not_deleted').length, 1)
  assert.equal(find('orphaned_files_deleted')[0]?.files, 1)
  assert.deepEqual(find('files_missing')[0]?.places, [lost])
  assert.deepEqual(find('files_not_compared'), [])
})

test('nodes of one database share the folder of files, after a restart and with orphans', async () => {
  const { log, find } = openLog()
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-lost-'))
  const start = () => startService({ log, dataDir: folder.path, database: 'file' })
  await using first = await start()
  const { attach } = await ownerWithFiles(first)
  assert.equal((await attach([['photo', ['photo.png', PNG]]])).status, 200)
  await compare(first)
  await first.close()
  await using second = await start()
  await leave(second, toPlace(1), new Date(0))
  await compare(second)
  assert.equal(find('orphaned_files_deleted')[0]?.files, 1)
  assert.deepEqual(find('files_of_another_database'), [])
})

test('an instance without files makes no folder for them', async () => {
  await using service = await startService()
  await compare(service)
  assert.ok(!existsSync(getFolder(service)))
})

test('goes on without the folder of files, and says that they were not compared', async () => {
  const { log, find } = openLog()
  await using service = await startService({ log })
  await insertRows(service, [toPlace(1)])
  const folder = path.join(service.config.dataDir, 'files')
  await rm(folder, { recursive: true })
  await writeFile(folder, 'a file where a folder would be')
  await service.service.purge()
  await service.service.purge()
  assert.equal(find('files_not_compared').length, 1)
  assert.deepEqual([...find('files_missing'), ...find('purge_failed')], [])
})
