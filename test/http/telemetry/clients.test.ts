import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { SeverityNumber } from '@opentelemetry/api-logs'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import { Umami } from '@umami/node'
import { ADA, startService, type TestService } from '../../support/service/service.ts'

async function create(service: TestService) {
  const made = (await service.post('/t/new', { form: { recipient: ADA } })).json
  const bearer = { authorization: `Bearer ${made.read_key}` }
  const events = async () =>
    Object((await service.get(`${made.telemetry_url}/events?limit=100`, bearer)).json).data
  return { url: String(made.telemetry_url), events }
}

/** The clients use their own clocks. */
const now = () => new Date()

test('the OpenTelemetry SDK sends its log records without a limit on their number', async () => {
  await using service = await startService({ now: now(), env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const { url, events } = await create(service)
  const provider = new LoggerProvider({
    processors: [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter({ url: `${url}/v1/logs` }) })],
  })
  const logger = provider.getLogger('shop')
  logger.emit({
    eventName: 'checkout',
    severityNumber: SeverityNumber.INFO,
    severityText: 'INFO',
    body: 'paid',
    attributes: { plan: 'pro', seats: 3, trial: false, tags: ['a', 'b'], 'user.id': 'ada' },
  })
  await provider.forceFlush()
  const [event] = await events()
  assert.equal(event.name, 'checkout')
  assert.deepEqual(event.props, {
    body: 'paid',
    plan: 'pro',
    seats: 3,
    trial: false,
    tags: '["a","b"]',
    severity: 'INFO',
    'scope.name': 'shop',
    'resource.service.name': `unknown_service:${process.argv0}`,
    'resource.telemetry.sdk.language': 'nodejs',
    'resource.telemetry.sdk.name': 'opentelemetry',
    'resource.telemetry.sdk.version': event.props['resource.telemetry.sdk.version'],
  })
  assert.equal(event.user, 'ada')
  assert.ok(Math.abs(now().getTime() - new Date(event.time).getTime()) < 600_000)
  for (let n = 0; n < 600; n += 1) logger.emit({ body: `line ${n}` })
  await provider.forceFlush()
  await provider.shutdown()
  const rows = await service.sql('select accepted_count from endpoints')
  assert.equal(Number(rows[0]?.accepted_count), 601)
})

test("Umami's client tracks and identifies", async () => {
  await using service = await startService()
  const { url, events } = await create(service)
  const umami = new Umami({ websiteId: '50429a93-8479-4073-be80-d5d29c09c2ec', hostUrl: url })
  const tracked = await umami.track('signup', { plan: 'pro' })
  assert.equal(tracked.status, 200)
  const viewed = await umami.track({ url: '/pricing?utm=x', title: 'Pricing' })
  assert.equal(viewed.status, 200)
  assert.equal((await umami.identify({ role: 'admin' })).status, 200)
  const seen = (await events()).map((event: { name: string; url: string; props: object }) => [
    event.name,
    event.url,
    event.props,
  ])
  assert.deepEqual(seen, [
    ['identify', null, { role: 'admin' }],
    ['pageview', '/pricing', { title: 'Pricing' }],
    ['signup', null, { plan: 'pro' }],
  ])
})

