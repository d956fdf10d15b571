import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../support/service/service.ts'

const RECEIPT = /^http:\/\/[^/]+\/r\/\w{58}$/
const FETCH = { 'sec-fetch-dest': 'empty', 'accept-language': 'en' }
const HTMX = { accept: 'text/html', 'hx-request': 'true', 'hx-request-type': 'partial', ...FETCH }
const HTMX_2 = { accept: '*/*', 'hx-request': 'true', 'sec-fetch-mode': 'cors', ...FETCH }
const TURBO = {
  accept: 'text/vnd.turbo-stream.html, text/html, application/xhtml+xml',
  'x-turbo-request-id': '6a2e3f0c-1f5b-4f0c-9f0e-5b7a0f1c2d3e',
  ...FETCH,
}

test('answers a script that names text/html with a page, and follows no redirect that it cannot', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const own = new URL(service.base).origin
  const send = (headers: Record<string, string>, next?: string) =>
    service.submit(endpoint, { message: 'Hello', ...(next ? { _next: next } : {}) }, headers)

  for (const headers of [{ accept: 'text/html', ...FETCH }, TURBO, HTMX, HTMX_2]) {
    const answer = await send(headers)
    assert.equal(answer.status, 303)
    assert.match(answer.headers.get('location') ?? '', RECEIPT)
  }
  const elsewhere = { origin: 'https://acme.org' }
  for (const headers of [{ accept: 'text/html', ...FETCH }, TURBO]) {
    const answer = await send({ ...headers, ...elsewhere }, 'https://acme.org/done')
    assert.match(answer.headers.get('location') ?? '', RECEIPT, 'readable for the script')
    const here = await send({ ...headers, origin: own }, `${own}/done`)
    assert.equal(here.headers.get('location'), `${own}/done`)
  }
  const toHtmx = await send({ ...HTMX, ...elsewhere }, 'https://acme.org/done')
  assert.equal(toHtmx.status, 200)
  assert.equal(toHtmx.headers.get('hx-redirect'), 'https://acme.org/done')
  assert.equal(toHtmx.text, '')
  assert.match(toHtmx.headers.get('access-control-expose-headers') ?? '', /HX-Redirect, HX-Reswap/)
  for (const headers of [{ accept: 'text/html', ...FETCH }, TURBO, HTMX]) {
    const form = { _error: 'https://acme.org/wrong' }
    const refused = await service.submit(endpoint, form, { ...headers, ...elsewhere })
    assert.equal(refused.status, 400, 'readable for the script')
  }
  const boosted = await send({ ...HTMX, 'hx-boosted': 'true', origin: own }, `${own}/done`)
  assert.equal(boosted.headers.get('location'), `${own}/done`)
})

test('gives htmx and Turbo frames a fragment, and every other client a page', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const sent = await service.submit(endpoint, { message: 'x' }, HTMX)
  const receipt = sent.headers.get('location') ?? ''
  for (const headers of [HTMX, HTMX_2]) {
    const toHtmx = await service.get(receipt, { ...headers, 'accept-language': 'de' })
    assert.ok(toHtmx.text.includes(`<a href="${receipt}" target="_blank" rel="noopener noreferrer">`))
    assert.match(toHtmx.text, /^<div data-formslot="sent" role="status" lang="de" dir="ltr">/)
    assert.doesNotMatch(toHtmx.text, /<html|<main|<title/)
  }
  const toFrame = await service.get(receipt, { ...TURBO, 'turbo-frame': 'contact"><script>' })
  assert.match(toFrame.text, /^<turbo-frame id="contact&quot;&gt;&lt;script&gt;"><div data-formslot="sent"/)
  for (const headers of [TURBO, { ...HTMX, 'hx-request-type': 'full' }, { ...HTMX, 'hx-boosted': 'true' }]) {
    assert.match((await service.get(receipt, headers)).text, /^<!doctype html>[\s\S]*<main>/)
  }

  for (const headers of [HTMX, HTMX_2]) {
    const refused = await service.post(endpoint.endpoint_url, { form: { _next: 'x' }, headers })
    assert.equal(refused.status, 400)
    assert.match(refused.text, /^<div data-formslot="refused" role="alert"[\s\S]*fields_missing/)
    assert.equal(refused.headers.get('hx-reswap'), 'beforeend', 'the form keeps what was typed')
  }
  const inFrame = await service.post('/f/f_0000000000000000', {
    form: { message: 'x' },
    headers: { ...TURBO, 'turbo-frame': 'contact' },
  })
  assert.equal(inFrame.status, 404)
  assert.match(inFrame.text, /^<turbo-frame id="contact"><div data-formslot="refused"/)
  assert.equal(inFrame.headers.get('hx-reswap'), null)
})
