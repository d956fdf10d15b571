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