test("accepts what Umami's script for pages sends, and answers with what it reads", async () => {
  await using service = await startService()
  const { url, events } = await create(service)
  const headers = { 'x-umami-website-id': 'any', 'x-umami-hostname': 'lovelace.dev', 'x-umami-cache': '' }
  const place = {
    website: 'any',
    hostname: 'lovelace.dev',
    screen: '1x1',
    url: 'https://lovelace.dev/?q=1',
    referrer: '',
    id: 'ada',
  }
  const send = async (type: string, payload: object) => {
    const answer = await service.post(`${url}/api/send`, {
      json: { type, payload: { ...place, ...payload } },
      headers,
    })
    assert.deepEqual(
      [answer.status, answer.json],
      [200, { ok: true, accepted: 1, cache: '', disabled: false }],
    )
  }
  await send('event', {})
  await send('event', { name: 'signup', data: { plan: 'pro' } })
  await send('performance', { ttfb: 12.5, lcp: 800, cls: 0.01, duration: 9000 })
  await send('identify', { data: { role: 'admin' } })
  await send('newer', {})
  await send('error', {
    name: 'TypeError',
    message: 'no card',
    stack: 'TypeError: no card\n    at pay (https://lovelace.dev/cart.js:1:7)',
    eventId: '0198f7a2-6c2e-7c3a-9d0a-0b1f6f2c1d11',
    timestamp: Date.parse('2026-11-10T08:59:00.000Z'),
    handled: false,
    release: '1.2.0',
    tags: { cart: '7' },
  })
  const sent = await events()
  const [error, ...others] = sent
  const page = { hostname: 'lovelace.dev' }
  assert.deepEqual(
    others.map(({ name, props }: { name: string; props: object }) => [name, props]),
    [
      ['newer', page],
      ['identify', { role: 'admin', ...page }],
      ['performance', { ttfb: 12.5, lcp: 800, cls: 0.01, duration: 9000, ...page }],
      ['signup', { plan: 'pro', ...page }],
      ['pageview', page],
    ],
  )
  const { received_at: _received, id: _id, test: _test, ...kept } = error
  assert.deepEqual(kept, {
    name: 'exception',
    time: '2026-11-10T08:59:00.000Z',
    url: 'https://lovelace.dev/',
    referrer: null,
    user: 'ada',
    client_id: '0198f7a2-6c2e-7c3a-9d0a-0b1f6f2c1d11',
    props: {
      'exception.type': 'TypeError',
      'exception.message': 'no card',
      'exception.stacktrace': 'TypeError: no card\n    at pay (https://lovelace.dev/cart.js:1:7)',
      release: '1.2.0',
      handled: false,
      cart: '7',
    },
  })
  assert.deepEqual((await service.get(`${url}/api/websites/any/recorder`)).json, { enabled: false })
  const unknown = `${service.base}/t/t_0000000000000000`
  const gone = await service.post(`${unknown}/api/send`, { json: { type: 'event', payload: place } })
  assert.deepEqual([gone.status, gone.json.disabled], [404, true], 'the script stops')
  const bad = await service.post(`${url}/api/send`, { json: {} })
  assert.deepEqual([bad.status, bad.json.disabled], [400, undefined])
})

test('accepts a batch in the format of Umami and counts what it could not read', async () => {
  await using service = await startService()
  const { url, events } = await create(service)
  const post = async (json: unknown) => {
    const answer = await service.post(`${url}/api/batch`, { json })
    return [answer.status, answer.json.code ?? answer.json]
  }
  const one = (name: string) => ({ type: 'event', payload: { website: 'any', name } })
  assert.deepEqual(await post([one('a'), {}, one('b')]), [200, { size: 3, processed: 2, errors: 1 }])
  assert.deepEqual(
    (await events()).map(({ name }: { name: string }) => name),
    ['b', 'a'],
  )
  for (const wrong of [[], one('a'), [{}], Array(101).fill(one('a'))]) {
    assert.deepEqual(await post(wrong), [400, 'event_invalid'])
  }
})

/** As posthog-node 5.70 writes it. */
const CAPTURED = {
  event: 'checkout',
  distinct_id: 'ada',
  properties: {
    plan: 'pro',
    seats: 3,
    $set: { name: 'Ada' },
    $ip: '192.0.2.7',
    $lib: 'posthog-node',
    $current_url: 'https://lovelace.dev/pricing?utm=x',
    $referrer: 'https://from.dev/',
    $geoip_disable: true,
  },
  type: 'capture',
  library: 'posthog-node',
  timestamp: '2026-11-10T08:59:00.000Z',
  uuid: '0198f7a2-6c2e-7c3a-9d0a-0b1f6f2c1d11',
}

