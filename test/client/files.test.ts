import assert from 'node:assert/strict'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { openCommandLine } from '../support/client/command-line.ts'
import { attachFiles } from '../support/fixtures/attached-files.ts'
import { PDF, PNG } from '../support/fixtures/files.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'

/** Ada with a key on the command line, and a submission with two files. */
async function open(env: Record<string, string> = {}) {
  const service = await startService({ env })
  const ada = await signIn(service)
  const made = await ada.post('/keys', { name: 'CLI', scopes: ['read'] })
  const cli = await openCommandLine({
    base: service.base,
    env: { FORMSLOT_KEY: String(made.json.key) },
  })
  const files = await attachFiles(service, ada, [
    { name: 'Résumé\u202efdp.pdf', bytes: PDF },
    { name: 'me.png', bytes: PNG },
  ])
  return {
    ...{ service, ada, cli, files, id: files[0]?.submission ?? assert.fail() },
    async [Symbol.asyncDispose]() {
      await cli[Symbol.asyncDispose]()
      await service.close()
    },
  }
}

test('show saves the files of a submission, each for its reader alone, and overwrites none', async () => {
  await using opened = await open()
  const { cli, id } = opened
  const shown = await cli.run('show', id, '--files', 'received/today')
  assert.equal(shown.code, 0, shown.err)
  assert.equal(shown.json.id, id)
  assert.match(shown.err, /Saved 2 files in .*received\/today\./)
  const folder = path.join(cli.project, 'received/today')
  assert.deepEqual(await readdir(folder), ['1-Résuméfdp.pdf', '2-me.png'])
  assert.deepEqual(await readFile(path.join(folder, '1-Résuméfdp.pdf')), PDF)
  assert.deepEqual(await readFile(path.join(folder, '2-me.png')), PNG)
  assert.equal((await stat(path.join(folder, '2-me.png'))).mode & 0o777, 0o600)

  assert.equal((await cli.run('show', id, '--files', 'received/today')).code, 0, 'they are there already')
  await writeFile(path.join(folder, '1-Résuméfdp.pdf'), 'mine')
  const again = await cli.run('show', id, '--files', 'received/today')
  assert.equal(again.code, 3)
  assert.match(again.err, /exists already/)
  assert.equal(await readFile(path.join(folder, '1-Résuméfdp.pdf'), 'utf8'), 'mine')
})

test('inbox and show name the files of a submission', async () => {
  await using opened = await open()
  const { cli, id } = opened
  assert.match((await cli.type([], 'inbox')).out, new RegExp(`${id} · 2 files`))
  const shown = await cli.type([], 'show', id)
  assert.match(
    shown.out,
    /Files\n\s+Résuméfdp\.pdf {2}\d+ bytes, application\/pdf\n\s+me\.png +\d+ bytes, image\/png/,
  )
})

test('a file that is not what the visitor sent is not kept, nor one with malware', async () => {
  await using opened = await open()
  const { service, cli, id, files } = opened
  const [first = assert.fail()] = files
  if (service.config.files.kind !== 'folder') assert.fail()
  const { place } = first
  const stored = path.join(service.config.files.folder, place.slice(0, 2), place.slice(2, 4), place)
  await writeFile(stored, Buffer.alloc(PDF.length))
  const changed = await cli.run('show', id, '--files', 'received')
  assert.equal(changed.code, 1)
  assert.match(changed.err, /its hash differs/)
  assert.deepEqual(await readdir(path.join(cli.project, 'received')), [])

  await service.sql(`update files set scan = 'found', malware = 'Eicar' where place = '${place}'`)
  const left = await cli.run('show', id, '--files', 'received')
  assert.equal(left.code, 0)
  assert.match(left.err, /malware was found in it/)
  assert.deepEqual(await readdir(path.join(cli.project, 'received')), ['2-me.png'])
})

test('a file that must be scanned first is left out, and saved by a later run with the others', async () => {
  await using opened = await open({ FORMSLOT_CLAMD: '127.0.0.1:1', FORMSLOT_CLAMD_REQUIRED: '1' })
  const { service, cli, id, files } = opened
  await service.sql(`update files set scan = 'clean' where place = '${files[1]?.place}'`)
  const some = await cli.run('show', id, '--files', 'received')
  assert.equal(some.code, 0, some.err)
  assert.match(some.err, /Résuméfdp\.pdf was not saved: it is not scanned for malware yet/)
  assert.deepEqual(await readdir(path.join(cli.project, 'received')), ['2-me.png'])
  await service.sql(`update files set scan = 'clean'`)
  const all = await cli.run('show', id, '--files', 'received')
  assert.equal(all.code, 0, all.err)
  assert.match(all.err, /Saved 2 files/)
})

test('an archive goes to a file, and never to a terminal', async () => {
  await using opened = await open()
  const { cli } = opened
  const typed = await cli.type([], 'export', '--format', 'zip')
  assert.equal(typed.code, 2)
  assert.match(typed.err, /--output/)
  const saved = await cli.run('export', '--format', 'zip', '--output', 'all.zip')
  assert.equal(saved.code, 0, saved.err)
  const archive = await readFile(path.join(cli.project, 'all.zip'))
  assert.equal(archive.subarray(0, 2).toString(), 'PK')
  assert.ok(archive.includes(PDF))
})
