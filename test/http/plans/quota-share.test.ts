import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreUnavailable } from '../../../src/store/contract/errors.ts'
import { FROM_HERE, signIn } from '../../support/fixtures/owner.ts'
import { createQueue } from '../../support/fixtures/queue.ts'
import { passRetryAfter, setCount } from '../../support/fixtures/quota.ts'
import { ADA, type Endpoint, startService, type TestService } from '../../support/service/service.ts'

/** Every request comes through a proxy that names the client; the submit rate refills within a millisecond. */
const ENV = {
  FORMSLOT_TRUST_PROXY: '127.0.0.1',
  FORMSLOT_SUBMIT_RATE: '1000000',
  FORMSLOT_CREATE_PER_HOUR: '0',
}
const MALLORY = '203.0.113.7'
const JANE = '198.51.100.2'

/** Sends a message from a client address, a moment after the one before. */
async function submitFrom(service: TestService, endpoint: Endpoint, address: string, headers = {}) {
  service.pass({ milliseconds: 2 })
  return service.submit(endpoint, { message: 'x' }, { 'x-forwarded-for': address, ...headers })
}

/** Returns how many submissions were accepted before the first refusal, and that refusal. */
async function submitUntilRefused(service: TestService, endpoint: Endpoint, address: string) {
  for (let accepted = 0; ; accepted += 1) {
    const answer = await submitFrom(service, endpoint, address)
    if (answer.status !== 200) return { accepted, refused: answer }
    assert.ok(accepted < 200, 'nothing was refused')
  }
}

test('one visitor uses at most half of what is left of a month within an hour, and others go on', async () => {
  await using service = await startService({ env: ENV })
  const endpoint = await service.claimedEndpoint()
  const { accepted, refused } = await submitUntilRefused(service, endpoint, MALLORY)
  assert.equal(accepted, 25)
  assert.deepEqual([refused.status, refused.json.code], [429, 'submit_rate'])
  assert.equal((await submitUntilRefused(service, endpoint, JANE)).accepted, 12)

  const again = await submitFrom(service, endpoint, MALLORY)
  passRetryAfter(service, again)
  service.pass({ seconds: -2 })
  assert.equal((await submitFrom(service, endpoint, MALLORY)).status, 429)
  service.pass({ seconds: 2 })
  assert.equal((await submitUntilRefused(service, endpoint, MALLORY)).accepted, 10, 'at least ten an hour')
  const last = await submitUntilRefused(service, endpoint, '192.0.2.9')
  assert.deepEqual([last.accepted, last.refused.json.code], [3, 'monthly_quota'])
})

test('the addresses of one IPv6 network are one visitor', async () => {
  await using service = await startService({ env: ENV })
  const endpoint = await service.claimedEndpoint()
  await setCount(service, endpoint, 30)
  assert.equal((await submitUntilRefused(service, endpoint, '2001:db8:1:2::1')).accepted, 10)
  assert.equal((await submitFrom(service, endpoint, '2001:db8:1:2:ffff::9')).json.code, 'submit_rate')
  assert.equal((await submitFrom(service, endpoint, '2001:db8:1:3::1')).status, 200)
})

test('simultaneous submissions of one visitor get no more than the share', async () => {
  await using service = await startService({ env: ENV })
  const endpoint = await service.claimedEndpoint()
  let accepted = 0
  for (let burst = 0; burst < 3; burst += 1) {
    service.pass({ milliseconds: 2 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        service.submit(endpoint, { message: 'x' }, { 'x-forwarded-for': MALLORY }),
      ),
    )
    accepted += answers.filter(({ status }) => status === 200).length
  }
  assert.equal(accepted, 25)
})