test("accepts batches, compressed bodies and single events from PostHog's client", async () => {
  await using service = await startService()
  const { url, events } = await create(service)
  const batch = (list: unknown[]) =>
    service.post(`${url}/batch/`, {
      body: new Uint8Array(gzipSync(JSON.stringify({ api_key: 'any', batch: list, sent_at: 'now' }))),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    })
  const accepted = await batch([CAPTURED, { ...CAPTURED, uuid: '2', event: '$pageview', distinct_id: null }])
  assert.deepEqual([accepted.status, accepted.json], [200, { status: 1 }])
  assert.deepEqual((await batch([CAPTURED])).json, { status: 1 }, 'the same once more')
  const single = await service.post(`${url}/i/v0/e/`, {
    json: { api_key: 'any', event: 'one', properties: { distinct_id: 'bo' } },
  })
  assert.deepEqual([single.status, single.json], [200, { status: 1 }])

  const [one, viewed, first, ...others] = await events()
  assert.deepEqual([one.name, one.user, viewed.name, viewed.user], ['one', 'bo', 'pageview', null])
  assert.deepEqual(
    [first.name, first.user, first.props, first.url, first.referrer, first.time],
    [
      'checkout',
      'ada',
      { plan: 'pro', seats: 3 },
      'https://lovelace.dev/pricing',
      'https://from.dev/',
      CAPTURED.timestamp,
    ],
  )
  assert.deepEqual(others, [])

  assert.equal((await batch([])).status, 400)
  assert.deepEqual((await batch([{ no: 'name' }])).json.field, 'event')
  const many = Array.from({ length: 101 }, (_, n) => ({ event: 'e', uuid: String(n) }))
  assert.equal((await batch(many)).status, 413, 'the client then sends half as many')
  assert.equal((await batch(many.slice(1))).status, 200)
})

test("accepts what PostHog's script for pages sends: gzip without a header, base64 in a form, several paths", async () => {
  await using service = await startService()
  const { url, events } = await create(service)
  const send = async (path: string, type: string, body: string | Uint8Array<ArrayBuffer>) => {
    const answer = await service.post(url + path, { body, headers: { 'content-type': type } })
    return [answer.status, answer.json.status ?? answer.json.code]
  }
  const json = (event: string) =>
    JSON.stringify([{ event, properties: { distinct_id: 'ada', token: 'any' } }])
  const form = (text: string) => `data=${encodeURIComponent(text)}`
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  for (const [path, type, body] of [
    ['/e/?ip=0&_=1&ver=1.449.2', 'text/plain', new Uint8Array(gzipSync(json('gzip')))],
    [
      '/i/v0/e/?compression=base64&beacon=1',
      'application/x-www-form-urlencoded',
      form(base64(json('form é'))),
    ],
    ['/capture?compression=base64', 'text/plain', base64(json('text'))],
    ['/track/', 'application/x-www-form-urlencoded', form(json('plain'))],
    ['/batch', 'application/json', json('batch')],
    ['/i/v0/e', 'application/json', `\uFEFF${json('marked')}`],
  ] as const) {
    assert.deepEqual(await send(path, type, body), [200, 1], path)
  }
  const names = (await events()).map(({ name }: { name: string }) => name)
  assert.deepEqual(names, ['marked', 'batch', 'plain', 'text', 'form é', 'gzip'])
  const large = new Uint8Array(gzipSync(json('x'.repeat(600_000))))
  assert.deepEqual(await send('/e/', 'text/plain', large), [413, 'payload_too_large'])
  for (const broken of ['data=', 'data=%00', form('???'), 'other=1', form(base64('{'))]) {
    assert.deepEqual(await send('/e/', 'application/x-www-form-urlencoded', broken), [400, 'body_unparsable'])
  }
  const wide = json('wide').replace('"token"', `"$filler":"${'x'.repeat(100_000)}","token"`)
  assert.deepEqual(await send('/e/', 'application/json', wide), [200, 1], 'what is not stored may be long')
})

test("keeps type, message and stack trace of PostHog's exceptions", async () => {
  await using service = await startService()
  const { url, events } = await create(service)
  const frame = (name: string, lineno: number) => ({
    filename: 'https://lovelace.dev/cart.js?token=1',
    function: name,
    lineno,
    colno: 7,
    in_app: true,
    platform: 'web:javascript',
  })
  const thrown = (type: string, value: string, ...frames: object[]) => ({
    type,
    value,
    mechanism: { handled: false },
    stacktrace: { type: 'raw', frames },
  })
  const sendException = (properties: object) =>
    service.post(`${url}/e/`, {
      json: { event: '$exception', properties: { distinct_id: 'ada', ...properties } },
    })
  await sendException({
    $exception_list: [
      thrown('Error', 'not paid', frame('main', 1), frame('checkout', 20)),
      thrown('TypeError', 'no card', frame('pay', 30)),
      thrown('RangeError', 'long', ...Array(1000).fill(frame('again', 1))),
    ],
    $exception_level: 'error',
    cart: 7,
  })
  await sendException({ $exception_type: 'Error', $exception_message: 'of an older client' })
  await sendException({ $exception_list: [null, 7, { type: {}, stacktrace: { frames: [null, {}] } }] })
  const [odd, older, { name, props }] = await events()
  const { 'exception.stacktrace': trace, ...rest } = props
  assert.deepEqual(
    [name, rest],
    ['exception', { 'exception.type': 'Error', 'exception.message': 'not paid', cart: 7 }],
  )
  assert.deepEqual(trace.slice(0, 200).split('\n').slice(0, 4), [
    'at checkout (https://lovelace.dev/cart.js:20:7)',
    'at main (https://lovelace.dev/cart.js:1:7)',
    'Caused by: TypeError: no card',
    'at pay (https://lovelace.dev/cart.js:30:7)',
  ])
  assert.equal(trace.length, 2000)
  assert.deepEqual(older.props, { 'exception.type': 'Error', 'exception.message': 'of an older client' })
  assert.deepEqual(odd.props, { 'exception.type': '{}', 'exception.stacktrace': 'at ? ()' })
})

