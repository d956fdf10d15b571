import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { chown, mkdtempDisposable, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { buildImage, collectOutput, findMissingStep, MissingStep } from '../support/image/image.ts'
import { until } from '../support/service/until.ts'

const PREFIX = path.join(tmpdir(), 'formslot-')
const RECIPIENT = 'ada@lovelace.dev'
/** Below the ports that the system gives to connections and to servers of other tests. */
const PORT = '8391'
const BASE = `http://127.0.0.1:${PORT}`

const skip = findMissingStep() ?? false

describe('the image built from the Containerfile', { skip }, () => {
  let image: Awaited<ReturnType<typeof buildImage>>

  let missing: string | null = null

  before(async () => {
    try {
      image = await buildImage()
    } catch (error) {
      if (!(error instanceof MissingStep)) throw error
      missing = error.message
    }
  })
  after(() => image?.[Symbol.asyncDispose]())

  test('has no npm, no compiler and no development package, and a bill of everything that npm installed', async (t) => {
    if (missing !== null) return t.skip(missing)
    const { rootfs } = image
    for (const name of ['npm', 'npx', 'gcc', 'cc', 'make', 'python3'])
      for (const folder of ['usr/local/bin', 'usr/bin'])
        assert.equal(existsSync(path.join(rootfs, folder, name)), false, `${folder}/${name}`)
    assert.deepEqual((await readdir(path.join(rootfs, 'app'))).sort(), [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'dashboard',
      'dist',
      'docs',
      'monitoring',
      'node_modules',
      'package.json',
      'sbom.spdx.json',
      'src',
    ])
    assert.deepEqual(await readdir(path.join(rootfs, 'app/src')), ['main.js'])
    const bill = JSON.parse(readFileSync(path.join(rootfs, 'app/sbom.spdx.json'), 'utf8'))
    assert.equal(bill.spdxVersion, 'SPDX-2.3')
    const listed = new Set(bill.packages.map(({ name }: { name: string }) => name))
    const installed = await listPackages(path.join(rootfs, 'app/node_modules'))
    assert.deepEqual(new Set([...installed, 'formslot-server', 'node']), listed)
  })

  test('starts without settings on a read-only root, and a form goes from creation to its claim', async (t) => {
    if (missing !== null) return t.skip(missing)
    await using folder = await mkdtempDisposable(PREFIX)
    const { config } = image
    const [user = '', group = ''] = config.User.split(':')
    await chown(folder.path, Number(user), Number(group))
    const env = { FORMSLOT_PORT: PORT }
    const inImage = (...command: string[]) =>
      collectOutput(image.start({ command, dataDir: folder.path, env }))
    const service = image.start({
      command: [...config.Entrypoint, ...config.Cmd],
      dataDir: folder.path,
      env,
    })
    const ended = collectOutput(service)
    const ready = until(async () => (await fetch(`${BASE}/readyz`).catch(() => null))?.ok === true)
    const early = await Promise.race([ready, ended])
    assert.equal(early, undefined, `the service ended before it was ready: ${early?.output}`)

    const post = async (url: string, fields: Record<string, string>) =>
      (await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })).json() as Promise<
        Record<string, string>
      >
    const { endpoint_url: endpoint = '' } = await post(`${BASE}/new`, { recipient: RECIPIENT })
    assert.ok(endpoint.startsWith(`${BASE}/f/`), endpoint)
    assert.equal((await post(endpoint, { message: 'Hello from a container' })).ok, true)
    assert.equal((await fetch(`${BASE}/mailbox`)).status, 404)
    assert.equal((await fetch(`${BASE}/formslot.tgz`)).status, 200)
    let listed = ''
    await until(async () => {
      listed = (await inImage('formslot-server', 'mailbox')).output
      return listed.includes(RECIPIENT)
    })
    const [, id = ''] = new RegExp(`^(\\w+) .*${RECIPIENT}`, 'm').exec(listed) ?? []
    const { output: email } = await inImage('formslot-server', 'mailbox', id)
    assert.match(email, /Hello from a container/)
    const [link = ''] = new RegExp(`${BASE}/claim/\\w+`).exec(email) ?? []
    assert.equal((await fetch(link, { headers: { accept: 'text/html' } })).status, 200)
    const status = await (await fetch(`${endpoint}/status`)).json()
    assert.equal(Object(status).state, 'claimed', JSON.stringify(status))

    const [, , ...check] = ['', ...config.Healthcheck.Test]
    assert.equal((await inImage(...check)).code, 0)
    const { output: write } = await inImage(
      'sh',
      '-c',
      'touch /app/x /etc/x; grep -E "Cap(Eff|Bnd)|NoNewPrivs|^Uid" /proc/self/status',
    )
    assert.match(write, /'\/app\/x': Read-only file system/)
    assert.match(write, new RegExp(`Uid:\\s+${user}\\s+${user}`))
    assert.match(write, /CapEff:\s+0+\nCapBnd:\s+0+\nNoNewPrivs:\s+1/)
    // The process that unshare started is the container's first.
    const [pid = ''] = readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8').split(' ')
    process.kill(Number(pid), config.StopSignal as NodeJS.Signals)
    const { code, output } = await ended
    assert.equal(code, 0, output)
    assert.match(output, /docker exec \S+ formslot-server mailbox/)
    assert.doesNotMatch(output, /Warning/)
  })
})

async function listPackages(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'))
  const scoped = names
    .filter((name) => name.startsWith('@'))
    .map(async (scope) => (await readdir(path.join(folder, scope))).map((name) => `${scope}/${name}`))
  return [...names.filter((name) => !name.startsWith('@')), ...(await Promise.all(scoped)).flat()]
}
