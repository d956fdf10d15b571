import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SUBMIT_BURST } from '../../../src/domain/submissions/submit-rate.ts'
import { EVENT_RATE_FACTOR } from '../../../src/domain/telemetry/event.ts'
import { ADA, startService, type TestService } from '../../support/service/service.ts'

const SHOP = 'https://lovelace.dev'
const POINT = /^GIF89a/

async function create(service: TestService) {
  const made = (await service.post('/t/new', { form: { recipient: ADA } })).json
  service.pass({ seconds: 2 })
  const url = String(made.telemetry_url)
  const bearer = { authorization: `Bearer ${made.read_key}` }
  const events = async () => Object((await service.get(`${url}/events`, bearer)).json).data
  return { url, bearer, events }
}

function getCors({ headers }: { headers: Headers }) {
  return [headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')]
}

test("accepts a beacon from the page's origin, and no other request with credentials", async () => {
  await using service = await startService()
  const { url } = await create(service)
  const request = (path: string, origin: string, method = 'POST') =>
    service.post(url + path, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type, hx-request',
      },
    })
  for (const door of ['', '/api/event', '/api/send', '/v1/logs', '/batch/', '/i/v0/e/']) {
    const preflight = await request(door, SHOP)
    assert.equal(preflight.status, 204)
    assert.deepEqual(getCors(preflight), [SHOP, 'true'], door)
    assert.equal(preflight.headers.get('vary'), 'Origin, Access-Control-Request-Headers')
    assert.equal(preflight.headers.get('access-control-allow-headers'), 'content-type, hx-request')
  }
  assert.deepEqual(getCors(await request('', 'null')), ['null', 'true'])
  for (const origin of [`${SHOP}/`, 'lovelace.dev', `${SHOP} https://bo.dev`, 'x', `${SHOP}/path?query`]) {
    assert.deepEqual(getCors(await request('', origin)), ['*', null], origin)
  }
  for (const path of ['/events', '/stats', '/props', '/values', '/stream', '/status', '/p.gif']) {
    assert.deepEqual(getCors(await request(path, SHOP, 'GET')), ['*', null], path)
  }
  const headers = { origin: SHOP }
  assert.deepEqual(getCors(await service.post(url, { json: { name: 'a' }, headers })), [SHOP, 'true'])
  assert.deepEqual(getCors(await service.post(url, { json: {}, headers })), [SHOP, 'true'], 'refusals too')
  assert.deepEqual(getCors(await service.post(url, { json: { name: 'a' } })), ['*', null])
  assert.deepEqual(getCors(await service.get(url, headers)), ['*', null], 'what is read, is read without')
})

test('a pixel request is an event with its parameters as fields, other names as props, and its page as URL', async () => {
  await using service = await startService()
  const { url, events } = await create(service)
  const referer = `${SHOP}/pricing?utm_source=email`
  const shown = await service.get(`${url}/p.gif?name=seen&section=top&id=1`, { referer })
  assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/gif'])
  assert.match(shown.text, POINT)
  assert.equal(shown.headers.get('cache-control'), 'no-store')
  assert.equal(shown.headers.get('set-cookie'), null)
  assert.equal(shown.headers.get('cross-origin-resource-policy'), null, 'every page may show it')
  const [event] = await events()
  assert.deepEqual(
    [event.name, event.props, event.url, event.client_id],
    ['seen', { section: 'top' }, `${SHOP}/pricing`, '1'],
  )
  await service.get(`${url}/p.gif?name=seen&id=1`)
  await service.get(`${url}/p.gif?name=named&url=${SHOP}/other&user=ada&referrer=${SHOP}`, {
    referer,
    'sec-gpc': '1',
  })
  const [private_, ...rest] = await events()
  assert.equal(rest.length, 1, 'of one id there is one event')
  assert.deepEqual([private_.url, private_.user, private_.referrer], [`${SHOP}/other`, null, null])
})

test('a pixel is always an image; a header states what happened, and a dry run explains it', async () => {
  await using service = await startService()
  const { url, events } = await create(service)
  const refused: [address: string, code: string][] = [
    [`${url}/p.gif`, 'event_invalid'],
    [`${url}/p.gif?name=${'x'.repeat(121)}`, 'event_invalid'],
    [`${service.base}/t/t_0000000000000000/p.gif?name=a`, 'endpoint_not_found'],
    [`${service.base}/t/nonsense/p.gif?name=a`, 'endpoint_not_found'],
  ]
  for (const [address, code] of refused) {
    const shown = await service.get(address)
    assert.deepEqual([shown.status, shown.headers.get('formslot-refused')], [200, code], address)
    assert.match(shown.text, POINT)
  }
  const wrong = await service.get(`${url}/p.gif?dry_run=1`)
  assert.deepEqual([wrong.status, wrong.json.field, wrong.json.dry_run], [400, 'name', true])
  const tried = await service.get(`${url}/p.gif?name=a&dry_run=1`)
  assert.deepEqual([tried.status, tried.json.would_accept], [200, 1])
  const [{ props }] = Object(tried.json).events
  assert.deepEqual(props, {})
  for (const header of ['sec-purpose', 'purpose', 'x-moz']) {
    const ahead = await service.get(`${url}/p.gif?name=ahead`, { [header]: 'prefetch;prerender' })
    assert.match(ahead.text, POINT)
  }
  const head = await service.post(`${url}/p.gif?name=head`, { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.get('content-type')], [200, 'image/gif'])
  assert.equal((await service.post(`${url}/p.gif?name=a`)).status, 405)
  assert.deepEqual(await events(), [])
})

test('pixels and posts share one rate limit', async () => {
  await using service = await startService()
  const { url } = await create(service)
  for (let sent = 0; sent < SUBMIT_BURST * EVENT_RATE_FACTOR; sent += 1) {
    const shown = await service.get(`${url}/p.gif?name=a`)
    assert.equal(shown.headers.get('formslot-refused'), null)
  }
  const shown = await service.get(`${url}/p.gif?name=a`)
  assert.deepEqual([shown.status, shown.headers.get('formslot-refused')], [200, 'event_rate'])
  assert.equal((await service.post(url, { json: { name: 'a' } })).status, 429)
})
