import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DAY, later } from '../../src/domain/time.ts'
import { anyPostgres } from '../support/postgres.ts'
import { ADA, startService, type TestService } from '../support/service.ts'

let postgres: Awaited<ReturnType<typeof anyPostgres>>
before(async () => {
  postgres = await anyPostgres()
})
after(() => postgres[Symbol.asyncDispose]())

const databases = {
  SQLite: () => startService({ database: 'file' }),
  PostgreSQL: async () => startService({ env: { FORMSLOT_DATABASE_URL: await postgres.createDatabase() } }),
}

for (const [place, start] of Object.entries(databases)) {
  describe(`how long events are kept, ${place}`, () => {
    test('an owner who is to keep less keeps them, longer than any plan, until the notice is over', async () => {
      await using service = await start()
      await sendToOwner(service)
      const until = later(service.now(), 60 * DAY).getTime()
      await service.sql(
        `update accounts set kept_submission_days = 1, kept_telemetry_days = 300, kept_until = ${until}`,
      )
      service.pass({ days: 59 })
      assert.equal(await batchesAfterPurge(service), 1)
      service.pass({ days: 1 })
      assert.equal(await batchesAfterPurge(service), 0)
    })

    test('an owner whose plan the operator has taken away keeps them, and loses them as another plan says', async () => {
      await using service = await start()
      await sendToOwner(service)
      await service.sql(`update accounts set plan = 'gone'`)
      service.pass({ days: 400 })
      assert.equal(await batchesAfterPurge(service), 1)
      await service.sql(`update accounts set plan = 'free'`)
      assert.equal(await batchesAfterPurge(service), 0)
    })
  })
}

/** One event at a telemetry endpoint that Ada has claimed. */
async function sendToOwner(service: TestService): Promise<void> {
  const created = await service.post('/t/new', { form: { recipient: ADA } })
  await service.post(String(created.json.telemetry_url), { json: { name: 'signup' } })
  await service.get(await service.linkIn('claim'), { accept: 'text/html' })
}

async function batchesAfterPurge(service: TestService): Promise<number> {
  await service.service.purge()
  return (await service.sql('select key from event_batches')).length
}
