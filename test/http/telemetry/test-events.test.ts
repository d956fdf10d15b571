import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCalls, type Owner, signIn } from '../../support/fixtures/owner.ts'
import { startService, type TestService } from '../../support/service/service.ts'

type Listed = { id: string; name: string; test: boolean }

async function create(service: TestService, owner: Owner) {
  const made = (await owner.post('/telemetry', { name: 'Shop' })).json
  const place = `/telemetry/${made.id}`
  return {
    place,
    send: (events: unknown) => service.post(String(made.telemetry_url), { json: events }),
    async sendTest() {
      const sent = await owner.post(`${place}/test`)
      assert.equal(sent.status, 201, sent.text)
      return String(sent.json.event_id)
    },
    list: async () => (await owner.get(`${place}/events`)).json.data as Listed[],
    /** Everything that counts events. */
    async count() {
      const { events, last_event_at } = (await owner.get(place)).json
      const stats = (await owner.get(`${place}/stats?interval=hour`)).json.data
      const props = (await owner.get(`${place}/props`)).json
      const { telemetry } = (await owner.get('/usage')).json
      return { events, last_event_at, stats, props, telemetry }
    },
  }
}

test('a test event is listed and marked, and counts nowhere', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { send, sendTest, list, count } = await create(service, ada)
  const empty = await count()
  await sendTest()
  assert.deepEqual(await count(), empty)
  await send([{ name: 'signup', props: { plan: 'pro' } }])
  const before = await count()
  const id = await sendTest()
  assert.deepEqual(await count(), before)
  const listed = await list()
  assert.equal(listed[0]?.id, id)
  assert.deepEqual(
    listed.map((event) => [event.name, event.test]),
    [
      ['test', true],
      ['signup', false],
      ['test', true],
    ],
  )
})

test('an event that a program names "test" is a real one', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { send, list, count } = await create(service, ada)
  await send([{ name: 'test', props: { from: 'dashboard' }, test: true, x: 1 }])
  assert.equal((await list())[0]?.test, false)
  assert.equal(Object((await count()).events).total, 1)
})

test('a test event is accepted when the quota is used up', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const ada = await signIn(service)
  const { send, sendTest, list } = await create(service, ada)
  const hundred = Array.from({ length: 100 }, () => ({ name: 'view' }))
  for (let sent = 0; sent < 5000; sent += 100) assert.equal((await send(hundred)).status, 202)
  assert.deepEqual((await send([{ name: 'over' }])).json.code, 'monthly_quota')
  const id = await sendTest()
  assert.equal((await list())[0]?.id, id)
})

test('an account sends at most 30 test events an hour, and a key that only reads sends none', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { place, sendTest } = await create(service, ada)
  const { key } = (await ada.post('/keys', { name: 'reader', scopes: ['read'] })).json
  const reader = createCalls(service, { authorization: `Bearer ${key}` })
  assert.equal((await reader.post(`${place}/test`)).json.code, 'scope_missing')
  for (let count = 0; count < 30; count += 1) await sendTest()
  const over = await ada.post(`${place}/test`)
  assert.deepEqual(
    [over.status, over.json.code, over.headers.get('retry-after')],
    [429, 'submit_rate', '3600'],
  )
  service.pass({ hours: 1 })
  await sendTest()
})
