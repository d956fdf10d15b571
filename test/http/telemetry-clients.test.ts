import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SeverityNumber } from '@opentelemetry/api-logs'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import { Umami } from '@umami/node'
import { ADA, startService, type TestService } from '../support/service.ts'

async function create(service: TestService) {
  const made = (await service.post('/t/new', { form: { recipient: ADA } })).json
  const bearer = { authorization: `Bearer ${made.read_key}` }
  const events = async () =>
    Object((await service.get(`${made.telemetry_url}/events?limit=100`, bearer)).json).data
  return { url: String(made.telemetry_url), events }
}

/** The clients tell the time by their own clock. */
const now = () => new Date()

test('the SDK of OpenTelemetry sends its log records, as many as it pleases', async () => {
  await using service = await startService({ now: now() })
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
    ...{ body: 'paid', plan: 'pro', seats: 3, trial: false, tags: '["a","b"]', severity: 'INFO' },
  })
  assert.equal(event.user, 'ada')
  assert.ok(Math.abs(now().getTime() - new Date(event.time).getTime()) < 600_000)
  for (let n = 0; n < 600; n += 1) logger.emit({ body: `line ${n}` })
  await provider.forceFlush()
  await provider.shutdown()
  const rows = await service.sql('select accepted_count from endpoints')
  assert.equal(Number(rows[0]?.accepted_count), 601)
})

test('the client of Umami tracks and identifies', async () => {
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
