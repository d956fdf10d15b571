import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtempDisposable, rename, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { listImports, listSourceFiles } from '../../../scripts/house/imports.ts'
import { readyDashboard, SHARED_SOURCES } from '../../../src/runtime/dashboard-build.ts'

const MODULES = path.resolve(import.meta.dirname, '../../../node_modules')

/** A checkout with a dashboard of one line. */
async function smallCheckout() {
  const folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-'))
  const at = (...parts: string[]) => path.join(folder.path, ...parts)
  await mkdir(at('dashboard/src'), { recursive: true })
  await symlink(MODULES, at('node_modules'))
  await writeFile(at('dashboard/vite.config.ts'), 'export default {}')
  await writeFile(at('dashboard/index.html'), '<script type="module" src="/src/main.ts"></script>')
  await writeFile(at('dashboard/src/main.ts'), "document.title = 'first'")
  return { ...folder, root: folder.path, at, [Symbol.asyncDispose]: () => folder.remove() }
}

test('builds the dashboard once, and again when a source has changed', async () => {
  await using checkout = await smallCheckout()
  const { root, at } = checkout
  let onBuild = 0
  const ready = () => readyDashboard({ root, onBuild: () => (onBuild += 1) })
  assert.deepEqual(await ready(), { kind: 'built' })
  assert.deepEqual(await ready(), { kind: 'current' })
  assert.equal(onBuild, 1)
  await writeFile(at('dashboard/src/main.ts'), "document.title = 'second'")
  assert.deepEqual(await ready(), { kind: 'built' })
  assert.equal(onBuild, 2)
  const [script = ''] = readdirSync(at('dashboard/dist/assets')).filter((name) => name.endsWith('.js'))
  assert.match(readFileSync(at('dashboard/dist/assets', script), 'utf8'), /second/)
  for (const ending of ['.gz', '.br']) assert.ok(existsSync(at('dashboard/dist/assets', script + ending)))
})

test('reports a source that does not build and keeps the previous build', async () => {
  await using checkout = await smallCheckout()
  const { root, at } = checkout
  await readyDashboard({ root })
  await writeFile(at('dashboard/src/main.ts'), 'const = broken')
  const failed = await readyDashboard({ root })
  assert.equal(failed.kind, 'failed')
  assert.match(failed.output, /main\.ts/)
  assert.ok(existsSync(at('dashboard/dist/index.html')))
  assert.deepEqual(
    readdirSync(at('dashboard')).filter((name) => name.startsWith('dist')),
    ['dist'],
  )
})

test('uses an included build when the build tools are missing', async () => {
  await using checkout = await smallCheckout()
  const { root, at } = checkout
  await readyDashboard({ root })
  await rename(at('node_modules'), at('elsewhere'))
  assert.deepEqual(await readyDashboard({ root }), { kind: 'current' })
  await rename(at('dashboard/dist'), at('kept'))
  assert.deepEqual(await readyDashboard({ root }), { kind: 'no_tools' })
  await rename(at('kept'), at('dashboard/dist'))
  await rename(at('dashboard/src'), at('sources'))
  assert.deepEqual(await readyDashboard({ root }), { kind: 'current' })
})

test('builds again after a change of anything that the dashboard or the client imports', () => {
  const root = path.resolve(import.meta.dirname, '../../..')
  const reached = new Set(listSourceFiles(root).filter((file) => /^(?:dashboard|client)\/src\//.test(file)))
  for (const file of reached)
    for (const { to } of listImports(root, file)) if (to.startsWith('src/')) reached.add(to)
  const missed = [...reached].filter(
    (file) =>
      file.startsWith('src/') && !SHARED_SOURCES.some((part) => file === part || file.startsWith(`${part}/`)),
  )
  assert.deepEqual(missed, [])
  assert.ok(reached.has('src/markup/terminal-text.ts'), 'the imports were found')
})
