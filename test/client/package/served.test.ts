import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { mkdir, mkdtempDisposable, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { findBase } from '../../../client/src/settings/base.ts'
import { VERSION } from '../../../src/version.ts'
import { builtDashboard } from '../../support/browser/dashboard.ts'
import { openCommandLine } from '../../support/client/command-line.ts'
import { listNodes } from '../../support/client/packed-client.ts'
import { ADA, startService } from '../../support/service/service.ts'

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '../../..')
const PREFIX = path.join(tmpdir(), 'formslot-')
/** Nothing answers there. */
const NO_REGISTRY = 'http://127.0.0.1:9/'
const BASE = 'https://forms.acme.org'

/** An empty folder outside any checkout, and npm as it is on a new machine, without a registry. */
async function openEmptyFolder(node: string) {
  const folder = await mkdtempDisposable(PREFIX)
  const [bin, cwd] = [path.join(folder.path, 'bin'), path.join(folder.path, 'empty')]
  for (const each of [bin, cwd]) await mkdir(each)
  await symlink(node, path.join(bin, 'node'))
  const system = (process.env.PATH ?? '').split(path.delimiter).filter((one) => !one.includes('node_modules'))
  const env = {
    PATH: [bin, ...system].join(path.delimiter),
    HOME: folder.path,
    XDG_CONFIG_HOME: path.join(folder.path, 'config'),
    npm_config_cache: path.join(folder.path, 'cache'),
    npm_config_registry: NO_REGISTRY,
  }
  return { cwd, env, [Symbol.asyncDispose]: () => folder.remove() }
}

/** The second command of the README's first form, for this instance and recipient. */
function readCommand(base: string): string {
  const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8')
  const [command = ''] = /^npx .*$/m.exec(readme) ?? []
  assert.match(command, / new --recipient /)
  return command.replace('http://127.0.0.1:8080', base).replace('you@yourdomain.com', ADA)
}

