import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { startService } from '../../support/service/service.ts'

const BROWSER = { accept: 'text/html' }
const PER_ANSWER = ['date', 'content-length', 'request-id', 'connection', 'keep-alive']

/** The headers of an answer without those that differ from answer to answer. */
function lasting(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !PER_ANSWER.includes(name)))
}

test('a submission response has exactly the documented headers', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const answer = await service.submit(endpoint, { message: 'x' })
  const { link, ...headers } = lasting(answer.headers)
  assert.match(link ?? '', /^<http:\/\/[^/]+\/r\/\w{58}>; rel="receipt"$/)
  assert.deepEqual(headers, {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Link, Retry-After, Request-Id, Idempotent-Replayed',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'referrer-policy': 'same-origin',
    vary: 'Accept, Origin',
    'x-content-type-options': 'nosniff',
  })
})

test('every page forbids foreign scripts and hosts, and only the documentation is cached; only pages of forms may be framed', async () => {
  await using service = await startService({ mail: 'embedded' })
  const endpoint = await service.createEndpoint()
  const sent = await service.submit(endpoint, { message: 'x' })
  const receipt = /\/r\/\w+/.exec(sent.headers.get('link') ?? '')?.[0] ?? ''
  await service.deliver()
  const [, id = ''] = /\/mailbox\/([0-9A-Za-z-]+)"/.exec((await service.get('/mailbox')).text) ?? []
  const text = (await service.get(`/mailbox/${id}/text`)).text
  const claim = /\/claim\/[0-9a-z]+/.exec(text)?.[0] ?? ''
  const declineUrl = /\/disown\/[0-9a-z]+/.exec(text)?.[0] ?? ''
  assert.ok(claim && declineUrl)
  const pages = [
    '/',
    '/docs',
    '/mailbox',
    `/mailbox/${id}`,
    `/f/${endpoint.form_id}`,
    `/f/${endpoint.form_id}/thanks`,
    receipt,
    '/claim/x',
    declineUrl,
    claim,
  ]
  for (const address of pages) {
    const page = await service.get(address, BROWSER)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html; charset=utf-8$/, address)
    const policy = page.headers.get('content-security-policy') ?? ''
    for (const rule of ["default-src 'none'", "base-uri 'none'", "form-action 'self'"]) {
      assert.ok(policy.includes(rule), `${address}: ${policy}`)
    }
    assert.equal(policy.includes("frame-ancestors 'none'"), !/^\/[fr]\//.test(address), address)
    const scripted = page.text.includes(`<script src="${service.base}/page.js" defer></script>`)
    assert.ok(
      !scripted || policy.includes("; script-src 'self'; require-trusted-types-for 'script'"),
      address,
    )
    if (/^\/(claim|disown)\//.test(address)) assert.doesNotMatch(policy, /script-src/, address)
    assert.doesNotMatch(policy, /unsafe/, address)
    assert.doesNotMatch(
      page.text,
      /<script(?! src="[^"]*\/(?:page|demo|docs|receipt)\.js" defer><\/script>)|\son\w+=|\sstyle=/i,
      address,
    )
    const cached = address === '/docs' ? 'public, max-age=300' : 'no-store'
    assert.equal(page.headers.get('cache-control'), cached, address)
    const loadedBy = /^\/[fr]\//.test(address) ? null : 'same-origin'
    assert.equal(page.headers.get('cross-origin-resource-policy'), loadedBy, address)
    assert.equal(page.headers.get('set-cookie'), null, address)
    for (const [, host] of page.text.matchAll(/(?:src|href)="(https?:\/\/[^/"]+)/g))
      assert.equal(host, service.base, address)
  }
})

test('https instances send Strict-Transport-Security', async () => {
  await using service = await startService({ env: { FORMSLOT_BASE_URL: 'https://forms.acme.org' } })
  const answer = await fetch(`http://127.0.0.1:${service.port}/healthz`)
  assert.equal(answer.headers.get('strict-transport-security'), 'max-age=31536000')
})

test('builds links from the configured address, whatever the request says', async () => {
  await using service = await startService({ env: { FORMSLOT_BASE_URL: 'https://forms.acme.org' } })
  const answer = await fetch(`http://127.0.0.1:${service.port}/new`, {
    method: 'POST',
    body: new URLSearchParams({ recipient: 'ada@lovelace.dev' }),
    headers: { 'x-forwarded-host': 'evil.dev', 'x-forwarded-proto': 'http', forwarded: 'host=evil.dev' },
  })
  const body = await answer.text()
  assert.match(body, /https:\/\/forms\.acme\.org\/f\//)
  assert.doesNotMatch(body, /evil/)
})

test('requests rejected before routing have the headers of every response', async () => {
  await using service = await startService()
  const form = await service.post('/f/%zz', { form: { a: 'b' } })
  assert.equal(form.status, 400)
  assert.match(String(form.json.request_id), /^req_/)
  assert.equal(form.headers.get('request-id'), form.json.request_id)
  assert.deepEqual(lasting(form.headers), {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Link, Retry-After, Request-Id, Idempotent-Replayed',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'referrer-policy': 'same-origin',
    vary: 'Origin',
    'x-content-type-options': 'nosniff',
  })
  assert.equal((await service.get('/%zz')).headers.get('access-control-allow-origin'), null)
  for (const address of ['/t/new', '/t/%6eew', '/t/n%65%77?dry_run=1', '/%74/new']) {
    const made = await service.post(address, { form: { recipient: 'mallory' } })
    assert.deepEqual([made.status, made.headers.get('access-control-allow-origin')], [400, null], address)
  }
})

test('rejects invalid HTTP with a request ID', async () => {
  await using service = await startService()
  const ids = new Set<string>()
  for (const [sent, status] of [
    ['nonsense\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ] as const) {
    const socket = connect(service.port, '127.0.0.1')
    socket.write(sent)
    const answer = await text(socket)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    assert.ok(head.startsWith(`HTTP/1.1 ${status} `), head)
    const id = String(JSON.parse(body).request_id)
    ids.add(id)
    assert.ok(head.includes(`\r\nrequest-id: ${id}`))
    assert.match(head, /\r\ncache-control: no-store/)
    assert.match(head, /\r\nx-content-type-options: nosniff/)
    assert.match(head, /\r\naccess-control-allow-origin: \*/)
  }
  assert.equal(ids.size, 2)
  for (const id of ids) assert.match(id, /^req_[0-9a-z]{19}$/)
})

test('shows a browser a page and a program JSON for an unknown or empty address', async () => {
  await using service = await startService()
  const german = { ...BROWSER, 'accept-language': 'de' }
  for (const [address, status] of [
    ['/nowhere', 404],
    ['/new', 405],
    ['/mailbox', 404],
  ] as const) {
    const page = await service.get(address, german)
    assert.equal(page.status, status)
    assert.match(page.text, /<html lang="de"[\s\S]*<h1>Seite nicht gefunden/, address)
    for (const headers of [{ accept: '*/*' }, { ...BROWSER, 'sec-fetch-dest': 'empty' }]) {
      assert.equal((await service.get(address, headers)).json.request_id !== undefined, true, address)
    }
  }
  const mismatched = await service.post('/', { form: { a: 'b' }, headers: german })
  assert.equal(mismatched.status, 405)
  assert.equal(mismatched.headers.get('allow'), 'GET, HEAD')
  assert.match(mismatched.text, /<h1>Das Formular wurde nicht/)
})