test('what is replayed, refused or spam uses nothing of the share', async () => {
  await using service = await startService({ env: ENV })
  const endpoint = await service.claimedEndpoint()
  for (let sent = 0; sent < 30; sent += 1) {
    const key = { 'idempotency-key': 'order-0001' }
    assert.equal((await submitFrom(service, endpoint, MALLORY, key)).status, 200)
    service.pass({ milliseconds: 2 })
    const from = { 'x-forwarded-for': MALLORY }
    assert.equal((await service.submit(endpoint, {}, from)).status, 400)
    service.pass({ milliseconds: 2 })
    assert.equal((await service.submit(endpoint, { message: 'x', _gotcha: 'y' }, from)).status, 200)
  }
  assert.equal((await submitUntilRefused(service, endpoint, MALLORY)).accepted, 24)
})

test('a visitor beyond the share is refused whatever the fields, so that no answer reveals the honeypot', async () => {
  await using service = await startService({ env: ENV })
  const ada = await signIn(service)
  const { endpoint } = ada
  const settings = { honeypot: 'website' }
  assert.equal((await ada.patch(`/endpoints/${endpoint.form_id}`, settings)).status, 200)
  await submitUntilRefused(service, endpoint, MALLORY)
  for (const field of ['website', '_gotcha', 'fax']) {
    service.pass({ milliseconds: 2 })
    const fields = { message: 'x', [field]: 'y' }
    const answer = await service.submit(endpoint, fields, { 'x-forwarded-for': MALLORY })
    assert.deepEqual([answer.status, answer.json.code], [429, 'submit_rate'], field)
  }
  const jane = { 'x-forwarded-for': JANE }
  assert.equal((await service.submit(endpoint, { message: 'x', website: 'y' }, jane)).status, 200)
})

test('an unclaimed endpoint, an unlimited plan and an instance without a submit rate have no share', async () => {
  for (const env of [
    { ...ENV, FORMSLOT_DEFAULT_PLAN: 'free' },
    { ...ENV, FORMSLOT_SUBMIT_RATE: '0' },
  ]) {
    await using service = await startService({ env })
    const isOff = env.FORMSLOT_SUBMIT_RATE === '0'
    const endpoint = isOff ? await service.claimedEndpoint() : await service.createEndpoint()
    const { accepted, refused } = await submitUntilRefused(service, endpoint, MALLORY)
    assert.deepEqual([accepted, refused.json.code], [50, isOff ? 'monthly_quota' : 'endpoint_frozen'])
  }
  await using service = await startService({
    env: ENV,
    adjust: ({ plans, ...config }) => ({
      ...config,
      plans: { ...plans, free: { ...plans.free, submissionsPerMonth: null } as never },
    }),
  })
  const endpoint = await service.claimedEndpoint()
  for (let sent = 0; sent < 60; sent += 1) {
    assert.equal((await submitFrom(service, endpoint, MALLORY)).status, 200)
  }
})

test('one visitor uses at most half of the events of an account, over all of its endpoints', async () => {
  await using service = await startService({ env: ENV })
  const ada = await signIn(service)
  const urls = [await createTelemetry(service, ada), await createTelemetry(service, ada)]
  const send = (url: string, count: number, address: string) => {
    service.pass({ milliseconds: 2 })
    const events = Array.from({ length: count }, (_, n) => ({ name: `event ${n}` }))
    return service.post(url, { json: events, headers: { 'x-forwarded-for': address } })
  }
  const [first = '', second = ''] = urls
  for (let sent = 0; sent < 24; sent += 1) {
    assert.equal((await send(urls[sent % 2] ?? '', 100, MALLORY)).json.accepted, 100)
  }
  const partly = await send(first, 90, MALLORY)
  assert.equal(partly.json.accepted, 90)
  const rest = await send(second, 90, MALLORY)
  assert.deepEqual([rest.json.accepted, rest.json.rejected], [10, 80], 'the first ones that fit')
  const refused = await send(second, 1, MALLORY)
  assert.deepEqual([refused.status, refused.json.code], [429, 'submit_rate'])
  assert.equal((await send(second, 100, JANE)).json.accepted, 100)
  passRetryAfter(service, refused)
  assert.equal((await send(second, 1, MALLORY)).json.accepted, 1)
})

