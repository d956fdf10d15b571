import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtempDisposable, readdir, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startProgram } from './support/service/program.ts'

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '..')
const PREFIX = path.join(tmpdir(), 'formslot-')

/** The package as `npm pack` makes it, below `node_modules` of another folder, beside the packages that it needs. */
async function install(folder: string): Promise<string> {
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: ROOT })
  const [archive = ''] = (await readdir(folder)).filter((file) => file.endsWith('.tgz'))
  const packages = path.join(folder, 'node_modules')
  const installed = path.join(packages, 'formslot')
  await mkdir(installed, { recursive: true })
  await run('tar', ['xzf', path.join(folder, archive), '--strip-components=1', '-C', installed])
  for (const name of await readdir(path.join(ROOT, 'node_modules'))) {
    if (!name.startsWith('.') && name !== 'formslot')
      await symlink(path.join(ROOT, 'node_modules', name), path.join(packages, name))
  }
  return installed
}

test('the npm package starts where it was installed, including the dashboard and the documentation', async () => {
  await using folder = await mkdtempDisposable(PREFIX)
  const installed = await install(folder.path)
  const entries = await readdir(installed, { recursive: true })
  assert.deepEqual(
    entries.filter((entry) => /^(?:test|bench|data|dashboard\/src)\b/.test(entry)),
    [],
  )
  await using program = startProgram(
    { FORMSLOT_DATA_DIR: path.join(folder.path, 'data') },
    { main: path.join(installed, 'src/main.js') },
  )
  const { base } = await program.listens()
  const page = await fetch(`${base}/app`)
  assert.equal(page.status, 200)
  const [, script = ''] = /src="([^"]+)"/.exec(await page.text()) ?? []
  assert.equal((await fetch(new URL(script, base))).status, 200)
  assert.match(await (await fetch(`${base}/docs/self-hosting`)).text(), /<h1>Self-hosting<\/h1>/)
  program.child.kill()
  assert.deepEqual(await program.exit, [0, null])
  assert.doesNotMatch(program.errors(), /Warning/)
})
