import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { startService } from '../../support/service/service.ts'

const SITE = 'https://acme.org'
const EVIL = 'https://evil.dev'
const FROM_PAGE = { accept: 'text/html', origin: SITE, referer: `${SITE}/contact` }
const WITHOUT_RATE = { FORMSLOT_SUBMIT_RATE: '0' }
/** A value that is refused. */
const LONG = 'x'.repeat(64 * 1024 + 1)

test('sends a browser to the page for errors that the form names, with code and field', async () => {
  await using service = await startService({ env: WITHOUT_RATE })
  const endpoint = await service.createEndpoint()
  const refused = (form: Record<string, string>, headers: Record<string, string> = FROM_PAGE) =>
    service.submit(endpoint, form, headers)
  const target = async (form: Record<string, string>) => (await refused(form)).headers.get('location')

  assert.equal(await target({ _error: '/sorry' }), `${SITE}/sorry?error=fields_missing`)
  assert.equal(await target({ _error_url: `${SITE}/sorry` }), `${SITE}/sorry?error=fields_missing`)
  assert.equal(
    await target({ _error: '/sorry?lang=de&error=mine&field=mine#form', 'a&b=c': LONG }),
    `${SITE}/sorry?lang=de&error=field_invalid&field=a%26b%3Dc#form`,
  )
  assert.equal(await target({ _error: '/sorry?field=mine' }), `${SITE}/sorry?error=fields_missing`)
  const redirected = await refused({ _error: '/sorry' })
  assert.deepEqual([redirected.status, redirected.text], [303, ''])

  const elsewhere = [
    ...[EVIL, '//evil.dev', 'https:evil.dev', '/\\evil.dev', 'javascript:alert(1)', ' https://evil.dev'],
    ...['https://acme.org@evil.dev/', 'https://acme.org.evil.dev', '/\t/evil.dev', 'data:text/html,x', ''],
  ]
  for (const _error of elsewhere) {
    const answer = await refused({ _error })
    assert.deepEqual([answer.status, answer.headers.get('location')], [400, null], _error)
    assert.match(answer.headers.get('content-type') ?? '', /html/)
  }
  const file = new FormData()
  file.append('_error', '/sorry')
  file.append('cv', new Blob(['x']), 'cv.pdf')
  const withFile = await service.post(endpoint.endpoint_url, { body: file, headers: FROM_PAGE })
  assert.equal(withFile.headers.get('location'), `${SITE}/sorry?error=file_refused&field=cv`)

  const script = await refused({ _error: '/sorry' }, { accept: 'application/json', origin: SITE })
  assert.deepEqual([script.status, script.json.code], [400, 'fields_missing'])
  const accepted = await refused({ a: 'b', _error: '/sorry' })
  assert.match(accepted.headers.get('location') ?? '', /\/r\/\w{58}$/)
  const unknown = await service.submit(
    { ...endpoint, endpoint_url: `${service.base}/f/f_nope` },
    { _error: '/sorry' },
    FROM_PAGE,
  )
  assert.equal(unknown.status, 404)
})

test('the owner sets a page for errors, and _error leads only there, to the own site, or to a listed one', async () => {
  await using service = await startService({ env: WITHOUT_RATE })
  const ada = await signIn(service)
  const place = `/endpoints/${ada.endpoint.form_id}`
  const changed = await ada.patch(place, { error_url: `${SITE}/sorry?a=b` })
  assert.equal((changed.json.settings as Record<string, unknown>).error_url, `${SITE}/sorry?a=b`)
  const target = async (form: Record<string, string>, headers: Record<string, string> = {}) =>
    (await service.submit(ada.endpoint, form, { accept: 'text/html', ...headers })).headers.get('location')

  assert.equal(await target({}), `${SITE}/sorry?a=b&error=fields_missing`)
  assert.equal(await target({ _error: EVIL }), `${SITE}/sorry?a=b&error=fields_missing`)
  const shop = 'https://shop.dev'
  assert.equal(await target({ _error: `${shop}/x` }), `${SITE}/sorry?a=b&error=fields_missing`)
  await ada.patch(place, { allowed_origins: [SITE, shop] })
  assert.equal(await target({ _error: `${shop}/x` }), `${shop}/x?error=fields_missing`)
  assert.equal(
    await target({ a: 'b' }, { origin: EVIL }),
    `${SITE}/sorry?a=b&error=origin_not_allowed`,
    'not to the page that may not send',
  )
  const unreadable = await service.post(ada.endpoint.endpoint_url, {
    body: 'x',
    headers: { accept: 'text/html', 'content-type': 'multipart/form-data' },
  })
  assert.equal(unreadable.headers.get('location'), `${SITE}/sorry?a=b&error=body_unparsable`)
  await ada.post(`${place}/retire`, {})
  assert.equal(await target({ a: 'b' }), `${SITE}/sorry?a=b&error=endpoint_retired`)

  for (const wrong of ['/sorry', 'javascript:alert(1)', 'https://good@evil.dev/', 'x'.repeat(3000)]) {
    const answer = await ada.patch(place, { error_url: wrong })
    assert.deepEqual([answer.status, answer.json.field], [400, 'error_url'], wrong)
  }
  assert.equal((await ada.patch(place, { error_url: null })).status, 200)
  assert.equal(await target({ a: 'b' }), null)
})

test('a visitor who submits too fast sees our page with the time to wait', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  for (let sent = 0; sent < 20; sent += 1) await service.submit(endpoint, { a: 'b' })
  const answer = await service.submit(endpoint, { a: 'b', _error: '/sorry' }, FROM_PAGE)
  assert.equal(answer.status, 429)
  assert.ok(Number(answer.headers.get('retry-after')) > 0)
})
