import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SUBMIT_BURST } from '../../../src/domain/submissions/submit-rate.ts'
import { READING_RATE_FACTOR } from '../../../src/domain/telemetry/event.ts'
import { createCalls, type Owner, signIn } from '../../support/fixtures/owner.ts'
import { ADA, BO, startService, type TestService } from '../../support/service/service.ts'

const READER = { accept: 'text/html', 'accept-language': 'en' }

/** Ada's telemetry endpoint with a public link. */
async function share(service: TestService, owner: Owner, name: string | null = 'Shop') {
  const made = (await owner.post('/telemetry', name === null ? {} : { name })).json
  const place = `/telemetry/${made.id}`
  const link = await owner.post(`${place}/public-link`)
  assert.equal(link.status, 200, link.text)
  const url = String(link.json.url)
  return {
    id: String(made.id),
    place,
    url,
    path: new URL(url).pathname,
    async send(events: readonly object[]) {
      for (let at = 0; at < events.length; at += 100) {
        const sent = await service.post(String(made.telemetry_url), { json: events.slice(at, at + 100) })
        assert.equal(sent.status, 202, sent.text)
      }
    },
  }
}

const repeat = (times: number, event: object) => Array.from({ length: times }, () => event)
const open = (service: TestService, path: string, headers = {}) =>
  service.get(path, { ...READER, ...headers })
/** The names and counts of a page, and its total. */
function readCounts(page: string) {
  const total = /class="total"><b>([^<]*)</.exec(page)?.[1]
  const [, names = ''] = page.split('<h2>')
  const rows = [...names.matchAll(/<th scope="row">.*?<\/svg>(.*?)<\/th><td>(.*?)<\/td>/g)]
  return { total, rows: rows.map(([, name = '', count]) => [name.replaceAll(/<[^>]*>/g, ''), count]) }
}

test('whoever has the public link sees totals without a sign-in, until it is revoked', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { place, path, url, send } = await share(service, ada)
  assert.match(url, /\/s\/[0-9a-hjkmnp-tv-z]{48}$/)
  assert.equal((await ada.get(`${place}/public-link`)).json.url, url, 'the owner can copy it again')
  assert.equal((await ada.post(`${place}/public-link`)).json.url, url, 'there is one')
  await send([...repeat(12, { name: 'pageview' }), ...repeat(10, { name: 'signup' }), { name: 'rare' }])
  const seen = await open(service, path)
  assert.equal(seen.status, 200)
  assert.match(seen.text, /<h1><bdi>Shop<\/bdi><\/h1>/)
  assert.deepEqual(readCounts(seen.text), {
    total: '23',
    rows: [
      ['pageview', '12'],
      ['signup', '10'],
      ['Other', '1'],
    ],
  })
  assert.equal((await ada.delete(`${place}/public-link`)).status, 204)
  assert.equal((await ada.delete(`${place}/public-link`)).status, 204, 'repeatable')
  assert.equal((await open(service, path)).status, 404)
  assert.equal((await ada.get(`${place}/public-link`)).json.url, null)
  const another = String((await ada.post(`${place}/public-link`)).json.url)
  assert.notEqual(another, url)
  assert.equal((await open(service, path)).status, 404, 'a revoked link never works again')
  assert.equal((await open(service, new URL(another).pathname)).status, 200)
})

test('the page contains nothing of a single event, nor the id of the endpoint, nor the owner', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { id, path, send } = await share(service, ada, null)
  const event = {
    name: 'pageview',
    url: 'https://shop.dev/orders/8271-grace?email=grace@navy.mil',
    referrer: 'https://intranet.navy.mil/secret',
    user: 'user-grace',
    id: undefined,
    props: { coupon: 'prop-grace', amount: 4711.25 },
  }
  await send(repeat(30, event))
  await send(repeat(9, { name: 'opened by grace@navy.mil' }))
  for (const period of ['24h', '7d', '30d', 'x', '<b>']) {
    const page = await open(service, `${path}?period=${encodeURIComponent(period)}`)
    assert.equal(page.status, 200)
    assert.match(page.text, /pageview/)
    assert.doesNotMatch(page.text, /grace|navy|shop\.dev|coupon|4,?711|intranet/)
    assert.ok(!page.text.includes(id) && !page.text.includes(ADA) && !page.text.includes('lovelace'))
  }
})

test('a page that is gone is answered alike: revoked, retired, closed, or never there', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const shared = await share(service, ada)
  const unknown = await open(service, `/s/${'0'.repeat(48)}`)
  assert.equal(unknown.status, 404)
  assert.match(unknown.text, /This link doesn’t work/)
  assert.equal((await open(service, '/s/x')).text, unknown.text)
  assert.equal((await open(service, `${shared.path}x`)).text, unknown.text)
  const altered = shared.path.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  assert.equal((await open(service, altered)).text, unknown.text)
  await ada.post(`${shared.place}/retire`)
  assert.equal((await open(service, shared.path)).text, unknown.text)
  assert.equal((await ada.post(`${shared.place}/public-link`)).json.code, 'endpoint_retired')

  const other = await share(service, ada)
  assert.equal((await open(service, other.path)).status, 200)
  assert.equal((await ada.delete('/account')).status, 204)
  assert.equal((await open(service, other.path)).text, unknown.text)
})

