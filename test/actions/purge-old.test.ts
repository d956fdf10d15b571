import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DAY, later } from '../../src/domain/time.ts'
import { withFree } from '../support/fixtures/quota.ts'
import { ADA, BO, startService, type TestService } from '../support/service/service.ts'

describe('how long events are kept', () => {
  test('keeps the events of an owner with a reduced retention until the notice period ends', async () => {
    await using service = await startService()
    await sendToOwner(service)
    const until = later(service.now(), 60 * DAY).getTime()
    await service.sql(
      `update accounts set retention_submission_days = 1, retention_telemetry_days = 300, retained_until = ${until}`,
    )
    service.pass({ days: 59 })
    assert.equal(await batchesAfterPurge(service), 1)
    service.pass({ days: 1 })
    assert.equal(await batchesAfterPurge(service), 0)
  })

  test('keeps the events of an owner on a removed plan, until another plan applies', async () => {
    await using service = await startService()
    await sendToOwner(service)
    await service.sql(`update accounts set plan = 'gone'`)
    service.pass({ days: 400 })
    assert.equal(await batchesAfterPurge(service), 1)
    await service.sql(`update accounts set plan = 'free'`)
    assert.equal(await batchesAfterPurge(service), 0)
  })
})

describe('what is left of an endpoint that nobody claimed', () => {
  test('deletes the recipient thirty days after expiry, with unchanged answers', async () => {
    await using service = await startService()
    const endpoint = await service.createEndpoint()
    await service.submit(endpoint, { message: 'hello' })
    const claim = await service.linkIn('claim')
    const declineUrl = await service.linkIn('disown')
    const answers = async () => {
      const all = [
        await service.get(`/f/${endpoint.form_id}/status`),
        await service.submit(endpoint, { message: 'too late' }),
        await service.post(`${endpoint.endpoint_url}?dry_run=1`, { form: { message: 'too late' } }),
        await service.get(claim, { accept: 'application/json' }),
        await service.get(`${endpoint.endpoint_url}/start`, { accept: 'text/html' }),
      ]
      return all.map(({ status, json, text }) => ({ status, body: json.code ?? json.state ?? text }))
    }
    service.pass({ days: 60, milliseconds: -1 })
    await service.service.purge()
    assert.deepEqual(await recipients(service), [ADA])
    const before = await answers()
    assert.deepEqual(
      before.map((answer) => answer.status),
      [200, 410, 410, 410, 410],
    )
    service.pass({ milliseconds: 1 })
    await service.service.purge()
    assert.deepEqual(await recipients(service), [''])
    assert.deepEqual(await answers(), before)
    service.pass({ days: -60 })
    assert.deepEqual(await answers(), before, 'the clock may have been wrong')

    const page = await service.get(declineUrl, { accept: 'text/html' })
    assert.match(page.text, />\*{3}@\*{3}</)
    assert.equal((await service.post(declineUrl)).status, 200)
    const again = await service.post('/new', { form: { recipient: ADA } })
    assert.equal(again.json.code, 'recipient_suppressed')
  })

  test('keeps the recipient as long as submissions are retained, and that of a claimed endpoint forever', async () => {
    await using service = await startService({
      adjust: (config) => withFree(config, { submissionRetentionDays: 50 }),
    })
    await service.createEndpoint(BO)
    await service.claimedEndpoint()
    service.pass({ days: 79 })
    await service.service.purge()
    assert.deepEqual(await recipients(service), [ADA, BO])
    service.pass({ days: 1 })
    await service.service.purge()
    assert.deepEqual(await recipients(service), ['', ADA])
  })

  test('sends a claim email that waited for weeks even if every plan retains data for a day', async () => {
    const days = { submissionRetentionDays: 1, telemetryRetentionDays: 1 }
    await using service = await startService({
      adjust: ({ plans, ...config }) => ({
        ...config,
        plans: Object.fromEntries(Object.entries(plans).map(([name, plan]) => [name, { ...plan, ...days }])),
      }),
    })
    const created = await service.post('/t/new', { form: { recipient: ADA } })
    await service.post(String(created.json.telemetry_url), { json: { name: 'signup' } })
    service.pass({ days: 25 })
    await service.service.purge()
    await service.deliver()
    assert.equal((await service.emails()).length, 1)
  })
})

async function recipients(service: TestService): Promise<unknown[]> {
  return (await service.sql('select recipient from endpoints')).map((row) => row.recipient).sort()
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
