import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { HOUR, later } from '../../../src/domain/time.ts'
import { FilesUnavailable } from '../../../src/store/contract/errors.ts'
import { openFolderFiles } from '../../../src/store/files/folder-files.ts'
import { createSpool } from '../../../src/store/files/spool.ts'
import { writeSource } from '../../../src/store/files/write-source.ts'
import { createFileFixture, toPlace } from '../../support/files/file-fixture.ts'

const MEBIBYTE = 1024 * 1024
const NOW = new Date('2026-12-01T12:00:00Z')

test('spools a file under a random name, counted and hashed, for its user alone', async () => {
  await using fixture = await createFileFixture()
  const bytes = randomBytes(3 * MEBIBYTE + 17)
  const spooled = await fixture.spool.write(inChunks(bytes, 65_521))
  assert.equal(spooled.bytes, bytes.length)
  assert.equal(spooled.sha256, createHash('sha256').update(bytes).digest('hex'))
  assert.ok((await readFile(spooled.path)).equals(bytes))
  assert.equal((await stat(spooled.path)).mode & 0o777, 0o600)
  assert.equal((await stat(path.dirname(spooled.path))).mode & 0o777, 0o700)
  await spooled.discard()
  await spooled.discard()
  assert.deepEqual(await fixture.listSpooled(), [])
})

test('spools an empty file', async () => {
  await using fixture = await createFileFixture()
  const spooled = await fixture.spool.write(inChunks(Buffer.alloc(0), 1))
  assert.equal(spooled.bytes, 0)
  assert.equal(spooled.sha256, createHash('sha256').digest('hex'))
  await spooled.discard()
})

test('removes what was spooled when the source fails, and passes its error on', async () => {
  await using fixture = await createFileFixture()
  const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
  async function* failing() {
    yield randomBytes(MEBIBYTE)
    throw aborted
  }
  await assert.rejects(fixture.spool.write(failing()), aborted)
  assert.deepEqual(await fixture.listSpooled(), [])
})

test('takes no more than two batches from a source that is faster than the disk', async () => {
  await using fixture = await createFileFixture()
  const pipe = path.join(fixture.folder, 'pipe')
  await mkdir(fixture.folder)
  execFileSync('mkfifo', [pipe])
  await using handle = await open(pipe, 'r+')
  const chunk = Buffer.alloc(64 * 1024)
  let given = 0
  async function* fast() {
    for (; given < 64; given += 1) yield chunk
  }
  const writing = writeSource(handle, fast(), () => {})
  for (let turn = 0; turn < 1000; turn += 1) await setImmediate()
  assert.equal(given, 7, 'four chunks in the pipe or waiting for it, and the next four')
  for (let left = 64 * chunk.length; left > 0; ) left -= (await handle.read(chunk)).bytesRead
  await writing
  assert.equal(given, 64)
})

test('says what is wrong when the folder cannot be written to', async () => {
  await using fixture = await createFileFixture()
  const file = path.join(fixture.folder, 'a-file')
  await mkdir(fixture.folder)
  await writeFile(file, '')
  const spool = createSpool({ folder: path.join(file, 'in'), newName: () => 'name' })
  await assert.rejects(spool.write(inChunks(Buffer.from('x'), 1)), FilesUnavailable)
})

test('removes what ended processes left in the spool, an hour later', async () => {
  await using fixture = await createFileFixture()
  assert.equal(await fixture.spool.removeAbandoned(NOW), 0, 'no folder yet')
  const [old, recent] = await Promise.all(
    [1, 2].map((byte) => fixture.spool.write(inChunks(Buffer.of(byte), 1))),
  )
  assert.ok(old && recent)
  await utimes(old.path, NOW, later(NOW, -HOUR))
  await utimes(recent.path, NOW, later(NOW, 1 - HOUR))
  assert.equal(await fixture.spool.removeAbandoned(NOW), 1)
  assert.deepEqual(await fixture.listSpooled(), [path.basename(recent.path)])
})

test('keeps a file at its place, opens it whole and in part, and deletes it', async () => {
  await using fixture = await createFileFixture()
  const bytes = randomBytes(MEBIBYTE)
  const spooled = await fixture.spool.write(inChunks(bytes, 65_536))
  const place = toPlace(1)
  await fixture.files.put(place, spooled)
  await spooled.discard()
  assert.deepEqual(await fixture.listSpooled(), [])
  const file = path.join(fixture.folder, place.slice(0, 2), place.slice(2, 4), place)
  assert.equal((await stat(file)).mode & 0o777, 0o600)

  const whole = await fixture.files.open(place)
  assert.equal(whole?.bytes, bytes.length)
  assert.ok(whole && (await buffer(whole.stream)).equals(bytes))
  const part = await fixture.files.open(place, { from: 10, to: 19 })
  assert.equal(part?.bytes, bytes.length)
  assert.ok(part && (await buffer(part.stream)).equals(bytes.subarray(10, 20)))
  const last = await fixture.files.open(place, { from: bytes.length - 1, to: bytes.length - 1 })
  assert.equal(last && (await buffer(last.stream)).length, 1)
  await assert.rejects(fixture.files.open(place, { from: 0, to: bytes.length }), FilesUnavailable)

  await fixture.files.delete(place)
  await fixture.files.delete(place)
  assert.equal(await fixture.files.open(place), null)
})

