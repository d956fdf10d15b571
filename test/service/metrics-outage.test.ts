import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { freePort, listenForMetrics } from '../../src/runtime/listening.ts'
import { startPostgres } from '../support/postgres/postgres.ts'
import { startService } from '../support/service/service.ts'
import { until } from '../support/service/until.ts'

const OF_DATABASE =
  /^formslot_(?:queue_messages|purge_paused|deliveries_waiting|deliveries_held|channel_paused|unconfirmed_emails|oldest_due)/m

/** Default `scrape_timeout` of Prometheus. */
const SCRAPE_TIMEOUT_MS = 10_000

test('metrics are served while PostgreSQL is away, without what is read from it', async () => {
  await using postgres = await startPostgres()
  await using stage = await openStage(await postgres.createDatabase())
  const before = await stage.scrape()
  assert.match(before.text, /^formslot_database_up 1$/m)
  assert.match(before.text, OF_DATABASE)

  await postgres.stop()
  expectWithoutDatabase(await stage.scrape())
  assert.deepEqual(stage.warnings, [])

  await postgres.start()
  await until(async () => /^formslot_database_up 1$/m.test((await stage.scrape()).text))
  assert.match((await stage.scrape()).text, OF_DATABASE)
})

test('metrics are served and the service is not ready, in time, while PostgreSQL hangs', async () => {
  await using postgres = await startPostgres()
  await using stage = await openStage(await postgres.createDatabase())
  const { service } = stage
  assert.equal((await service.get('/readyz')).status, 200)

  await postgres.pause()
  const beganAt = performance.now()
  const [during, ready] = await Promise.all([stage.scrape(), service.get('/readyz')])
  assert.ok(performance.now() - beganAt < SCRAPE_TIMEOUT_MS)
  expectWithoutDatabase(during)
  assert.equal(ready.status, 503)
  assert.deepEqual(ready.json, { ready: false, checks: { store: false, disk: true, accepting: true } })
  assert.deepEqual(stage.warnings, [])

  await postgres.resume()
  await until(async () => /^formslot_database_up 1$/m.test((await stage.scrape()).text))
  assert.match((await stage.scrape()).text, OF_DATABASE)
  await until(async () => (await service.get('/readyz')).status === 200)
})

function expectWithoutDatabase({ status, text }: { status: number; text: string }): void {
  assert.equal(status, 200)
  assert.match(text, /^formslot_database_up 0$/m)
  assert.match(text, /^formslot_creations_total\{result="created"\} 1$/m)
  assert.doesNotMatch(text, OF_DATABASE)
}

/** A service on this database with one endpoint, and its metrics as Prometheus reads them. */
async function openStage(url: string) {
  await using opening = new AsyncDisposableStack()
  const service = opening.use(await startService({ env: { FORMSLOT_DATABASE_URL: url } }))
  const { metrics } = service.service
  const warnings: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => warnings.push(line) })
  const address = { host: '127.0.0.1', port: await freePort('127.0.0.1') }
  opening.use(await listenForMetrics({ metrics, log }, address))
  await service.createEndpoint()
  const open = opening.move()
  return {
    service,
    warnings,
    async scrape() {
      const answer = await fetch(`http://127.0.0.1:${address.port}/metrics`)
      return { status: answer.status, text: await answer.text() }
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