describe('the client that an instance serves', () => {
  let dashboardFolder: string
  before(async () => {
    dashboardFolder = await builtDashboard()
  })

  test('is a package of this version with the address of the instance, the same bytes on every node', async () => {
    await using first = await startService({ dashboardFolder, env: { FORMSLOT_BASE_URL: BASE } })
    await using second = await startService({ dashboardFolder, env: { FORMSLOT_BASE_URL: BASE } })
    await using other = await startService({ dashboardFolder })
    const answers = await Promise.all(
      [first, second, other].map(({ port }) => fetch(`http://127.0.0.1:${port}/formslot.tgz`)),
    )
    const [bytes, sameBytes, otherBytes] = await Promise.all(answers.map((each) => each.bytes()))
    const [tag, sameTag, otherTag] = answers.map(({ headers }) => headers.get('etag'))
    assert.ok(bytes && sameBytes && otherBytes)
    assert.deepEqual(bytes, sameBytes)
    assert.equal(tag, sameTag)
    assert.notEqual(tag, otherTag)
    assert.equal(answers[0]?.headers.get('content-type'), 'application/gzip')
    assert.equal(answers[0]?.headers.get('cache-control'), 'no-cache')

    const tar = gunzipSync(bytes).toString('latin1')
    assert.ok(tar.includes(`export const SERVED_BY = "${BASE}"\n`))
    const names = [...tar.matchAll(/(package\/[\w./-]+)\0+0000644\0/g)].map(([, name = '']) => name)
    assert.ok(names.includes('package/main.js') && names.includes('package/dist/client.d.ts'))
    for (const name of names)
      assert.match(
        name,
        /^package\/(?:package\.json|README\.md|LICENSE|main\.js|dist\/[\w/-]+\.(?:js|d\.ts))$/,
      )
    const [, manifest = ''] = /package\/package\.json\0[\s\S]{491}(\{[\s\S]+?\n\})\n/.exec(tar) ?? []
    const { name, version, dependencies, scripts } = JSON.parse(manifest)
    assert.deepEqual(
      { name, version, dependencies, scripts },
      {
        name: 'formslot',
        version: VERSION,
        dependencies: undefined,
        scripts: undefined,
      },
    )
  })

  test('is revalidated by its ETag, has a HEAD, and an address of its version', async () => {
    await using service = await startService({ dashboardFolder })
    const whole = await service.get('/formslot.tgz')
    const etag = whole.headers.get('etag') ?? ''
    assert.equal((await service.get('/formslot.tgz', { 'if-none-match': etag })).status, 304)
    const head = await fetch(`${service.base}/formslot.tgz`, { method: 'HEAD' })
    assert.deepEqual([head.status, head.headers.get('etag'), (await head.bytes()).length], [200, etag, 0])
    assert.ok(Number(head.headers.get('content-length')) > 10_000)
    const exact = await service.get(`/formslot-${VERSION}.tgz`)
    assert.equal(exact.headers.get('etag'), etag)
    assert.equal(exact.headers.get('cache-control'), 'public, max-age=86400')
    assert.equal((await service.get('/formslot-0.0.1.tgz')).status, 404)
  })

  test('is announced as missing while there is no build', async () => {
    await using folder = await mkdtempDisposable(PREFIX)
    await using service = await startService({ dashboardFolder: folder.path })
    const missing = await service.get('/formslot.tgz')
    assert.equal(missing.status, 503)
    assert.match(missing.text, /formslot-server build/)
  })

  for (const { version, file, skip } of listNodes()) {
    test(`runs by the command of the README from an empty folder, with npm on Node ${version} and no registry`, {
      skip,
    }, async () => {
      await using service = await startService({ dashboardFolder })
      await using place = await openEmptyFolder(file)
      const command = readCommand(service.base)
      const { stdout, stderr } = await run('sh', ['-c', command], place)
      const created = JSON.parse(stdout)
      assert.ok(created.endpoint_url.startsWith(`${service.base}/f/`))
      // The next command that it names runs as it stands, and the folder knows its instance.
      const [, next = ''] = /Next: (.+?) · /.exec(stderr) ?? []
      const form = await run('sh', ['-c', next], place)
      assert.ok(form.stdout.includes(`action="${created.endpoint_url}"`), form.stdout)
      const project = JSON.parse(readFileSync(path.join(place.cwd, '.formslot.json'), 'utf8'))
      assert.equal(project.base, service.base)
    })
  }

  test('is fetched on a terminal after a question, and without one by --yes', async () => {
    await using service = await startService({ dashboardFolder })
    const command = `npx ${service.base}/formslot.tgz --version`
    const type = async (line: string, answer: string) => {
      await using place = await openEmptyFolder(process.execPath)
      const running = run('script', ['--quiet', '--return', '--command', line, '/dev/null'], place)
      running.child.stdin?.end(answer)
      return await running.then(
        ({ stdout }) => stdout,
        (error: { stdout: string }) => error.stdout,
      )
    }
    const asked = await type(command, 'y\n')
    assert.match(asked, /Ok to proceed\?/)
    assert.match(asked, new RegExp(`${VERSION}\\r?\\n`))
    assert.match(await type(command, 'n\n'), /canceled/)
    const unasked = await type(command.replace('npx', 'npx --yes'), '')
    assert.doesNotMatch(unasked, /Ok to proceed/)
    assert.match(unasked, new RegExp(`${VERSION}\\r?\\n`))
  })

  test('is the JavaScript client, too, when npm installs the address', async () => {
    await using service = await startService({ dashboardFolder })
    await using place = await openEmptyFolder(process.execPath)
    await writeFile(path.join(place.cwd, 'package.json'), '{"name":"site","private":true,"type":"module"}')
    await run('npm', ['install', `${service.base}/formslot.tgz`], place)
    const code = `import { createEndpoint } from 'formslot'
console.log((await createEndpoint('${service.base}', { recipient: '${ADA}' })).endpoint_url)`
    const { stdout } = await run('node', ['--input-type=module', '--eval', code], place)
    assert.ok(stdout.startsWith(`${service.base}/f/`), stdout)
  })
})

test('in a checkout formslot is the client and formslot-server the server, and npm changes no mode of their files', () => {
  const read = (file: string) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'))
  const programs = { client: read('client/package.json').bin, server: read('package.json').bin }
  assert.deepEqual(programs, {
    client: { formslot: 'main.js' },
    server: { 'formslot-server': 'src/main.js' },
  })
  for (const file of ['client/main.js', 'src/main.js']) accessSync(path.join(ROOT, file), constants.X_OK)
})

test('the program of the client runs its sources in a checkout', async () => {
  const { stdout } = await run(process.execPath, [path.join(ROOT, 'client/main.js'), '--version'])
  assert.equal(stdout, `${VERSION}\n`)
})

test('the instance that served the client comes before the project, which is asked about, and after what was given', async () => {
  await using cli = await openCommandLine()
  const console = { canAsk: false } as Parameters<typeof findBase>[0]['console']
  const find = (options: { base?: string; yes?: boolean }, env = {}) =>
    findBase({ options, env, cwd: cli.project, console, servedBy: BASE })
  const other = 'https://other.acme.org'
  assert.deepEqual(await find({}), { origin: BASE, source: 'given' })
  assert.equal((await find({}, { FORMSLOT_BASE: other })).origin, other)
  assert.equal(
    (await find({ base: 'https://third.acme.org' }, { FORMSLOT_BASE: other })).origin,
    'https://third.acme.org',
  )
  await writeFile(path.join(cli.project, '.formslot.json'), JSON.stringify({ base: other }))
  await assert.rejects(find({}), /This project used https:\/\/other\.acme\.org until now/)
  assert.equal((await find({ yes: true })).origin, BASE)
})
