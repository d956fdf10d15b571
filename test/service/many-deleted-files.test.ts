import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { ownerWithFiles, PDF } from '../support/fixtures/files.ts'
import { startService } from '../support/service/service.ts'

const FILES = 10_000
const WRITTEN_AT_ONCE = 500

test('deletes 10,000 files in batches while submissions go on', async () => {
  await using service = await startService({
    env: { FORMSLOT_SUBMIT_RATE: '0', FORMSLOT_DEFAULT_PLAN: 'pro' },
  })
  const { attach, owner } = await ownerWithFiles(service)
  const places = Array.from({ length: FILES }, (_, number) => toPlace(number))
  await writeFiles(path.join(service.config.dataDir, 'files'), places)
  for (let from = 0; from < FILES; from += WRITTEN_AT_ONCE) {
    const rows = places.slice(from, from + WRITTEN_AT_ONCE).map((place) => `('${place}', 0)`)
    await service.sql(`insert into file_deletions (place, due_at) values ${rows.join()}`)
  }

  let isPurging = true
  const purging = service.service.purge().then(() => {
    isPurging = false
  })
  const statuses: number[] = []
  const seen: number[] = []
  while (isPurging) {
    const [plain, withFile] = await Promise.all([
      service.submit(owner.endpoint, { message: `number ${statuses.length}` }),
      attach([['cv', ['cv.pdf', PDF]]], { accept: 'application/json' }),
    ])
    statuses.push(plain.status, withFile.status)
    seen.push(Number((await service.sql('select count(*) as waiting from file_deletions'))[0]?.waiting))
  }
  await purging
  assert.ok(statuses.length >= 20, `${statuses.length} submissions were answered meanwhile`)
  assert.deepEqual(new Set(statuses), new Set([200]))
  const batches = new Set(seen)
  assert.ok(batches.size >= 5, 'the deletions are forgotten batch by batch')
  for (const waiting of batches) assert.equal(waiting % 100, 0, 'each batch is 100 files')
  assert.equal(
    seen.at(-1) === 0 || (await service.sql('select place from file_deletions')).length === 0,
    true,
  )
  const files = await readdir(path.join(service.config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  })
  assert.equal(files.filter((entry) => entry.isFile()).length, statuses.length / 2, 'those that arrived stay')
})

/** A place in one of 1024 folders. */
function toPlace(number: number): string {
  return `${(number % 1024).toString().padStart(4, '0')}${number.toString().padStart(22, '0')}`
}

async function writeFiles(folder: string, places: readonly string[]): Promise<void> {
  const folders = new Set(places.map((place) => path.join(folder, place.slice(0, 2), place.slice(2, 4))))
  for (const each of folders) await mkdir(each, { recursive: true })
  for (let from = 0; from < places.length; from += WRITTEN_AT_ONCE) {
    const some = places.slice(from, from + WRITTEN_AT_ONCE)
    await Promise.all(
      some.map((place) => writeFile(path.join(folder, place.slice(0, 2), place.slice(2, 4), place), PDF)),
    )
  }
}
