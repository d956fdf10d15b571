import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { startService } from '../support/service/service.ts'

test('renders counters, gauges and histograms as Prometheus reads them', async () => {
  const metrics = createMetrics()
  metrics.count('formslot_submissions_total', 'accepted')
  metrics.count('formslot_submissions_total', 'accepted')
  metrics.observe('formslot_http_request_duration_seconds', 0.003, 'forms')
  metrics.gauge({ name: 'formslot_example', help: 'An example.', read: async () => 7 })
  const text = await metrics.render()
  assert.match(text, /^# TYPE formslot_submissions_total counter$/m)
  assert.match(text, /^formslot_submissions_total\{result="accepted"\} 2$/m)
  assert.match(text, /^formslot_http_faults_total 0$/m)
  assert.match(text, /^formslot_http_request_duration_seconds_bucket\{le="0.0025",route="forms"\} 0$/m)
  assert.match(text, /^formslot_http_request_duration_seconds_bucket\{le="0.005",route="forms"\} 1$/m)
  assert.match(text, /^formslot_example 7$/m)
})

test('measures requests by group of routes, commits and deliveries', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'Hello' })
  await service.get('/nowhere')
  await service.service.deliver()
  const text = await service.service.metrics.render()
  const counted = (name: string) => Number(new RegExp(`^${name}_count\\S* (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
  for (const group of ['creations', 'forms', 'pages']) {
    assert.match(
      text,
      new RegExp(`^formslot_http_request_duration_seconds_count\\{route="${group}"\\} 1$`, 'm'),
    )
  }
  assert.ok(counted('formslot_commit_duration_seconds') >= 2)
  assert.ok(counted('formslot_delivery_duration_seconds') >= 1)
})