test('one client uses at most half of the messages of an account', async () => {
  await using service = await startService({ env: ENV })
  const ada = await signIn(service)
  const queue = await createQueue(service)
  await queue.publish('the first')
  await service.post(await service.linkIn('claim'), { headers: FROM_HERE })
  const publish = (count: number, address: string) =>
    queue.post(
      '/messages/batch',
      { messages: Array.from({ length: count }, (_, n) => ({ body: n })) },
      { 'x-forwarded-for': address },
    )
  const tooMany = await publish(60, MALLORY)
  assert.deepEqual(
    [tooMany.status, tooMany.json.code, tooMany.headers.get('retry-after')],
    [429, 'submit_rate', null],
    'waiting does not help a batch that is larger than any share',
  )
  assert.match(String(tooMany.json.message), /50/)
  assert.equal((await publish(40, MALLORY)).status, 201)
  const refused = await publish(20, MALLORY)
  assert.deepEqual([refused.status, refused.json.code], [429, 'submit_rate'])
  assert.equal((await publish(10, MALLORY)).status, 201)
  assert.equal((await publish(20, JANE)).status, 201)
  const own = await ada.post(`/queues/${queue.id}/messages`, { body: 'from the dashboard' })
  assert.equal(own.status, 201, own.text)
  passRetryAfter(service, refused)
  assert.equal((await publish(20, MALLORY)).status, 201, 'at least twenty-five an hour')
})

test('what could not be stored uses up nothing of the share', async () => {
  let failing = false
  await using service = await startService({
    env: ENV,
    failpoint(point) {
      if (failing && point === 'before commit') throw new StoreUnavailable('away')
    },
  })
  const endpoint = await service.claimedEndpoint()
  const ada = await signIn(service)
  const queue = await createQueue(service)
  await queue.publish('the first')
  await service.post(await service.linkIn('claim'), { headers: { accept: 'text/html' } })
  const events = await createTelemetry(service, ada)
  const headers = { 'x-forwarded-for': MALLORY }
  const messages = Array.from({ length: 40 }, (_, n) => ({ body: n }))
  const many = Array.from({ length: 100 }, (_, n) => ({ name: `event ${n}` }))
  const sendAll = async () => [
    (await submitFrom(service, endpoint, MALLORY)).status,
    (await queue.post('/messages/batch', { messages }, headers)).status,
    (await service.post(events, { json: many, headers })).status,
  ]
  failing = true
  for (let times = 0; times < 30; times += 1) assert.deepEqual(await sendAll(), [503, 503, 503])
  failing = false
  assert.equal((await submitUntilRefused(service, endpoint, MALLORY)).accepted, 25)
  assert.equal((await queue.post('/messages/batch', { messages }, headers)).status, 201)
  for (let sent = 0; sent < 25; sent += 1) {
    service.pass({ milliseconds: 2 })
    assert.equal((await service.post(events, { json: many, headers })).json.accepted, 100)
  }
})

async function createTelemetry(
  service: TestService,
  ada: Awaited<ReturnType<typeof signIn>>,
): Promise<string> {
  service.pass({ seconds: 2 })
  const made = await ada.post('/telemetry', {})
  assert.equal(made.status, 201, made.text)
  return String(made.json.telemetry_url)
}

test('the rate of events counts events, not requests', async () => {
  await using service = await startService()
  const made = await service.post('/t/new', { form: { recipient: ADA } })
  const url = `/t/${String(made.json.telemetry_id)}`
  const many = Array.from({ length: 100 }, (_, n) => ({ name: `event ${n}` }))
  for (let sent = 0; sent < 4; sent += 1) assert.equal((await service.post(url, { json: many })).status, 202)
  const refused = await service.post(url, { json: many })
  assert.deepEqual([refused.status, refused.json.code], [429, 'event_rate'])
  service.pass({ seconds: 1 })
  assert.equal((await service.post(url, { json: many })).json.accepted, 100)
  const waits = await service.post(url, { json: many })
  assert.equal(waits.headers.get('retry-after'), '10', 'the last request used more than was there')
  service.pass({ seconds: 9 })
  assert.equal((await service.post(url, { json: many })).status, 429)
  service.pass({ seconds: 1 })
  assert.equal((await service.post(url, { json: many })).status, 202)
})
