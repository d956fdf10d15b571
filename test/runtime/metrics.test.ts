import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { VERSION } from '../../src/version.ts'
import { BO, startService } from '../support/service/service.ts'

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

test('measures the program, its disk, its queues and its process', async () => {
  await using service = await startService({ env: { FORMSLOT_MIN_FREE_MB: '1' } })
  const { json: queue } = await service.post('/q/new', { form: { recipient: BO } })
  const headers = { authorization: `Bearer ${queue.api_key}` }
  const published = await service.post(String(queue.queue_url), { json: { order: 1 }, headers })
  assert.equal(published.status, 201)
  const { metrics } = service.service
  await metrics.measureProcess()
  const text = await metrics.render()
  const value = (series: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')[1],
    )
  const database = service.config.database.kind
  assert.equal(
    value(`formslot_build_info{version="${VERSION}",node="${process.version}",database="${database}"}`),
    1,
  )
  assert.ok(value('formslot_disk_free_bytes') > 1024 * 1024)
  assert.equal(value('formslot_disk_min_free_bytes'), 1024 * 1024)
  assert.equal(value('formslot_queue_messages{state="backlog"}'), 1)
  assert.equal(value('formslot_queue_messages{state="dead"}'), 0)
  for (const name of [
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
    'process_start_time_seconds',
    'process_open_fds',
    'nodejs_heap_size_used_bytes',
    'nodejs_eventloop_lag_p99_seconds',
  ]) {
    assert.ok(value(name) > 0, name)
  }
})
