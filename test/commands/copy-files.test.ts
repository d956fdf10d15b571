import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { copyFiles } from '../../src/commands/copy-files.ts'
import type { Config } from '../../src/config/config.ts'
import { openFolderFiles } from '../../src/store/files/folder-files.ts'
import { type FakeS3, startFakeS3 } from '../support/files/fake-s3.ts'
import { largePng, ownerWithFiles, PDF, PNG } from '../support/fixtures/files.ts'
import { startService, type TestService } from '../support/service/service.ts'

const LARGE = largePng(300_000)

/** Files of two submissions: a PNG, a PDF and a larger PNG. */
async function sendFiles(service: TestService) {
  const sender = await ownerWithFiles(service)
  const sent = [
    await sender.attach([
      ['photo', ['me.png', PNG]],
      ['cv', ['cv.pdf', PDF]],
    ]),
    await sender.attach([['photo', ['large.png', LARGE]]]),
  ]
  assert.deepEqual(
    sent.map(({ status }) => status),
    [200, 200],
  )
  return sender
}

async function listRows(service: TestService) {
  const rows = await service.sql('select place, name from files order by place')
  return rows.map(({ place, name }) => ({ place: String(place), name: String(name) }))
}

/** The settings that keep files in the bucket. */
function withBucket(config: Config, { address }: FakeS3): Config {
  return { ...config, files: { kind: 's3', ...address, spoolFolder: config.files.spoolFolder } }
}

function toRequest(more: { from?: string; to?: string; show?: (line: string) => void }) {
  return { from: null, to: null, say() {}, show() {}, ...more }
}

