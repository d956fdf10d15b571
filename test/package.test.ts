import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtempDisposable, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { LANGUAGES } from '../src/domain/language.ts'
import { FORM_SCRIPT } from '../src/snippets/form-script-version.ts'
import { startProgram } from './support/service/program.ts'
import { until } from './support/service/until.ts'

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '..')
const PREFIX = path.join(tmpdir(), 'formslot-')
/** Every file that the package may contain. */
const EXPECTED =
  /^(?:package\.json|LICENSE|(?:README|CHANGELOG|SECURITY)\.md|src\/main\.js|dist\/.+\.js|dist\/http\/site\/files\/[\w-]+\.(?:png|svg)|dist\/locales\/[a-z]+\.json|docs\/[\w-]+\.md|monitoring\/(?:alerts\.yml|grafana-dashboard\.json)|dashboard\/dist\/.+)$/

/**
 * Memory that an idle service holds for itself after it has shown some pages: 80 to 91 MB; 113 MB and more if it kept
 * what only the start needed. The pages of Node's own binary are not in it: how many are resident is up to the machine.
 */
const MAX_IDLE_BYTES = 96_000_000
const NODE_24 = path.join(ROOT, `test/clients/node_modules/node-${process.platform}-${process.arch}/bin/node`)
const START_FLAGS = readStartFlags()

describe('the package made by npm pack, installed globally in an empty prefix', () => {
  let folder: Awaited<ReturnType<typeof mkdtempDisposable>>
  /** The directory of the installed package. */
  let installed: string
  /** The command that `npm install --global` linked. */
  let bin: string

  before(async () => {
    folder = await mkdtempDisposable(PREFIX)
    const [pack = '', install = ''] = readInstallCommands()
    const prefix = path.join(folder.path, 'prefix')
    await mkdir(prefix)
    const env = {
      ...process.env,
      npm_config_prefix: prefix,
      npm_config_prefer_offline: 'true',
      npm_config_audit: 'false',
    }
    await run('bash', ['-c', `${pack} --pack-destination ${folder.path}`], { cwd: ROOT, env })
    await run('bash', ['-c', install], { cwd: folder.path, env })
    installed = path.join(prefix, 'lib/node_modules/formslot-server')
    bin = path.join(prefix, 'bin/formslot-server')
  })
  after(() => folder.remove())

  test('contains the program without types, the guides and the dashboard, and nothing else', async () => {
    const files = globSync('**/*', { cwd: installed, withFileTypes: true, exclude: ['node_modules'] })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(installed, path.join(entry.parentPath, entry.name)))
    assert.deepEqual(
      files.filter((file) => !EXPECTED.test(file)),
      [],
    )
    for (const language of LANGUAGES) assert.ok(files.includes(`dist/locales/${language}.json`), language)
    // The form script runs in browsers only, and the build of the dashboard has its texts.
    const sources = globSync('**/*.{ts,js}', {
      cwd: path.join(ROOT, 'src'),
      exclude: ['form-script', 'locales/dashboard', 'main.js'],
    })
    assert.deepEqual(
      files.filter((file) => /^dist\/.+\.js$/.test(file)).sort(),
      sources.map((file) => `dist/${file.replace(/\.ts$/, '.js')}`).sort(),
    )
  })

  test('needs Node 24, and installs no package that only development needs', async () => {
    const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'))
    assert.equal(manifest.engines.node, '>=24')
    const packages = await readdir(path.join(installed, 'node_modules'))
    for (const name of ['node', 'vite', 'typescript', 'react', 'playwright-core'])
      assert.ok(!packages.includes(name), name)
    assert.ok(packages.includes('fastify'))
  })

  test('every module of the package can be imported, and keeps the lines of its source', async () => {
    const modules = globSync('dist/**/*.js', { cwd: installed })
    const code = `for (const file of ${JSON.stringify(modules)}) await import('./' + file); process.exit(0)`
    await run(process.execPath, ['--input-type=module', '--eval', code], { cwd: installed })
    for (const file of ['service', 'command-line', 'http/forms/submit']) {
      const stripped = readFileSync(path.join(installed, `dist/${file}.js`), 'utf8').split('\n')
      const source = readFileSync(path.join(ROOT, `src/${file}.ts`), 'utf8').split('\n')
      assert.equal(stripped.length, source.length)
      for (const [index, line] of source.entries())
        if (/^export (?:async )?function /.test(line))
          assert.equal(stripped[index]?.indexOf('function'), line.indexOf('function'))
    }
  })

  for (const { version, node } of [
    { version: 24, node: NODE_24 },
    { version: 26, node: process.execPath },
  ]) {
    const skip = !existsSync(node) && `no Node ${version}: run npm run clients`
    test(`its command starts the service on Node ${version}, with everything that it serves and the flags of npm start`, {
      skip,
    }, async () => {
      await using data = await mkdtempDisposable(PREFIX)
      await using program = startProgram(
        { FORMSLOT_DATA_DIR: data.path, FORMSLOT_LOG_LEVEL: 'debug' },
        { main: bin, node },
      )
      const { base } = await program.listens()
      const page = await fetch(`${base}/app`)
      assert.equal(page.status, 200)
      const [, script = ''] = /src="([^"]+)"/.exec(await page.text()) ?? []
      assert.equal((await fetch(new URL(script, base))).status, 200)
      assert.match(await (await fetch(`${base}/docs/self-hosting`)).text(), /<h1>Self-hosting<\/h1>/)
      assert.equal((await fetch(`${base}/icon.svg`)).status, 200)
      const client = await fetch(`${base}/formslot.tgz`)
      assert.match(gunzipSync(await client.bytes()).toString('latin1'), new RegExp(`SERVED_BY = "${base}"`))
      const formScript = await (await fetch(`${base}/${FORM_SCRIPT.file}`)).text()
      assert.equal(createHash('sha384').update(formScript).digest('base64'), FORM_SCRIPT.integrity.slice(7))
      const guides = await (await fetch(`${base}/llms-full.txt`)).text()
      assert.ok(guides.includes(FORM_SCRIPT.integrity), 'the guides show how to load that script')
      assert.equal(process.platform, 'linux', 'reads /proc')
      const running = readFileSync(`/proc/${program.child.pid}/cmdline`, 'utf8').split('\0')
      for (const flag of START_FLAGS) assert.ok(running.includes(flag), `${flag}: ${running}`)
      await until(() => program.errors().includes('start_finished'))
      const held = readHeldBytes(program.child.pid)
      assert.ok(held <= MAX_IDLE_BYTES, `holds ${held} bytes`)
      program.child.kill()
      assert.deepEqual(await program.exit, [0, null])
      assert.doesNotMatch(program.errors(), /Warning/)
    })
  }

  test('its store starts the reading thread', async () => {
    await using data = await mkdtempDisposable(PREFIX)
    const code = `
      const { connectSqlite } = await import('./dist/store/dialects/sqlite/connect.js')
      const { openReader } = await import('./dist/store/reading/reader.js')
      const connection = connectSqlite(${JSON.stringify(path.join(data.path, 'formslot.db'))})
      const reader = openReader({ connection, onFault: console.error })
      console.log(await reader.read('countUnread', { endpoints: [], most: 1 }))
      await reader.close()
      await connection.close()`
    const options = { cwd: installed }
    const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '--eval', code], options)
    assert.deepEqual({ stdout, stderr }, { stdout: 'Map(0) {}\n', stderr: '' })
  })

  test('its command is formslot-server: formslot is the client', async () => {
    assert.deepEqual(await readdir(path.dirname(bin)), ['formslot-server'])
    const { stdout } = await run(process.execPath, [bin, '--version'])
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/)
  })
})

