import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Owner, signIn } from '../../support/fixtures/owner.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { type Receiver, startReceiver } from '../../support/web/receiver.ts'

const PRO = { FORMSLOT_DEFAULT_PLAN: 'pro', FORMSLOT_SUBMIT_RATE: '0' }

type Opened = { service: TestService; ada: Owner; receiver: Receiver; place: string }

/** Opens a service with a webhook that fails: a submission and a piece of spam wait for it, after an attempt each. */
async function withFailing(work: (opened: Opened) => Promise<void>): Promise<void> {
  await using receiver = await startReceiver()
  await using service = await startService({ env: PRO, egressPorts: [receiver.port] })
  const ada = await signIn(service)
  const place = `/endpoints/${ada.endpoint.form_id}/destinations`
  const events = ['submission.created', 'submission.spam']
  const { id } = (await ada.post(place, { kind: 'webhook', url: receiver.url, events })).json
  assert.equal((await ada.post(`${place}/${id}/test`)).json.reached, true)
  receiver.answerWith(500)
  await service.submit(ada.endpoint, { message: 'confidential' })
  await service.submit(ada.endpoint, { message: 'confidential', _gotcha: 'bot' })
  await service.deliver()
  assert.deepEqual(await countRows(service), { deliveries: 2, attempts: 2, events: 1, secrets: 1 })
  await work({ service, ada, receiver, place })
}

async function countRows(service: TestService) {
  const count = async (rows: string) => Number((await service.sql(`select count(*) as n from ${rows}`))[0]?.n)
  return {
    deliveries: await count(`outbox where channel = 'web'`),
    attempts: await count(
      `attempts where delivery_key in (select key from outbox where channel = 'web')
        or delivery_key not in (select key from outbox)`,
    ),
    events: await count(`notices where kind = 'web_event'`),
    secrets: await count('destination_secrets'),
  }
}

const NOTHING = { deliveries: 0, attempts: 0, events: 0, secrets: 0 }

/** Runs the maintenance of the next days. */
async function passDays(service: TestService, days: number): Promise<void> {
  service.pass({ days })
  await service.service.purge()
}

test('a submission in the trash is posted no more, and takes its deliveries along when it is deleted', () =>
  withFailing(async ({ service, ada, receiver }) => {
    const { data } = (await ada.get('/submissions')).json as { data: { id: string }[] }
    const before = receiver.received.length
    for (const { id } of data) assert.equal((await ada.delete(`/submissions/${id}`)).status, 204)
    service.pass({ minutes: 5 })
    receiver.answerWith(200)
    await service.deliver()
    const bodies = receiver.received.slice(before).map(({ body }) => JSON.parse(body).type)
    assert.deepEqual(bodies, ['submission.spam'], 'the spam is not in the trash')
    await passDays(service, 8)
    const left = await service.sql(`select submission_key from outbox where channel = 'web'`)
    assert.deepEqual(left, [])
  }))

test('spam that is deleted before its turn is not told', () =>
  withFailing(async ({ service, ada, receiver }) => {
    const before = receiver.received.length
    const filter = { folder: 'spam' }
    const emptied = await ada.post('/submissions/bulk', { filter, action: 'delete_permanently' })
    assert.equal(emptied.json.changed, 1, emptied.text)
    service.pass({ minutes: 5 })
    receiver.answerWith(200)
    await service.deliver()
    const told = receiver.received.slice(before).map(({ body }) => JSON.parse(body).type)
    assert.deepEqual(told, ['submission.created'])
  }))

test('the end of the retention takes deliveries, attempts and events along', () =>
  withFailing(async ({ service }) => {
    await passDays(service, 91)
    await passDays(service, 1)
    assert.deepEqual(await countRows(service), { ...NOTHING, secrets: 1 })
  }))

test('a destination that is removed has no secrets, and gets nothing more', () =>
  withFailing(async ({ service, ada, receiver, place }) => {
    const before = receiver.received.length
    const [{ id }] = (await ada.get(place)).json.data as [{ id: string }]
    assert.equal((await ada.delete(`${place}/${id}`)).status, 204)
    service.pass({ days: 1 })
    await service.deliver()
    assert.equal(receiver.received.length, before)
    assert.equal((await countRows(service)).secrets, 0)
  }))

test('a form that is retired is posted no more, has no secrets any more, and its data is purged', () =>
  withFailing(async ({ service, ada, receiver }) => {
    const before = receiver.received.length
    const form = `/endpoints/${ada.endpoint.form_id}`
    assert.equal((await ada.post(`${form}/retire`)).status, 200)
    assert.equal((await countRows(service)).secrets, 0, 'at once')
    service.pass({ days: 1 })
    receiver.answerWith(200)
    await service.deliver()
    assert.equal(receiver.received.length, before)
    await passDays(service, 91)
    await passDays(service, 1)
    assert.deepEqual(await countRows(service), NOTHING)
  }))

test('an account that is deleted takes deliveries, events and secrets along', () =>
  withFailing(async ({ service, ada, receiver }) => {
    const before = receiver.received.length
    assert.equal((await ada.delete('/account')).status, 204)
    const { events, secrets } = await countRows(service)
    assert.deepEqual({ events, secrets }, { events: 0, secrets: 0 }, 'at once')
    service.pass({ days: 1 })
    receiver.answerWith(200)
    await service.deliver()
    assert.equal(receiver.received.length, before)
    await service.service.purge()
    assert.deepEqual(await countRows(service), NOTHING)
  }))