test('copies files from a folder to a bucket and back, while the service runs', async () => {
  await using service = await startService()
  await using s3 = await startFakeS3()
  const { attach } = await sendFiles(service)
  const rows = await listRows(service)
  const folder = path.join(service.config.dataDir, 'files')
  await openFolderFiles(folder).writeMarker('id')
  const before = readdirSync(folder, { recursive: true }).sort()
  const shown: string[] = []
  const said: string[] = []
  const config = withBucket(service.config, s3)
  const toBucket = {
    ...toRequest({ from: `file:${folder}`, show: (line) => shown.push(line) }),
    say: (line: string) => said.push(line),
  }
  const copied = await copyFiles(config, toBucket)
  assert.equal(copied.done, true, copied.output)
  assert.match(copied.output, /^Copied 3 files \(293\sKiB\) to s3:\/\/acme\//)
  assert.deepEqual(said, ['The database names 3 files (293\u00a0KiB).'])
  assert.equal(shown.at(-2), `[${'#'.repeat(24)}] 100 %  0.3 of 0.3 MiB`)
  assert.equal(shown.at(-1), '')
  assert.deepEqual(
    [...s3.objects.keys()].sort(),
    rows.map(({ place }) => s3.address.prefix + place),
    'the marker of the source stays there',
  )
  assert.deepEqual(readdirSync(folder, { recursive: true }).sort(), before, 'the source is as it was')

  // Those that arrived until the service was switched.
  const sent = await attach([['cv', ['late.pdf', PDF]]])
  assert.equal(sent.status, 200)
  const again = await copyFiles(config, toBucket)
  assert.match(again.output, /^Copied 1 file \(69\sB\)[\s\S]*^3 were there already\.$/m)
  const puts = s3.requests.filter(({ line }) => line.startsWith('PUT'))
  assert.equal(puts.length, 4)

  const back = path.join(service.config.dataDir, 'back')
  const copiedBack = await copyFiles(config, toRequest({ to: `file:${back}` }))
  assert.match(copiedBack.output, /^Copied 4 files/)
  for (const { place, name } of await listRows(service)) {
    const read = readFileSync(path.join(back, place.slice(0, 2), place.slice(2, 4), place))
    assert.deepEqual(read, { 'me.png': PNG, 'large.png': LARGE }[name] ?? PDF)
  }
  assert.deepEqual(readdirSync(path.join(back, 'in')), [], 'nothing is left of what was received')
})

test('a copy that is interrupted goes on where it stopped', async () => {
  await using service = await startService()
  await using s3 = await startFakeS3()
  await sendFiles(service)
  const folder = path.join(service.config.dataDir, 'files')
  const config = withBucket(service.config, s3)
  // The list of what is there, then the first file; everything after is refused.
  let puts = 0
  const refuse = Array.from({ length: 40 }, () => async (request, response, answer) => {
    if (request.method !== 'PUT' || ++puts <= 1) return answer()
    request.resume()
    response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
  }) satisfies Parameters<FakeS3['answerNext']>
  s3.answerNext(...refuse)
  const stopped = await copyFiles(config, toRequest({ from: `file:${folder}` }))
  assert.equal(stopped.done, false)
  assert.match(stopped.output, /Run the command again: it goes on where it stopped\.$/)
  assert.equal(s3.objects.size, 1)
  await using calm = await startFakeS3()
  for (const [key, object] of s3.objects) calm.objects.set(key, object)
  const done = await copyFiles(withBucket(service.config, calm), toRequest({ from: `file:${folder}` }))
  assert.match(done.output, /^Copied 2 files/)
  assert.match(done.output, /^1 were there already\.$/m)
  assert.equal(calm.objects.size, 3)
})

test('replaces half a file of the target, and tells what the source lacks', async () => {
  await using service = await startService()
  await sendFiles(service)
  const rows = await listRows(service)
  const find = (name: string) => rows.find((row) => row.name === name)?.place ?? ''
  const folder = path.join(service.config.dataDir, 'files')
  const source = openFolderFiles(folder)
  const toPath = (of: string, place: string) => path.join(of, place.slice(0, 2), place.slice(2, 4), place)
  const target = path.join(service.config.dataDir, 'other')
  assert.equal((await copyFiles(service.config, toRequest({ to: `file:${target}` }))).done, true)
  writeFileSync(toPath(target, find('me.png')), PNG.subarray(0, 10))
  await rm(toPath(target, find('large.png')))
  await rm(toPath(target, find('cv.pdf')))
  writeFileSync(toPath(folder, find('large.png')), Buffer.alloc(LARGE.length))
  await source.delete(find('cv.pdf'))
  const copied = await copyFiles(service.config, toRequest({ to: `file:${target}` }))
  assert.equal(copied.done, false)
  assert.match(copied.output, /^Copied 1 file /)
  assert.ok(copied.output.includes(`1 are missing in the source:\n  ${find('cv.pdf')}\n`), copied.output)
  assert.ok(
    copied.output.includes(`1 are damaged in the source, and were not copied:\n  ${find('large.png')}\n`),
    copied.output,
  )
  assert.doesNotMatch(copied.output, /arrived meanwhile/)
  assert.deepEqual(readFileSync(toPath(target, find('me.png'))), PNG)
  const there = await openFolderFiles(target).list({ after: null, limit: 9 })
  assert.deepEqual(
    there.map(({ place }) => place),
    [find('me.png')],
  )
})

test('says what is wrong with the folder', async () => {
  await using service = await startService()
  const { dataDir } = service.config
  const say = async (more: { from?: string; to?: string }) =>
    (await copyFiles(service.config, toRequest(more))).output
  assert.match(
    await say({ to: `file:${path.join(dataDir, 'files')}` }),
    /--to is where FORMSLOT_FILES keeps the files already/,
  )
  assert.match(await say({ from: `file:${path.join(dataDir, 'none')}` }), /There is no folder .*none/)
  assert.match(await say({ from: 's3://acme/x' }), /--from names a bucket\. .* the bucket in FORMSLOT_FILES/)
  assert.match(await say({ from: 'ftp://x' }), /--from is "ftp:\/\/x"\. Name a folder/)
})
