import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtempDisposable, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { freePort } from '../../../src/runtime/listening.ts'
import { openBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { killOnExit } from '../../support/run/kill-on-exit.ts'
import { until } from '../../support/service/until.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const PARTS = ['client', 'dashboard', 'docs', 'scripts', 'src', 'package.json', 'tsconfig.json']
const SCREEN = 'dashboard/src/screens/activity/activity.tsx'
const ROUTE = 'src/http/site/health.ts'

/** A copy of the sources, whose files a test may change. */
async function copySources() {
  const folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-'))
  const at = (file: string) => path.join(folder.path, file)
  for (const part of PARTS) await cp(path.join(ROOT, part), at(part), { recursive: true })
  await symlink(path.join(ROOT, 'node_modules'), at('node_modules'))
  return {
    at,
    async change(file: string, from: string, to: string) {
      const text = await readFile(at(file), 'utf8')
      assert.ok(text.includes(from), file)
      await writeFile(at(file), text.replace(from, to))
    },
    [Symbol.asyncDispose]: () => folder.remove(),
  }
}

/** Runs `npm run dev` in a copy, and waits for its first response. */
async function startDev(at: (file: string) => string) {
  const port = await freePort('127.0.0.1')
  const base = `http://127.0.0.1:${port}`
  const { scripts } = JSON.parse(await readFile(at('package.json'), 'utf8'))
  const [program, ...args] = scripts.dev.split(' ')
  assert.equal(program, 'node')
  const child = spawn(process.execPath, args, {
    cwd: at('.'),
    env: { PATH: process.env.PATH, FORMSLOT_PORT: String(port), FORMSLOT_MIN_FREE_MB: '0' },
  })
  killOnExit(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk)
    })
  const exit = once(child, 'exit')
  const get = (address: string) => fetch(base + address, { headers: { accept: 'text/html' } })
  await until(async () => {
    assert.equal(child.exitCode, null, output)
    return (await get('/healthz').catch(() => null))?.ok === true
  })
  return {
    base,
    get,
    async [Symbol.asyncDispose]() {
      child.kill()
      assert.deepEqual(await exit, [0, null], output)
    },
  }
}

test('npm run dev shows a change of a screen without a reload, and a change of a route after a restart', {
  skip: withoutBrowser,
}, async (t) => {
  await using copy = await copySources()
  await using dev = await startDev(copy.at)
  const { base, get } = dev
  const post = (address: string, form: Record<string, string>, headers = {}) =>
    fetch(new URL(address, base), {
      method: 'POST',
      body: new URLSearchParams(form),
      headers,
      redirect: 'manual',
    })

  // The pages of the service keep their policy; the dashboard comes from Vite.
  const front = await get('/')
  assert.match(front.headers.get('content-security-policy') ?? '', /script-src/)
  assert.equal((await get('/app')).headers.get('content-security-policy'), null)

  const { endpoint_url } = await (await post('/new', { recipient: 'ada@acme.org' })).json()
  assert.ok(endpoint_url.startsWith(`${base}/f/`), endpoint_url)
  await post(endpoint_url, { message: 'Hello' })
  let claim = ''
  await until(async () => {
    const list = await (await get('/mailbox')).text()
    const [, email = ''] = /href="([^"]*\/mailbox\/[^"]+)"/.exec(list) ?? []
    if (email === '') return false
    claim = /http:\/\/[\w.:]+\/claim\/\w+/.exec(await (await fetch(`${email}/frame`)).text())?.[0] ?? ''
    return claim !== ''
  })
  await fetch(claim, { headers: { accept: 'text/html' } })
  const opened = await post(`${claim}/open`, {}, { 'sec-fetch-site': 'same-origin', accept: 'text/html' })
  const [name = '', value = ''] = (opened.headers.get('set-cookie')?.split(';')[0] ?? '').split('=')

  await using browser = await openBrowser()
  const context = await browser.newContext()
  await context.addCookies([{ name, value, url: base }])
  const page = await context.newPage()
  await page.goto(`${base}/app/settings/activity`)
  await page.getByRole('heading', { name: 'Activity', exact: true }).waitFor()
  await page.evaluate(() => Object.assign(window, { isTheSamePage: true }))
  await copy.change(SCREEN, "title={t('activity.title')}", 'title="Changed title"')
  let changedAt = performance.now()
  await page.getByRole('heading', { name: 'Changed title' }).waitFor()
  t.diagnostic(`a change of a screen was seen after ${Math.round(performance.now() - changedAt)} ms`)
  assert.equal(await page.evaluate(() => Reflect.get(window, 'isTheSamePage')), true, 'nothing was reloaded')

  await copy.change(ROUTE, 'reply.send({ ok: true,', 'reply.send({ changed: true, ok: true,')
  changedAt = performance.now()
  await until(async () => /"changed":true/.test(await (await get('/healthz')).text()))
  t.diagnostic(`a change of a route was seen after ${Math.round(performance.now() - changedAt)} ms`)
  assert.equal((await get(new URL(`${endpoint_url}/status`).pathname)).status, 200, 'its data is kept')
})
