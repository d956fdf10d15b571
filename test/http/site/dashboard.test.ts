import assert from 'node:assert/strict'
import { cp, mkdtempDisposable, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { builtDashboard } from '../../support/browser/dashboard.ts'
import { startService } from '../../support/service/service.ts'

const folder = await builtDashboard()
const names = (await readdir(path.join(folder, 'assets'))).filter((name) => /\.(?:js|css)$/.test(name))
const BROWSER = { accept: 'text/html' }

test('every dashboard URL serves one page, which is revalidated and allows no foreign script', async () => {
  await using service = await startService()
  const [home, deep] = await Promise.all(
    ['/app/usage', '/app/endpoints/f_1?view=emails'].map((address) => service.get(address, BROWSER)),
  )
  assert.ok(home && deep)
  assert.equal(home.status, 200)
  assert.equal(deep.text, home.text)
  assert.equal(home.headers.get('content-type'), 'text/html; charset=utf-8')
  assert.equal(home.headers.get('cache-control'), 'no-cache')
  assert.equal(home.headers.get('cross-origin-opener-policy'), 'same-origin')
  assert.equal(home.headers.get('cross-origin-resource-policy'), 'same-origin')
  assert.match(home.headers.get('permissions-policy') ?? '', /camera=\(\)/)
  const policy = home.headers.get('content-security-policy') ?? ''
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "frame-ancestors 'none'",
  ]) {
    assert.ok(policy.split('; ').includes(rule), policy)
  }
  assert.doesNotMatch(policy, /unsafe|https?:|\*/)
  assert.doesNotMatch(home.text, /<style|\sstyle=|<script(?![^>]*\ssrc="\/app\/assets\/)/)
})

test('the page of the inbox preloads its first call, unless the list is filtered', async () => {
  await using service = await startService()
  const call = /<link rel="preload" as="fetch" crossorigin href="\/api\/v1\/submissions\?[^"]+">/
  const other = await service.get('/app/inbox/sub_1', BROWSER)
  assert.doesNotMatch(other.text, call)
  for (const address of ['/app/inbox', '/app', '/app/']) {
    const { status, headers, text } = await service.get(address, BROWSER)
    assert.equal(status, 200)
    assert.match(text, call, address)
    assert.equal(headers.get('content-security-policy'), other.headers.get('content-security-policy'))
    assert.notEqual(headers.get('etag'), other.headers.get('etag'))
    assert.doesNotMatch(text, /<style|\sstyle=|<script(?![^>]*\ssrc="\/app\/assets\/)/)
    const withoutLinks = (page: string) => page.replaceAll(/ *<link rel="(?:module)?preload"[^>]*>\n/g, '')
    assert.equal(withoutLinks(text), withoutLinks(other.text))
  }
  for (const address of ['/app/inbox?q=cake', '/app/inbox?folder=spam', '/app/inboxes']) {
    assert.doesNotMatch((await service.get(address, BROWSER)).text, call, address)
  }
})

test('browsers can install the dashboard, with the icons of the pages', async () => {
  await using service = await startService()
  const page = await service.get('/app', BROWSER)
  const policy = (page.headers.get('content-security-policy') ?? '').split('; ')
  assert.ok(policy.includes("manifest-src 'self'") && policy.includes("img-src 'self' data:"), policy.join())
  const linked = new Map(
    [...page.text.matchAll(/<link +rel="(icon|apple-touch-icon|manifest)" href="([^"]+)"/g)].map(
      ([, rel, href]) => [rel, href],
    ),
  )
  assert.deepEqual(Object.fromEntries(linked), {
    icon: '/icon.svg',
    'apple-touch-icon': '/icon.png',
    manifest: '/manifest.webmanifest',
  })
  for (const file of linked.values())
    assert.equal((await service.get(String(file))).status, 200, String(file))
  const { start_url, scope } = JSON.parse((await service.get('/manifest.webmanifest')).text)
  assert.equal(start_url, `${service.base}/app`)
  assert.ok(start_url.startsWith(scope) && `${service.base}/sign-in`.startsWith(scope), scope)
})

test('answers 304 to a browser with the newest page, whatever encoding it accepts', async () => {
  await using service = await startService()
  const tags = new Set<string>()
  for (const [encoding, chosen] of [
    ['identity', null],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5', 'br'],
    ['*;q=0.1, br;q=0', 'gzip'],
  ] as const) {
    const headers = { ...BROWSER, 'accept-encoding': encoding }
    const first = await service.get('/app', headers)
    const tag = first.headers.get('etag') ?? ''
    tags.add(tag)
    assert.equal(first.headers.get('content-encoding'), chosen, encoding)
    assert.match(first.text, /<div id="dashboard">/)
    assert.equal(first.headers.get('vary'), 'Accept-Encoding')
    for (const named of [tag, `"other", W/${tag}`, '*']) {
      const again = await service.get('/app', { ...headers, 'if-none-match': named })
      assert.equal(again.status, 304, named)
      assert.equal(again.text, '')
      assert.equal(again.headers.get('etag'), tag)
    }
    assert.equal((await service.get('/app', { ...headers, 'if-none-match': '"other"' })).status, 200)
  }
  assert.equal(tags.size, 3)
})

test('caches hashed files forever and serves them compressed', async () => {
  await using service = await startService()
  assert.ok(names.length > 10)
  for (const name of names) {
    const plain = await service.get(`/app/assets/${name}`, { 'accept-encoding': 'identity' })
    assert.equal(plain.status, 200)
    assert.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(plain.headers.get('cross-origin-resource-policy'), 'same-origin')
    assert.equal(plain.headers.get('x-content-type-options'), 'nosniff')
    assert.match(plain.headers.get('content-type') ?? '', /^text\/(?:javascript|css); charset=utf-8$/)
    for (const encoding of ['gzip', 'br']) {
      const packed = await service.get(`/app/assets/${name}`, { 'accept-encoding': encoding })
      assert.equal(packed.headers.get('content-encoding'), encoding)
      assert.equal(packed.text, plain.text)
    }
  }
  const head = await service.post(`/app/assets/${names[0]}`, { method: 'HEAD' })
  assert.equal(head.status, 200)
  assert.equal(head.text, '')
  assert.ok(Number(head.headers.get('content-length')) > 0)
})

test('serves no file outside the build', async () => {
  await using service = await startService()
  for (const name of [
    'nothing-1234.js',
    `${names[0]}.br`,
    '..%2findex.html',
    '..%2f..%2f..%2fpackage.json',
    '%2e%2e/built-from.txt',
    'constructor',
    '',
  ]) {
    const answer = await service.get(`/app/assets/${name}`)
    if (name === '%2e%2e/built-from.txt') assert.match(answer.text, /<div id="dashboard">/)
    else assert.equal(answer.status, 404, name)
    assert.doesNotMatch(answer.text, /devDependencies/)
    if (answer.status === 404) assert.equal(answer.headers.get('cache-control'), 'no-store')
  }
  const sent = await service.post('/app/inbox', { form: { a: 'b' } })
  assert.equal(sent.status, 405)
  assert.equal(sent.headers.get('allow'), 'GET, HEAD')
})

test('without a dashboard build the service runs, says how to create one, and finds it without a restart', async () => {
  await using place = await mkdtempDisposable(path.join(tmpdir(), 'formslot-'))
  const dashboardFolder = path.join(place.path, 'dist')
  await using service = await startService({ dashboardFolder })
  const missing = await service.get('/app/inbox', BROWSER)
  assert.equal(missing.status, 503)
  assert.match(missing.text, /npm run build/)
  assert.equal(missing.headers.get('cache-control'), 'no-store')
  assert.equal((await service.get('/app/assets/nothing.js')).status, 404)
  assert.equal((await service.get('/healthz')).status, 200)
  await cp(folder, dashboardFolder, { recursive: true })
  assert.equal((await service.get('/app/inbox', BROWSER)).status, 200)
})
