import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { type Span, startService, type TestService } from '../support/service/service.ts'

const submissions = async (service: TestService) => (await service.sql('select key from submissions')).length

/** Maintenance as the timer does it, hour by hour. */
async function hours(service: TestService, count: number): Promise<void> {
  for (let hour = 0; hour < count; hour += 1) {
    service.pass({ hours: 1 })
    await service.service.maintenance()
  }
}

for (const [direction, jump] of Object.entries<Span>({ ahead: { days: 31 }, back: { days: -31 } })) {
  test(`purges nothing for three hours after the clock jumped a month ${direction}`, async () => {
    await using service = await startService()
    await service.submit(await service.createEndpoint(), { message: 'x' })
    await service.service.maintenance()
    if (direction === 'back') service.pass({ days: 62 })
    service.pass(jump)
    for (let hour = 0; hour < 3; hour += 1) {
      await service.service.maintenance()
      assert.equal(await submissions(service), 1, `hour ${hour}`)
      assert.match(await service.service.metrics.render(), /^formslot_purge_paused 1$/m)
      service.pass({ hours: 1 })
    }
    await service.service.maintenance()
    assert.equal(await submissions(service), 0, 'it is old, if the clock is to be believed')
    assert.match(await service.service.metrics.render(), /^formslot_purge_paused 0$/m)
  })
}

test('a clock that returns in time has deleted nothing', async () => {
  await using service = await startService()
  await service.submit(await service.createEndpoint(), { message: 'x' })
  await hours(service, 1)
  service.pass({ days: 365 })
  await hours(service, 2)
  service.pass({ days: -365 })
  await hours(service, 24)
  assert.equal(await submissions(service), 1)
})

test('the next start notices a clock jump while the service was down', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-maintenance-'))
  await using first = await startService({ dataDir })
  await first.submit(await first.createEndpoint(), { message: 'x' })
  await first.service.maintenance()
  await first.close()
  const now = new Date(first.now())
  now.setUTCDate(now.getUTCDate() + 31)
  await using second = await startService({ dataDir, now })
  await second.service.maintenance()
  assert.equal(await submissions(second), 1)
  await hours(second, 3)
  assert.equal(await submissions(second), 0)
  await second.close()
  await rm(dataDir, { recursive: true })
})

test('keeps submissions received with a clock years behind for their full retention', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  service.pass({ days: -200 })
  await service.submit(endpoint, { message: 'x' })
  service.pass({ days: 200 })
  await hours(service, 24)
  assert.equal(await submissions(service), 1)
  service.pass({ days: 29 })
  await service.service.purge()
  assert.equal(await submissions(service), 0)
})

test('submissions received with a clock ahead do not delay the purge of older ones', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const endpoint = await service.claimedEndpoint()
  await service.sql("update accounts set plan = 'pro'")
  service.pass({ days: 400 })
  for (let sent = 0; sent < 420; sent += 1) await service.submit(endpoint, { message: 'from the future' })
  service.pass({ days: -400 })
  await service.submit(endpoint, { message: 'today' })
  service.pass({ days: 91 })
  await service.service.purge()
  const left = await service.sql(`select key from submissions where fields like '%today%'`)
  assert.deepEqual(left, [])
  assert.equal(await submissions(service), 420)
})

test('stopping does not wait for the purge to finish', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-maintenance-'))
  await using service = await startService({ dataDir, env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const endpoint = await service.claimedEndpoint()
  for (let sent = 0; sent < 50; sent += 1) await service.submit(endpoint, { message: 'x' })
  service.pass({ days: 31 })
  await using rows = await service.outside()
  const ticking = service.service.maintenance()
  await service.close()
  await ticking
  assert.equal((await rows.all('select key from submissions')).length, 51)
  await rm(dataDir, { recursive: true })
})
