import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { clientCommand, WRITTEN_BASE } from '../../src/domain/client-command.ts'
import { listPages } from '../support/docs/pages.ts'
import { startService } from '../support/service/service.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** Fetches a package by a name that belongs to nobody: whoever registers it runs code on the machines of our users. */
const STRANGER = /\bnp(?:x|m (?:exec|i|install|create))(?: -\S+)* (?:--package=)?formslot(?![-\w./])/
/** The command of a client, with the address of the instance that serves it. */
const SERVED = /npx (?:-y |--yes )?(https?:\/\/[^\s/`']+)\/formslot[\w.-]*\.tgz/g

test('no text of the sources makes anybody run a package of the name formslot', () => {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const texts = files
    .split('\0')
    .filter((file) => /\.(?:md|tsx?|js|yml|yaml|json)$|Containerfile$/.test(file))
    .filter((file) => !/package-lock\.json$|^test\/docs\/client-command\.test\.ts$/.test(file))
  const read = (file: string) => {
    try {
      return readFileSync(path.join(ROOT, file), 'utf8')
    } catch (error) {
      // Deleted, and not yet committed.
      if (Object(error).code === 'ENOENT') return ''
      throw error
    }
  }
  const found = texts.flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => STRANGER.test(line))
      .map((line) => `${file}: ${line.slice(0, 120)}`),
  )
  assert.deepEqual(found, [])
  assert.ok(texts.length > 1000, 'the sources were found')
  assert.match('npx --yes formslot new', STRANGER)
  assert.doesNotMatch(`npx formslot-server, ${clientCommand(WRITTEN_BASE)} new`, STRANGER)
})

test('documents name the client of the written address, and an instance its own', async () => {
  for (const file of ['README.md', 'docs/command-line.md', 'docs/start.md', 'docs/spam.md']) {
    const text = readFileSync(path.join(ROOT, file), 'utf8')
    assert.ok(text.includes(clientCommand(WRITTEN_BASE)), file)
  }
  await using service = await startService()
  const pages = await listPages(service)
  let named = 0
  for (const [address] of pages) {
    for (const each of [address, `${address}.md`]) {
      const { status, text } = await service.get(each)
      if (status !== 200) continue
      for (const [, base] of text.replaceAll(/<wbr>/g, '').matchAll(SERVED)) {
        assert.equal(base, service.base, each)
        named += 1
      }
    }
  }
  for (const file of ['/llms.txt', '/llms-full.txt']) {
    const { text } = await service.get(file)
    assert.ok(text.includes(`${clientCommand(service.base)} `), file)
    assert.ok(!text.includes(clientCommand(WRITTEN_BASE)), file)
  }
  assert.ok(named >= 30, `${named}`)
})
