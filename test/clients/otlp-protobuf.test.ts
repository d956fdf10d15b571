import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { ADA, startService } from '../support/service/service.ts'

/** A program that exports logs, and what happens to the traces and metrics that it should not export. */
const PROGRAM = `import { context, trace } from '@opentelemetry/api'
import { SeverityNumber } from '@opentelemetry/api-logs'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'

const provider = new LoggerProvider({
  resource: resourceFromAttributes({ 'service.name': 'shop', 'host.name': 'ada' }),
  processors: [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter() })],
})
const span = { traceId: '5b8efff798038103d269b633813fc60c', spanId: 'eee19b7ec3c1b174', traceFlags: 1 }
provider.getLogger('cart', '1.2.0').emit({
  eventName: 'checkout',
  severityNumber: SeverityNumber.WARN,
  body: { total: 9.5, items: ['a', 'b'] },
  attributes: { plan: 'pro', seats: 3, large: 2 ** 53 - 1, trial: false, raw: new Uint8Array([0, 1, 255]), 'user.id': 'ada' },
  exception: new TypeError('no card'),
  context: trace.setSpanContext(context.active(), span),
})
for (let n = 0; n < 600; n += 1) provider.getLogger('lines').emit({ body: 'line ' + n })
await provider.forceFlush()
await provider.shutdown()
`

for (const compression of ['none', 'gzip']) {
  test(`the OpenTelemetry SDK sends its logs in protobuf, compression: ${compression}`, async () => {
    await using service = await startService({ now: new Date(), env: { FORMSLOT_SUBMIT_RATE: '0' } })
    const { json: made } = await service.post('/t/new', { form: { recipient: ADA } })
    const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM], {
      cwd: import.meta.dirname,
      env: {
        ...process.env,
        OTEL_EXPORTER_OTLP_ENDPOINT: String(made.telemetry_url),
        OTEL_EXPORTER_OTLP_COMPRESSION: compression,
      },
      timeout: 120_000,
    })
    assert.equal(stderr, '')
    const bearer = { authorization: `Bearer ${made.read_key}` }
    const listed = await service.get(`${made.telemetry_url}/events?name=checkout`, bearer)
    const [event] = Object(listed.json).data
    const { 'exception.stacktrace': trace, ...props } = event.props
    assert.deepEqual(
      [event.user, props],
      [
        'ada',
        {
          body: '{"total":9.5,"items":["a","b"]}',
          severity: 'WARN',
          trace_id: '5b8efff798038103d269b633813fc60c',
          span_id: 'eee19b7ec3c1b174',
          plan: 'pro',
          seats: 3,
          large: 9_007_199_254_740_991,
          trial: false,
          raw: 'AAH/',
          'exception.type': 'TypeError',
          'exception.message': 'no card',
          'scope.name': 'cart',
          'scope.version': '1.2.0',
          'resource.service.name': 'shop',
          'resource.host.name': 'ada',
        },
      ],
    )
    assert.match(trace, /^TypeError: no card\n/)
    const [row] = await service.sql('select accepted_count from endpoints')
    assert.equal(Number(row?.accepted_count), 601)
  })
}
