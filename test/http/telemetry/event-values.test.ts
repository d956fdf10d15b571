import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { BO, startService, type TestService } from '../../support/service/service.ts'

/** A claimed telemetry endpoint of Ada, and what she reads of it. */
async function start(service: TestService) {
  const ada = await signIn(service)
  const { id, telemetry_url, read_key } = (await ada.post('/telemetry', { name: 'Shop' })).json
  const url = String(telemetry_url)
  return {
    ada,
    id,
    send: (events: readonly object[]) => service.post(url, { json: events }),
    list: (query: string) => ada.get(`/telemetry/${id}/values?${query}`),
    byKey: (query: string) => service.get(`${url}/values?${query}`, { authorization: `Bearer ${read_key}` }),
  }
}

test('counts the values of one prop, finds some by a part of them, and says how many there are', async () => {
  await using service = await startService()
  const { send, list, byKey } = await start(service)
  await send([
    { name: 'signup', props: { plan: 'Pro' }, url: 'https://ada.dev/a', referrer: 'https://news.dev/' },
    { name: 'signup', props: { plan: 'Pro' }, user: 'u-1' },
    { name: 'signup', props: { plan: 'free', seats: 3 } },
    { name: 'other', props: { plan: 'profi' } },
  ])
  const all = (await list('prop=plan')).json
  assert.deepEqual(all, {
    events: 4,
    complete: true,
    different: 3,
    data: [
      { value: 'Pro', count: 2 },
      { value: 'free', count: 1 },
      { value: 'profi', count: 1 },
    ],
  })
  assert.deepEqual((await byKey('prop=plan')).json, all)
  const found = (await list('prop=plan&search=PRO&name=signup')).json
  assert.deepEqual([found.different, found.data], [1, [{ value: 'Pro', count: 2 }]])
  const shortened = (await list('prop=plan&limit=1')).json
  assert.deepEqual([shortened.different, Object(shortened.data).length], [3, 1])
  assert.deepEqual((await list('prop=seats&search=3')).json.data, [{ value: 3, count: 1 }])
  for (const [part, value] of [
    ['page', 'https://ada.dev/a'],
    ['source', 'news.dev'],
    ['user', 'u-1'],
  ] as const) {
    assert.deepEqual((await list(`of=${part}`)).json.data, [{ value, count: 1 }], part)
  }
})

test('refuses a list without the name of a prop, and limits out of range', async () => {
  await using service = await startService()
  const { list } = await start(service)
  for (const [query, field] of [
    ['', 'prop'],
    ['of=prop', 'prop'],
    ['of=plan&prop=x', 'of'],
    ['prop=x&limit=0', 'limit'],
    ['prop=x&limit=501', 'limit'],
    [`prop=${'x'.repeat(65)}`, 'prop'],
  ] as const) {
    const answer = await list(query)
    assert.deepEqual([answer.status, answer.json.field], [400, field], query)
  }
  assert.equal((await list('prop=x&limit=500')).status, 200)
})

test("survives names of JavaScript's own, long values, and shows them to nobody else", async () => {
  await using service = await startService()
  const { id, send, list } = await start(service)
  for (const name of ['__proto__', 'constructor', 'toString']) {
    await service.post(`/t/${id}`, {
      body: `{"name":"odd","props":{"${name}":"__proto__"}}`,
      headers: { 'content-type': 'application/json' },
    })
    assert.deepEqual((await list(`prop=${name}`)).json.data, [{ value: '__proto__', count: 1 }], name)
  }
  const many = Array.from({ length: 300 }, (_, number) => ({
    name: 'many',
    props: { session: `${String(number).padStart(4, '0')} ${'x'.repeat(number < 150 ? 1900 : 0)}` },
  }))
  while (many.length > 0) assert.equal((await send(many.splice(0, 30))).status, 202)
  const all = await list('prop=session&limit=500')
  assert.ok(all.text.length < 300_000, `${all.text.length} characters`)
  assert.equal(all.json.different, 300)
  assert.ok(Object(all.json).data.length < 300)
  const one = (await list('prop=session&search=0299')).json
  assert.deepEqual([one.different, one.data], [1, [{ value: '0299 ', count: 1 }]])
  const bo = await signIn(service, BO)
  const foreign = await bo.get(`/telemetry/${id}/values?prop=session`)
  assert.deepEqual([foreign.status, foreign.json.code], [404, 'endpoint_not_found'])
})