test('stores a file whose folders exist, and one after the folders were removed', async () => {
  await using fixture = await createFileFixture()
  for (const number of [1, 2, 1025]) {
    await fixture.files.put(toPlace(number), await fixture.spool.write(inChunks(Buffer.of(number), 1)))
  }
  for (const name of await readdir(fixture.folder))
    await rm(path.join(fixture.folder, name), { recursive: true })
  await fixture.files.put(toPlace(1), await fixture.spool.write(inChunks(Buffer.of(7), 1)))
  const found = await fixture.files.open(toPlace(1))
  assert.deepEqual(found && (await buffer(found.stream)), Buffer.of(7))
})

test('takes no path for a place', async () => {
  await using fixture = await createFileFixture()
  const spooled = await fixture.spool.write(inChunks(Buffer.of(1), 1))
  const wrong = [
    '',
    '../../../../../../../etc/pwd',
    `${'0'.repeat(25)}/`,
    '0'.repeat(25),
    '0'.repeat(27),
    `${'0'.repeat(25)}i`,
    `${'0'.repeat(25)}A`,
    `${'0'.repeat(26)}\n`,
  ]
  for (const place of wrong) {
    await assert.rejects(fixture.files.put(place, spooled), /is not the place of a file/)
    await assert.rejects(fixture.files.open(place), /is not the place of a file/)
    await assert.rejects(fixture.files.delete(place), /is not the place of a file/)
  }
  await spooled.discard()
})

test('lists places in ascending order, page by page, and nothing that is not its own', async () => {
  await using fixture = await createFileFixture()
  assert.deepEqual(await fixture.files.list({ after: null, limit: 10 }), [])
  const places = [5, 1, 1025, 2, 40_000, 3].map(toPlace)
  for (const [index, place] of places.entries()) {
    await fixture.files.put(place, await fixture.spool.write(inChunks(Buffer.alloc(index), 1)))
  }
  await writeFile(path.join(fixture.folder, 'notes.txt'), 'x')
  await writeFile(path.join(fixture.folder, 'zz'), 'a file where a folder would be')
  const [first = ''] = [...places].sort()
  const inFolder = path.join(fixture.folder, first.slice(0, 2), first.slice(2, 4))
  await writeFile(path.join(inFolder, '.DS_Store'), 'x')
  await writeFile(path.join(inFolder, 'z'.repeat(26)), 'belongs to another folder')
  await mkdir(path.join(inFolder, `${first.slice(0, 25)}${first.endsWith('9') ? '8' : '9'}`))

  const listed = []
  for (let after: string | null = null; ; ) {
    const page = await fixture.files.list({ after, limit: 2 })
    listed.push(...page)
    if (page.length < 2) break
    after = page.at(-1)?.place ?? null
  }
  assert.deepEqual(
    listed.map(({ place }) => place),
    [...places].sort(),
  )
  assert.equal(listed.find(({ place }) => place === places[4])?.bytes, 4)
  assert.ok(listed.every(({ modifiedAt }) => Math.abs(modifiedAt.getTime() - Date.now()) < HOUR))
})

test('two nodes share a folder', async () => {
  await using fixture = await createFileFixture()
  const other = openFolderFiles(fixture.folder)
  await fixture.files.put(toPlace(1), await fixture.spool.write(inChunks(Buffer.of(1), 1)))
  await other.put(toPlace(2), await fixture.spool.write(inChunks(Buffer.of(2), 1)))
  const found = await fixture.files.open(toPlace(2))
  assert.deepEqual(found && (await buffer(found.stream)), Buffer.of(2))
  assert.equal((await other.list({ after: null, limit: 9 })).length, 2)
})

test('keeps the first marker of a folder, which no list has', async () => {
  await using fixture = await createFileFixture()
  assert.equal(await fixture.files.readMarker(), null, 'no folder yet')
  await fixture.files.writeMarker('first')
  const other = openFolderFiles(fixture.folder)
  await other.writeMarker('second')
  assert.equal(await other.readMarker(), 'first')
  assert.equal(await readFile(path.join(fixture.folder, 'instance'), 'utf8'), 'first\n')
  await fixture.files.put(toPlace(1), await fixture.spool.write(inChunks(Buffer.of(1), 1)))
  const listed = await fixture.files.list({ after: null, limit: 9 })
  assert.deepEqual(
    listed.map(({ place }) => place),
    [toPlace(1)],
  )
})

test('says what is wrong with a marker that cannot be read or written', async () => {
  await using fixture = await createFileFixture()
  await mkdir(path.join(fixture.folder, 'instance'), { recursive: true })
  await assert.rejects(fixture.files.readMarker(), FilesUnavailable)
  const file = path.join(fixture.folder, 'a-file')
  await writeFile(file, '')
  await assert.rejects(openFolderFiles(file).writeMarker('id'), FilesUnavailable)
})

test('leaves the spooled file to the caller when its place cannot be made', async () => {
  await using fixture = await createFileFixture()
  const spooled = await fixture.spool.write(inChunks(Buffer.of(1), 1))
  await writeFile(path.join(fixture.folder, toPlace(1).slice(0, 2)), 'a file where a folder would be')
  await assert.rejects(fixture.files.put(toPlace(1), spooled), FilesUnavailable)
  assert.equal((await fixture.listSpooled()).length, 1)
  await spooled.discard()
  assert.deepEqual(await fixture.listSpooled(), [])
})

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}
