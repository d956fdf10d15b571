import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimFor, signIn } from '../support/fixtures/owner.ts'
import { ADA, type Endpoint, startService, type TestService } from '../support/service/service.ts'

const UNLIMITED = { FORMSLOT_SUBMIT_RATE: '0', FORMSLOT_CREATE_PER_HOUR: '0' }

async function submitMany(service: TestService, endpoint: Endpoint, count: number): Promise<void> {
  for (let sent = 1; sent <= count; sent += 1) {
    const answer = await service.submit(endpoint, { message: `message ${sent}` })
    assert.equal(answer.status, 200)
  }
}

/** Delivers what is due, and returns the number of emails about this endpoint so far. */
async function countEmails(service: TestService, endpoint: Endpoint): Promise<number> {
  await service.deliver()
  return (await service.emails()).filter(({ text = '' }) => text.includes(endpoint.form_id)).length
}

test('junk sent to a stranger’s unclaimed form delays no email of a form claimed by its link', async () => {
  await using service = await startService({ env: UNLIMITED })
  const shop = await claimFor(service)
  await submitMany(service, await service.createEndpoint(), 20)
  await service.deliver()
  await submitMany(service, shop, 1)
  assert.equal(await countEmails(service, shop), 2, 'its claim email and the order')
})

test('junk sent to a form that a scanner claimed delays no email of another claimed form', async () => {
  await using service = await startService({ env: UNLIMITED })
  const shop = await claimFor(service)
  const foreign = await claimFor(service)
  await submitMany(service, foreign, 20)
  assert.equal(await countEmails(service, foreign), 1 + 5, 'its claim email and half of the hour')
  await submitMany(service, shop, 7)
  assert.equal(await countEmails(service, shop), 1 + 5)
  service.pass({ hours: 1 })
  assert.equal(await countEmails(service, shop), 1 + 7)
  assert.equal(await countEmails(service, foreign), 1 + 10, 'the rest waits and is not lost')
})

test('a form claimed by its link has a budget of its own: ten emails an hour and thirty a day', async () => {
  await using service = await startService({ env: UNLIMITED })
  const shop = await claimFor(service)
  await submitMany(service, shop, 35)
  const claimEmail = 1
  for (const inAll of [10, 20, 30, 30]) {
    assert.equal(await countEmails(service, shop), claimEmail + inAll)
    service.pass({ minutes: 59 })
    assert.equal(await countEmails(service, shop), claimEmail + inAll)
    service.pass({ minutes: 1 })
  }
  service.pass({ hours: 20 })
  assert.equal(await countEmails(service, shop), claimEmail + 35)
})

test('a claim by its link gives the emails of unclaimed forms no more budget', async () => {
  await using service = await startService({ env: UNLIMITED })
  const foreign = await service.createEndpoint()
  await submitMany(service, foreign, 1)
  const claim = await service.linkIn('claim')
  await submitMany(service, foreign, 9)
  await service.deliver()
  await service.get(claim, { accept: 'text/html' })
  const next = await service.createEndpoint()
  await submitMany(service, next, 1)
  assert.equal(await countEmails(service, next), 0)
  service.pass({ hours: 1 })
  assert.equal(await countEmails(service, next), 1)
})

test('confirmed and retired forms, telemetry endpoints and queues take no share of the budget', async () => {
  await using service = await startService({ env: UNLIMITED })
  const ada = await signIn(service)
  const retired = await claimFor(service)
  await ada.post(`/endpoints/${retired.form_id}/retire`)
  const made = await service.post('/t/new', { form: { recipient: ADA } })
  await service.post(`/t/${String(made.json.telemetry_id)}`, { json: { name: 'signup' } })
  await service.get(await service.linkIn('claim'), { accept: 'text/html' })
  service.pass({ days: 1 })
  const shop = await claimFor(service)
  await submitMany(service, shop, 12)
  assert.equal(await countEmails(service, shop), 1 + 10)
  await submitMany(service, ada.endpoint, 20)
  assert.equal(await countEmails(service, ada.endpoint), 1 + 20, 'a confirmed form has no budget')
  await ada.post(`/endpoints/${shop.form_id}/confirm`)
  assert.equal(await countEmails(service, shop), 1 + 12)
})