test("answers the other requests of PostHog's clients: settings, flags and scripts that are not hosted", async () => {
  await using service = await startService()
  const { url, events } = await create(service)
  const settings = await service.get(`${url}/array/phc_any/config?ip=0`)
  assert.deepEqual(
    [settings.status, settings.json.hasFeatureFlags, settings.json.sessionRecording],
    [200, false, false],
  )
  const script = await service.get(`${url}/array/phc_any/config.js`)
  assert.match(script.headers.get('content-type') ?? '', /^text\/javascript/)
  assert.equal(script.headers.get('cross-origin-resource-policy'), null, 'pages of other sites load it')
  const window: Record<string, Record<string, { config: object }>> = {}
  new Function('window', script.text)(window)
  assert.deepEqual(window._POSTHOG_REMOTE_CONFIG?.phc_any?.config, { token: 'phc_any', ...settings.json })
  const hostile = await service.get(`${url}/array/${encodeURIComponent('"]=alert(1)//')}/config.js`)
  assert.deepEqual([hostile.status, hostile.text.includes('alert')], [200, false])
  for (const path of ['/flags/?v=2', '/flags?v=2', '/decide/?v=3']) {
    const flags = await service.post(url + path, { json: { token: 'any', distinct_id: 'ada' } })
    assert.deepEqual([flags.status, flags.json.flags, flags.json.featureFlags], [200, {}, {}], path)
  }
  for (const path of ['/api/surveys/?token=any', '/api/early_access_features/', '/s/', '/engage/']) {
    assert.equal((await service.get(url + path)).status, 200, path)
  }
  for (const [path, warns] of [
    ['/static/array.js', true],
    ['/static/1.449.2/array.full.js', true],
    ['/array/phc_any/array.js', true],
    ['/static/exception-autocapture.js?v=1.449.2', false],
    ['/static/1.449.2/surveys.js', false],
  ] as const) {
    const file = await service.get(url + path)
    assert.deepEqual([file.status, file.text.includes('console.warn')], [200, warns], path)
    assert.match(file.headers.get('content-type') ?? '', /^text\/javascript/)
  }
  assert.deepEqual(await events(), [])
})

test("accepts PostHog's logs, which are those of OpenTelemetry", async () => {
  await using service = await startService()
  const { url, events } = await create(service)
  const resourceLogs = [{ scopeLogs: [{ logRecords: [{ body: { stringValue: 'paid' } }] }] }]
  const sent = await service.post(`${url}/i/v1/logs?token=any`, { json: { resourceLogs } })
  assert.deepEqual([sent.status, sent.json], [200, {}])
  assert.deepEqual((await events())[0].props, { body: 'paid' })
  assert.equal((await service.post(`${url}/i/v1/metrics?token=any`, { json: {} })).status, 404)
})

test("PostHog's client learns which events exceeded the quota and does not resend them", async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const { url } = await create(service)
  const send = (count: number) => {
    const list = Array.from({ length: count }, () => ({ event: 'tick' }))
    return service.post(`${url}/batch/`, { json: { api_key: 'any', batch: list } })
  }
  for (let sent = 0; sent < 4950; sent += 50) assert.deepEqual((await send(50)).json, { status: 1 })
  const limited = { status: 1, quota_limited: ['events'] }
  assert.deepEqual((await send(51)).json, limited)
  const after = await send(1)
  assert.deepEqual([after.status, after.json], [200, limited])
  const rows = await service.sql('select accepted_count from endpoints')
  assert.equal(Number(rows[0]?.accepted_count), 5000)
})
