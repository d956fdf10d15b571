import assert from 'node:assert/strict'
import { mkdtempDisposable, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { createSpool } from '../../src/store/files/spool.ts'
import { mountSmallDisk } from '../faults/support/disk/small-disk.ts'
import { largePng, ownerWithFiles, PNG } from '../support/fixtures/files.ts'
import { startService } from '../support/service/service.ts'

const MEBIBYTE = 1024 * 1024

test('a spool has room down to its limit, also before its folder is made', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-room-'))
  const open = (minFreeBytes: number) =>
    createSpool({ folder: path.join(folder.path, 'files', 'in'), newName: () => 'name', minFreeBytes })
  const free = await open(0).measureFreeBytes()
  assert.ok(free > 0)
  assert.equal(await open(free / 2).hasRoom(), true)
  assert.equal(await open(2 * free).hasRoom(), false)
})

test('a full disk of files refuses submissions with files alone, before their bodies', async (t) => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-room-'))
  const mounted = mountSmallDisk(path.join(folder.path, 'disk'), 16 * MEBIBYTE)
  if (typeof mounted === 'string') return t.skip(mounted)
  using disk = mounted
  await using service = await startService({
    env: { FORMSLOT_FILES: `file:${path.join(disk.folder, 'files')}`, FORMSLOT_MIN_FREE_MB: '2' },
  })
  const { endpoint, attach } = await ownerWithFiles(service).then(({ owner, ...rest }) => ({
    endpoint: owner.endpoint,
    ...rest,
  }))
  assert.equal((await attach([['photo', ['me.png', PNG]]])).status, 200)
  disk.fill(1.5 * MEBIBYTE)
  for (const bytes of [PNG, largePng(MEBIBYTE)]) {
    const refused = await attach([['photo', ['me.png', bytes]]], { accept: 'application/json' })
    assert.equal(refused.status, 503)
    assert.equal((refused.json as { code: string }).code, 'disk_full')
    assert.ok(refused.headers.get('retry-after'))
  }
  assert.equal((await service.submit(endpoint, { message: 'without files' })).status, 200)
  disk.clear()
  assert.equal((await attach([['photo', ['me.png', PNG]]])).status, 200)
})

test('metrics tell of files, and of a store that fails', async () => {
  await using service = await startService()
  const { attach } = await ownerWithFiles(service)
  const render = async () => {
    const text = await service.service.metrics.render()
    return Object.fromEntries(
      [...text.matchAll(/^(formslot_(?:file|upload)\w*(?:\{[^}]*\})?) (\S+)$/gm)].map((match) => [
        match[1],
        Number(match[2]),
      ]),
    )
  }
  assert.equal((await render()).formslot_files_stored, 0)
  await attach([
    ['photo', ['me.png', PNG]],
    ['photo', ['large.png', largePng(10_000)]],
  ])
  assert.equal((await render()).formslot_files_stored, 0, 'it is read at most every ten minutes')
  service.pass({ minutes: 10 })
  const found = await render()
  assert.equal(found.formslot_files_stored, 2)
  assert.equal(found.formslot_files_stored_bytes, 14_096)
  assert.equal(found.formslot_files_waiting_for_deletion, 0)
  assert.equal(found.formslot_uploads_in_progress, 0)
  assert.ok((found.formslot_files_disk_free_bytes ?? 0) > 0)
  assert.equal(found['formslot_file_store_faults_total{task="request"}'], undefined)

  const refused = await attach([['tool', ['tool.exe', Buffer.from('MZ')]]])
  assert.equal(refused.status, 400)
  assert.match(
    await service.service.metrics.render(),
    /^formslot_submissions_total\{result="file_type_refused"\} 1$/m,
  )

  // The folder of files is gone, and something else is in its place.
  const folder = path.join(service.config.dataDir, 'files')
  await rm(folder, { recursive: true })
  await writeFile(folder, '')
  assert.equal((await attach([['photo', ['me.png', PNG]]])).status, 503)
  assert.equal((await render())['formslot_file_store_faults_total{task="request"}'], 1)
})