test('the page is not indexed, sends no referrer, is not framed, and has no script', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { path } = await share(service, ada)
  for (const address of [path, '/s/x']) {
    const { headers, text } = await open(service, address)
    assert.equal(headers.get('x-robots-tag'), 'noindex')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('set-cookie'), null)
    assert.equal(headers.get('access-control-allow-origin'), null)
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/)
    assert.doesNotMatch(text, /<script|style="/)
  }
  assert.doesNotMatch((await service.get('/robots.txt')).text, /\/s\//, 'a crawler must read noindex')
  assert.equal((await service.post(path, { method: 'HEAD' })).status, 200)
})

test('the page speaks the language of its reader, with their numbers', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const ada = await signIn(service)
  const { path, send } = await share(service, ada)
  await send(repeat(1200, { name: 'view' }))
  const german = await open(service, path, { 'accept-language': 'de-AT' })
  assert.match(german.text, /<html lang="de"/)
  assert.match(german.text, /7 Tage/)
  assert.deepEqual(readCounts(german.text), { total: '1.200', rows: [['view', '1.200']] })
  assert.equal(german.headers.get('vary'), 'Accept-Language')
  assert.match((await open(service, path, { 'accept-language': 'ar' })).text, /<html lang="ar" dir="rtl"/)
})

test('offers the periods for which the plan keeps events', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { path } = await share(service, ada)
  const offered = async (from: TestService, at: string) =>
    [...(await open(from, at)).text.matchAll(/\?period=(\w+)"( aria-current)?/g)].map(
      ([, period, current]) => period + (current ? '!' : ''),
    )
  assert.deepEqual(await offered(service, path), ['24h', '7d!'])
  assert.deepEqual(await offered(service, `${path}?period=30d`), ['24h', '7d!'])
  await using pro = await startService({ env: { FORMSLOT_DEFAULT_PLAN: 'pro' } })
  const { path: longer } = await share(pro, await signIn(pro))
  assert.deepEqual(await offered(pro, `${longer}?period=30d`), ['24h', '7d', '30d!'])
})

test('statistics are counted once a minute, whoever reads them, and a revoked link ends at once', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { place, path, send } = await share(service, ada)
  await send(repeat(10, { name: 'view' }))
  const total = async () => readCounts((await open(service, path)).text).total
  assert.equal(await total(), '10')
  await send(repeat(5, { name: 'view' }))
  service.pass({ seconds: 59 })
  assert.equal(await total(), '10')
  service.pass({ seconds: 1 })
  assert.equal(await total(), '15')
  await ada.delete(`${place}/public-link`)
  assert.equal((await open(service, path)).status, 404)
})

test('a reader who opens pages too fast waits, whatever the token', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { path } = await share(service, ada)
  for (let count = 0; count < SUBMIT_BURST * READING_RATE_FACTOR; count += 1) {
    assert.equal((await open(service, `/s/${count}`)).status, 404)
  }
  const over = await open(service, path)
  assert.equal(over.status, 429)
  assert.match(over.text, /Please wait a moment/)
  service.pass({ seconds: Number(over.headers.get('retry-after')) })
  assert.equal((await open(service, path)).status, 200)
})

test('only its owner creates and revokes a link, freshly signed in or with both scopes', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { id, place, path } = await share(service, ada)
  const program = async (scopes: string[]) =>
    createCalls(service, {
      authorization: `Bearer ${(await ada.post('/keys', { name: 'x', scopes })).json.key}`,
    })
  const [reads, writes, both] = [
    await program(['read']),
    await program(['write']),
    await program(['read', 'write']),
  ]
  const codes = async (calls: Pick<Owner, 'get' | 'post' | 'delete'>) =>
    [
      await calls.get(`${place}/public-link`),
      await calls.post(`${place}/public-link`),
      await calls.delete(`${place}/public-link`),
    ].map(({ status }) => status)
  service.pass({ seconds: 2 })
  assert.deepEqual(await codes(await signIn(service, BO)), [404, 404, 404])
  assert.equal((await open(service, path)).status, 200)
  assert.deepEqual(await codes(reads), [200, 403, 403])
  assert.deepEqual(await codes(writes), [403, 403, 204])
  assert.deepEqual(await codes(both), [200, 200, 204])
  const form = ada.endpoint.form_id
  assert.equal((await ada.post(`/telemetry/${form}/public-link`)).status, 404, 'forms have none')
  service.pass({ minutes: 16 })
  assert.equal((await ada.post(`${place}/public-link`)).json.code, 'fresh_sign_in_needed')
  const entries = Object(await ada.get('/audit')).json.data as { action: string; subject: string }[]
  assert.deepEqual(
    entries.filter(({ subject }) => subject === id).map(({ action }) => action),
    ['public_link_revoked', 'public_link_created', 'public_link_revoked', 'public_link_created'],
  )
})

test('creating a public link confirms an endpoint that was claimed by its link alone', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  service.pass({ seconds: 2 })
  const made = (await service.post('/t/new', { form: { recipient: ADA } })).json
  await service.post(String(made.telemetry_url), { json: { name: 'first' } })
  await service.get(await service.linkIn('claim'))
  const place = `/telemetry/${made.telemetry_id}`
  assert.equal((await ada.get(place)).json.confirmed_at, null)
  await ada.post(`${place}/public-link`)
  assert.equal((await ada.get(place)).json.confirmed_at, service.now().toISOString())
})