test('a checkout runs its TypeScript, not what an earlier npm pack left in dist', async () => {
  await using folder = await mkdtempDisposable(PREFIX)
  const main = path.join(folder.path, 'src/main.js')
  for (const name of ['src', 'dist']) await mkdir(path.join(folder.path, name))
  await writeFile(path.join(folder.path, 'package.json'), '{"type":"module"}')
  await copyFile(path.join(ROOT, 'src/main.js'), main)
  const print = (word: string) => `export async function run() { console.log('${word}'); return 0 }`
  await writeFile(path.join(folder.path, 'dist/command-line.js'), print('dist'))
  assert.equal((await run(process.execPath, [main])).stdout, 'dist\n')
  await writeFile(path.join(folder.path, 'src/command-line.ts'), print('src'))
  assert.equal((await run(process.execPath, [main])).stdout, 'src\n')
})

function readHeldBytes(pid = 0): number {
  const [, kibibytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kibibytes) * 1024
}

function readStartFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
  const flags = scripts.start.split(' ').filter((word: string) => word.startsWith('--'))
  assert.ok(flags.length > 0, scripts.start)
  return flags
}

/** Reads the commands of the guide that pack and install, without `npm ci`, which has run. */
function readInstallCommands(): string[] {
  const guide = readFileSync(path.join(ROOT, 'docs/self-hosting.md'), 'utf8')
  const [, commands = ''] = /^npm ci && (npm pack\nnpm install .*)$/m.exec(guide) ?? []
  return commands.split('\n')
}
