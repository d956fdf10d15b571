import assert from 'node:assert/strict'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import type { Config } from '../../../src/config/config.ts'
import { later, SECOND } from '../../../src/domain/time.ts'
import { createOutages } from '../../../src/http/kernel/outages.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { BO, startService, type TestService } from '../../support/service/service.ts'

test('logs an outage once, however many requests it refuses, and its end after a minute without one', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let now = new Date('2026-11-10T09:00:00.000Z')
  const pass = (seconds: number) => {
    now = later(now, seconds * SECOND)
    t.mock.timers.tick(seconds * SECOND)
  }
  const lines: { msg: string; cause: string; requests?: number; seconds?: number; request_id?: string }[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const metrics = createMetrics()
  const outages = createOutages({ clock: { now: () => now }, log, metrics })
  const logged = () =>
    lines
      .splice(0)
      .map(({ msg, cause, requests, seconds, request_id }) => [
        msg,
        cause,
        request_id ?? `${requests} in ${seconds} s`,
      ])
  outages.record('disk_full', 'req_1')
  pass(50)
  outages.record('disk_full', 'req_2')
  outages.record('store_busy', 'req_3')
  assert.deepEqual(logged(), [
    ['service_unavailable', 'disk_full', 'req_1'],
    ['service_unavailable', 'store_busy', 'req_3'],
  ])
  pass(50)
  outages.record('disk_full', 'req_4')
  assert.deepEqual(logged(), [])
  pass(10)
  assert.deepEqual(logged(), [['service_available', 'store_busy', '1 in 0 s']])
  pass(50)
  assert.deepEqual(logged(), [['service_available', 'disk_full', '3 in 100 s']])
  outages.record('disk_full', 'req_5')
  assert.deepEqual(logged(), [['service_unavailable', 'disk_full', 'req_5']])
  outages.close()
  pass(60)
  assert.deepEqual(logged(), [])
  assert.match(await metrics.render(), /^formslot_unavailable_responses_total\{cause="disk_full"\} 4$/m)
})

test('counts every kind of 503 by its cause, whatever the format of the response', async () => {
  const counted = async (service: TestService) => {
    const text = await service.service.metrics.render()
    return Object.fromEntries(
      [...text.matchAll(/^formslot_unavailable_responses_total\{cause="(\w+)"\} (\d+)$/gm)].map((match) => [
        match[1],
        Number(match[2]),
      ]),
    )
  }
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-'))
  const options = { dataDir: folder.path, dashboardFolder: '/nowhere', database: 'file' } as const
  await using service = await startService({ ...options, connectionLimits: { maxBodyBytes: 100_000 } })
  const { json: telemetry } = await service.post('/t/new', { form: { recipient: BO } })
  service.pass({ seconds: 2 })
  const { endpoint_url: form } = await service.createEndpoint()
  assert.equal((await service.post(form, { form: { message: 'x'.repeat(90_000) } })).status, 503)
  assert.equal((await service.post(`${form}/`, { form: { message: 'x'.repeat(90_000) } })).status, 503)
  assert.equal((await service.get('/app')).status, 503)
  assert.equal((await service.get('/nowhere')).status, 404)
  assert.deepEqual(await counted(service), { bodies_limit: 2, dashboard_not_built: 1 })
  await service.close()
  const adjust = (config: Config) => ({ ...config, minFreeBytes: Number.MAX_SAFE_INTEGER })
  await using full = await startService({ ...options, adjust })
  const asPage = { accept: 'text/html' }
  const { pathname: formPath } = new URL(form)
  const { pathname: events } = new URL(String(telemetry.telemetry_url))
  assert.equal((await full.post(formPath, { form: { message: 'fast path' } })).status, 503)
  assert.equal((await full.post(formPath, { form: { message: 'a page' }, headers: asPage })).status, 503)
  assert.equal((await full.post('/new', { form: { recipient: BO } })).status, 503)
  assert.equal((await full.post('/new', { form: { recipient: BO }, headers: asPage })).status, 503)
  assert.equal((await full.post(events, { json: { name: 'signup' } })).status, 503)
  const logs = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ eventName: 'signup' }] }] }] }
  assert.equal((await full.post(`${events}/v1/logs`, { json: logs })).status, 503)
  assert.equal((await full.get('/readyz')).status, 503)
  assert.deepEqual(await counted(full), { disk_full: 6, not_ready: 1 })
})
