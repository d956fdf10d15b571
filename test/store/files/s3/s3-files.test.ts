import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { FilesUnavailable } from '../../../../src/store/contract/errors.ts'
import { openFileStore } from '../../../../src/store/files/open-file-store.ts'
import { locate } from '../../../../src/store/files/s3/s3-connection.ts'
import { refuse, startFakeS3 } from '../../../support/files/fake-s3.ts'
import { createFileFixture, toPlace } from '../../../support/files/file-fixture.ts'

/** Requests are signed for the time of the server. */
const CLOCK = { now: () => new Date() }

test('stores a file in a bucket, opens it whole and in part, and deletes it', async () => {
  await using fixture = await createFileFixture()
  await using s3 = await startFakeS3()
  const files = await openFileStore({ kind: 's3', ...s3.address }, CLOCK)
  const bytes = randomBytes(1024 * 1024 + 3)
  const place = toPlace(1)
  await files.put(place, await fixture.spoolBytes(bytes))
  assert.deepEqual(await fixture.listSpooled(), [])
  assert.deepEqual([...s3.objects.keys()], [`forms/${place}`])
  assert.equal(s3.requests[0]?.headers['if-none-match'], '*')
  assert.equal(s3.requests[0]?.headers['content-length'], String(bytes.length))

  const whole = await files.open(place)
  assert.equal(whole?.bytes, bytes.length)
  assert.ok(whole && (await buffer(whole.stream)).equals(bytes))
  const part = await files.open(place, { from: 10, to: 19 })
  assert.equal(part?.bytes, bytes.length)
  assert.ok(part && (await buffer(part.stream)).equals(bytes.subarray(10, 20)))
  await assert.rejects(files.open(place, { from: 0, to: bytes.length }), FilesUnavailable)
  await assert.rejects(files.open(place, { from: bytes.length, to: bytes.length }), /416 InvalidRange/)

  await files.delete(place)
  await files.delete(place)
  assert.equal(await files.open(place), null)
})

test('stores and opens an empty file', async () => {
  await using fixture = await createFileFixture()
  await using s3 = await startFakeS3()
  const files = await openFileStore({ kind: 's3', ...s3.address }, CLOCK)
  await files.put(toPlace(1), await fixture.spoolBytes(Buffer.alloc(0)))
  const found = await files.open(toPlace(1))
  assert.equal(found && (await buffer(found.stream)).length, 0)
})

test('does not replace a file', async () => {
  await using fixture = await createFileFixture()
  await using s3 = await startFakeS3()
  const files = await openFileStore({ kind: 's3', ...s3.address }, CLOCK)
  await files.put(toPlace(1), await fixture.spoolBytes(Buffer.of(1)))
  const second = await fixture.spoolBytes(Buffer.of(2))
  await assert.rejects(files.put(toPlace(1), second), /412 PreconditionFailed/)
  assert.deepEqual(s3.objects.get(`forms/${toPlace(1)}`)?.bytes, Buffer.of(1))
  await second.discard()
})

test('lists places in ascending order over pages of the server, and nothing that is not its own', async () => {
  await using s3 = await startFakeS3()
  const files = await openFileStore({ kind: 's3', ...s3.address }, CLOCK)
  assert.deepEqual(await files.list({ after: null, limit: 10 }), [])
  const modifiedAt = new Date('2026-12-01T12:00:00.000Z')
  const places = [5, 1, 2, 40, 3, 7, 9].map(toPlace).sort()
  const foreign = ['forms/a & b', 'forms/0/x', `forms/${'z'.repeat(27)}`, 'formsx', toPlace(4)]
  for (const key of [...places.map((place) => `forms/${place}`), ...foreign]) {
    s3.objects.set(key, { bytes: Buffer.alloc(4), modifiedAt })
  }
  assert.deepEqual(
    await files.list({ after: null, limit: 1000 }),
    places.map((place) => ({ place, bytes: 4, modifiedAt })),
  )
  const pages = []
  for (let after: string | null = null; ; ) {
    const page = await files.list({ after, limit: 2 })
    pages.push(...page.map(({ place }) => place))
    if (page.length < 2) break
    after = page.at(-1)?.place ?? null
  }
  assert.deepEqual(pages, places)
})

test('keeps the first marker of a prefix, which no list has', async () => {
  await using fixture = await createFileFixture()
  await using s3 = await startFakeS3()
  const files = await openFileStore({ kind: 's3', ...s3.address }, CLOCK)
  assert.equal(await files.readMarker(), null)
  await files.writeMarker('first')
  assert.equal(s3.requests.at(-1)?.headers['if-none-match'], '*')
  await files.writeMarker('second')
  assert.equal(await files.readMarker(), 'first')
  assert.equal(String(s3.objects.get('forms/instance')?.bytes), 'first\n')
  await files.put(toPlace(1), await fixture.spoolBytes(Buffer.of(1)))
  const listed = await files.list({ after: null, limit: 9 })
  assert.deepEqual(
    listed.map(({ place }) => place),
    [toPlace(1)],
  )
  const other = await openFileStore({ kind: 's3', ...s3.address, prefix: 'staging/' }, CLOCK)
  assert.equal(await other.readMarker(), null, 'each prefix has its own')
})

test('says that the bucket refuses the marker, or has another object under its name', async () => {
  await using s3 = await startFakeS3()
  const files = await openFileStore({ kind: 's3', ...s3.address }, CLOCK)
  s3.answerNext(async (request, response) => {
    request.resume()
    refuse(response, 403, 'AccessDenied')
  })
  await assert.rejects(files.writeMarker('id'), /403 AccessDenied/)
  s3.objects.set('forms/instance', { bytes: Buffer.alloc(1025), modifiedAt: new Date(0) })
  await assert.rejects(files.readMarker(), /more than 1024 bytes/)
})

test('takes no path for a place', async () => {
  await using fixture = await createFileFixture()
  await using s3 = await startFakeS3()
  const files = await openFileStore({ kind: 's3', ...s3.address }, CLOCK)
  const spooled = await fixture.spoolBytes(Buffer.of(1))
  for (const place of ['', `../${'0'.repeat(23)}`, '0'.repeat(25), `${'0'.repeat(25)}%`]) {
    await assert.rejects(files.put(place, spooled), /is not the place of a file/)
    await assert.rejects(files.open(place), /is not the place of a file/)
    await assert.rejects(files.delete(place), /is not the place of a file/)
  }
  await spooled.discard()
  assert.deepEqual(s3.requests, [])
})

test('names the bucket in the path or in the host', () => {
  const address = { endpoint: 'https://s3.acme.org:9000', bucket: 'acme', region: '', key: '', secret: '' }
  const at = (usesPathStyle: boolean, key: string) => locate({ ...address, usesPathStyle }, key)
  assert.deepEqual(at(true, 'a/b'), { host: 's3.acme.org:9000', path: '/acme/a/b' })
  assert.deepEqual(at(true, ''), { host: 's3.acme.org:9000', path: '/acme' })
  assert.deepEqual(at(false, 'a/b'), { host: 'acme.s3.acme.org:9000', path: '/a/b' })
  assert.deepEqual(at(false, ''), { host: 'acme.s3.acme.org:9000', path: '/' })
})
