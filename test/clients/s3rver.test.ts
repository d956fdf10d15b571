import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { openFileStore } from '../../src/store/files/open-file-store.ts'
import { createS3Client } from '../../src/store/files/s3/s3-client.ts'
import { createFileFixture, toPlace } from '../support/files/file-fixture.ts'

const S3RVER = path.join(import.meta.dirname, 'node_modules/s3rver/bin/s3rver.js')
/** The login that s3rver knows. It does not check signatures: `signature.test.ts` compares them with those of AWS. */
const LOGIN = { key: 'S3RVER', secret: 'S3RVER', region: 'us-east-1' }

/** A server that other people wrote, with a bucket of ours, in a process: its tokens of lists need a cipher of old. */
async function startS3rver(bucket: string) {
  const folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-s3rver-'))
  const options = ['--directory', folder.path, '--port', '0', '--address', '127.0.0.1']
  const server = spawn(
    process.execPath,
    ['--openssl-legacy-provider', '--no-warnings', S3RVER, ...options, '--configure-bucket', bucket],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  server.stdout.setEncoding('utf8')
  let printed = ''
  for await (const text of server.stdout.iterator({ destroyOnReturn: false })) {
    printed += text
    if (/listening on \S+:\d+/.test(printed)) break
  }
  server.stdout.resume()
  return {
    address: {
      ...LOGIN,
      endpoint: `http://127.0.0.1:${/listening on \S+:(\d+)/.exec(printed)?.[1]}`,
      bucket,
      prefix: 'forms/',
      usesPathStyle: true,
    },
    async [Symbol.asyncDispose]() {
      server.kill()
      await once(server, 'exit')
      await folder.remove()
    },
  }
}

const CLOCK = { now: () => new Date() }

test('s3rver stores files, gives them back whole and in part, lists and deletes them', async () => {
  await using s3 = await startS3rver('acme')
  await using fixture = await createFileFixture()
  const files = await openFileStore({ kind: 's3', ...s3.address }, CLOCK)
  const bytes = randomBytes(6 * 1024 * 1024 + 1)
  const places = Array.from({ length: 5 }, (_, index) => toPlace(index)).sort()
  for (const place of places) await files.put(place, await fixture.spoolBytes(bytes))
  await files.put(toPlace(9), await fixture.spoolBytes(Buffer.alloc(0)))

  const whole = await files.open(toPlace(1))
  assert.equal(whole?.bytes, bytes.length)
  assert.ok(whole && (await buffer(whole.stream)).equals(bytes))
  const part = await files.open(toPlace(1), { from: 1_000_000, to: 1_999_999 })
  assert.equal(part?.bytes, bytes.length)
  assert.ok(part && (await buffer(part.stream)).equals(bytes.subarray(1_000_000, 2_000_000)))
  const empty = await files.open(toPlace(9))
  assert.equal(empty && (await buffer(empty.stream)).length, 0)
  assert.equal(await files.open(toPlace(10)), null)

  const listed = await files.list({ after: places[1] ?? null, limit: 2 })
  assert.deepEqual(
    listed.map(({ place, bytes }) => [place, bytes]),
    places.slice(2, 4).map((place) => [place, bytes.length]),
  )
  const all = await files.list({ after: null, limit: 1000 })
  assert.equal(all.length, 6)
  assert.ok(all.every(({ modifiedAt }) => Math.abs(Date.now() - modifiedAt.getTime()) < 60_000))

  await files.delete(toPlace(1))
  await files.delete(toPlace(1))
  assert.equal(await files.open(toPlace(1)), null)
  assert.equal((await files.list({ after: null, limit: 1000 })).length, 5)
})

test('s3rver keeps the marker, which no list has', async () => {
  await using s3 = await startS3rver('acme')
  const files = await openFileStore({ kind: 's3', ...s3.address }, CLOCK)
  assert.equal(await files.readMarker(), null)
  await files.writeMarker('first')
  assert.equal(await files.readMarker(), 'first')
  assert.deepEqual(await files.list({ after: null, limit: 9 }), [])
})

test('s3rver has the bucket, and says so when it has not', async () => {
  await using s3 = await startS3rver('acme')
  assert.ok((await createS3Client(s3.address, CLOCK).headBucket()).date)
  const other = createS3Client({ ...s3.address, bucket: 'another' }, CLOCK)
  await assert.rejects(other.headBucket(), /404: create the bucket, or correct FORMSLOT_FILES/)
  await assert.rejects(other.get(toPlace(1)), /NoSuchBucket/)
})
