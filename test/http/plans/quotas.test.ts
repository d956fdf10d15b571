import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plan } from '../../../src/commands/plan.ts'
import { claimFor } from '../../support/fixtures/owner.ts'
import { moveClockTo, passRetryAfter, setCount, startQuotaService } from '../../support/fixtures/quota.ts'
import { ADA, BO, type Endpoint, type TestService } from '../../support/service/service.ts'

async function setPlan(service: TestService, name: string, mailbox = ADA): Promise<void> {
  const command = { kind: 'set', mailbox, plan: name } as const
  const { output, done } = await plan(service.config, { command, format: 'text', now: service.now() })
  assert.ok(done, output)
}

const getStatus = async (service: TestService, endpoint: Endpoint) =>
  (await service.submit(endpoint, { message: 'x' })).status

test('accepts the fiftieth submission of a month on Free and rejects the fifty-first', async () => {
  await using service = await startQuotaService()
  const endpoint = await service.claimedEndpoint()
  for (let sent = 1; sent <= 50; sent += 1) assert.equal(await getStatus(service, endpoint), 200, `${sent}`)
  const refused = await service.submit(endpoint, { message: 'one too many' })
  assert.equal(refused.status, 429)
  assert.deepEqual([refused.json.error, refused.json.code], ['monthly quota reached', 'monthly_quota'])
})

test('accepts a submission at the second that Retry-After states, and not before', async () => {
  await using service = await startQuotaService()
  const endpoint = await service.claimedEndpoint()
  for (const now of ['2026-11-17T10:20:30.456Z', '2027-01-31T23:59:00.001Z', '2028-02-29T12:00:00.000Z']) {
    moveClockTo(service, now)
    await setCount(service, endpoint, 50)
    const refused = await service.submit(endpoint, { message: 'x' })
    assert.equal(refused.status, 429)
    passRetryAfter(service, refused)
    service.pass({ seconds: -1 })
    assert.equal(await getStatus(service, endpoint), 429)
    service.pass({ seconds: 1 })
    assert.equal(await getStatus(service, endpoint), 200)
  }
})

test('counting starts with a claim in mid-month, whatever came before', async () => {
  await using service = await startQuotaService()
  const endpoint = await service.createEndpoint()
  for (let sent = 0; sent < 50; sent += 1) assert.equal(await getStatus(service, endpoint), 200)
  assert.equal(await getStatus(service, endpoint), 429, 'frozen')
  await service.get(await service.linkIn('claim'), { accept: 'text/html' })
  for (let sent = 1; sent <= 50; sent += 1) assert.equal(await getStatus(service, endpoint), 200, `${sent}`)
  assert.equal(await getStatus(service, endpoint), 429)
})

test('a plan change in mid-month opens or closes the endpoint at once and keeps the count', async () => {
  await using service = await startQuotaService()
  const endpoint = await service.claimedEndpoint()
  await setCount(service, endpoint, 50)
  assert.equal(await getStatus(service, endpoint), 429)
  await setPlan(service, 'pro')
  assert.equal(await getStatus(service, endpoint), 200)
  await setPlan(service, 'free')
  assert.equal(await getStatus(service, endpoint), 429)
  await setPlan(service, 'pro')
  await setCount(service, endpoint, 9_999)
  assert.equal(await getStatus(service, endpoint), 200)
  assert.equal(await getStatus(service, endpoint), 429)
})

test('counts each endpoint separately, without spam, dry runs and status requests', async () => {
  await using service = await startQuotaService()
  const full = await service.claimedEndpoint()
  const other = await claimFor(service)
  const bosEndpoint = await claimFor(service, BO)
  await setCount(service, full, 49)
  await setCount(service, other, 48)
  for (let round = 0; round < 3; round += 1) {
    await service.submit(full, { message: 'x', _gotcha: 'bot' })
    await service.post(`${full.endpoint_url}?dry_run=1`, { form: { message: 'x' } })
    await service.get(full.status_url)
  }
  assert.equal(await getStatus(service, full), 200)
  assert.equal(await getStatus(service, full), 429)
  for (const path of ['', '?dry_run=1']) {
    const refused = await service.post(full.endpoint_url + path, { form: { message: 'x', _gotcha: 'bot' } })
    assert.deepEqual([refused.status, refused.json.code], [429, 'monthly_quota'], 'the state decides first')
  }
  assert.equal((await service.get(full.status_url)).json.active, false)
  assert.deepEqual([await getStatus(service, other), await getStatus(service, other)], [200, 200])
  assert.equal(await getStatus(service, other), 429)
  assert.equal(await getStatus(service, bosEndpoint), 200)
})

test('accepts exactly the remaining quota of two hundred parallel submissions', async () => {
  await using service = await startQuotaService()
  const endpoint = await service.claimedEndpoint()
  await setCount(service, endpoint, 13)
  const answers = await Promise.all(Array.from({ length: 200 }, () => getStatus(service, endpoint)))
  assert.equal(answers.filter((status) => status === 200).length, 37)
  assert.equal(answers.filter((status) => status === 429).length, 163)
  const [row] = await service.sql('select month_count from endpoints')
  assert.equal(row?.month_count, 50)
})
