import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../support/service.ts'

const BROWSER = { accept: 'text/html' }
const PER_ANSWER = ['date', 'content-length', 'request-id', 'connection', 'keep-alive']

/** The headers of an answer without those that differ from answer to answer. */
function lasting(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !PER_ANSWER.includes(name)))
}

test('the headers of an acknowledgement are exactly these', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const answer = await service.submit(endpoint, { message: 'x' })
  assert.deepEqual(lasting(answer.headers), {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Retry-After, Request-Id, Idempotent-Replayed',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'referrer-policy': 'same-origin',
    vary: 'Accept',
    'x-content-type-options': 'nosniff',
  })
})

test('every page forbids scripts, frames and other hosts, and is kept by nobody', async () => {
  await using service = await startService({ mail: 'embedded' })
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'x' })
  await service.deliver()
  const [, id = ''] = /\/mailbox\/([0-9A-Za-z-]+)"/.exec((await service.get('/mailbox')).text) ?? []
  const text = (await service.get(`/mailbox/${id}/text`)).text
  const claim = /\/claim\/[0-9a-z]+/.exec(text)?.[0] ?? ''
  const disown = /\/disown\/[0-9a-z]+/.exec(text)?.[0] ?? ''
  assert.ok(claim && disown)
  const pages = [
    '/',
    '/docs',
    '/mailbox',
    `/mailbox/${id}`,
    `/f/${endpoint.form_id}`,
    `/f/${endpoint.form_id}/thanks`,
    '/claim/x',
    disown,
    claim,
  ]
  for (const address of pages) {
    const page = await service.get(address, BROWSER)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html; charset=utf-8$/, address)
    const policy = page.headers.get('content-security-policy') ?? ''
    for (const rule of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ]) {
      assert.ok(policy.includes(rule), `${address}: ${policy}`)
    }
    assert.doesNotMatch(policy, /script-src|unsafe/, address)
    assert.doesNotMatch(page.text, /<script|\son\w+=|\sstyle=/i, address)
    assert.equal(page.headers.get('cache-control'), 'no-store', address)
    assert.equal(page.headers.get('set-cookie'), null, address)
    for (const [, host] of page.text.matchAll(/(?:src|href)="(https?:\/\/[^/"]+)/g))
      assert.equal(host, service.base, address)
  }
})

test('https instances ask browsers to stay with https', async () => {
  await using service = await startService({ env: { FORMSLOT_BASE_URL: 'https://forms.acme.org' } })
  const answer = await fetch(`http://127.0.0.1:${service.port}/healthz`)
  assert.equal(answer.headers.get('strict-transport-security'), 'max-age=31536000')
})

test('links are made from the configured address, whatever the request says of itself', async () => {
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
