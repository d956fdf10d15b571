import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { freePort, listenForMetrics } from '../../src/runtime/listening.ts'
import { startPostgres } from '../support/postgres/postgres.ts'
import { startService } from '../support/service/service.ts'
import { until } from '../support/service/until.ts'

const OF_DATABASE =
  /^formslot_(?:queue_messages|purge_paused|deliveries_waiting|deliveries_held|channel_paused|unconfirmed_emails|oldest_due)/m

test('metrics are served while PostgreSQL is away, without what is read from it', async () => {
  await using postgres = await startPostgres()
  const env = { FORMSLOT_DATABASE_URL: await postgres.createDatabase() }
  await using service = await startService({ env })
  const { metrics } = service.service
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
  const address = { host: '127.0.0.1', port: await freePort('127.0.0.1') }
  await using _ = await listenForMetrics({ metrics, log }, address)
  const scrape = async () => {
    const answer = await fetch(`http://127.0.0.1:${address.port}/metrics`)
    return { status: answer.status, text: await answer.text() }
  }
  await service.createEndpoint()
  const before = await scrape()
  assert.match(before.text, /^formslot_database_up 1$/m)
  assert.match(before.text, OF_DATABASE)

  await postgres.stop()
  const during = await scrape()
  assert.equal(during.status, 200)
  assert.match(during.text, /^formslot_database_up 0$/m)
  assert.match(during.text, /^formslot_creations_total\{result="created"\} 1$/m)
  assert.doesNotMatch(during.text, OF_DATABASE)
  assert.deepEqual(lines, [])

  await postgres.start()
  await until(async () => /^formslot_database_up 1$/m.test((await scrape()).text))
  assert.match((await scrape()).text, OF_DATABASE)
})
