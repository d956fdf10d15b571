import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCalls, type Owner, signIn } from '../../support/fixtures/owner.ts'
import { BO, startService } from '../../support/service/service.ts'

async function make(owner: Owner, name?: string): Promise<string> {
  const made = await owner.post('/telemetry', name === undefined ? {} : { name })
  assert.equal(made.status, 201, made.text)
  return String(made.json.id)
}

test('an owner creates, finds, renames and retires telemetry endpoints', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const made = await ada.post('/telemetry', { name: 'Shop' })
  assert.equal(made.status, 201)
  const id = String(made.json.id)
  assert.match(id, /^t_/)
  assert.equal(made.headers.get('location'), `/api/v1/telemetry/${id}`)
  assert.match(String(made.json.read_key), /^tk_/)
  assert.deepEqual(made.json.events, {
    total: 0,
    this_month: 0,
    used: 0,
    limit: 5000,
    allowance: null,
    resets_at: '2026-12-01T00:00:00.000Z',
  })
  const { read_key: _, ...shown } = made.json
  assert.deepEqual((await ada.get(`/telemetry/${id}`)).json, shown, 'its key is shown once')
  const other = await make(ada)
  const getIds = async (query: string) =>
    Object(await ada.get(`/telemetry${query}`)).json.data.map((one: { id: string }) => one.id)
  assert.deepEqual(await getIds(''), [other, id])
  assert.deepEqual(await getIds('?q=shop'), [id])
  const first = await ada.get('/telemetry?limit=1')
  assert.deepEqual(await getIds(`?limit=1&cursor=${first.json.next_cursor}`), [id])
  assert.equal((await ada.patch(`/telemetry/${id}`, { name: 'Till' }, { 'if-match': '"1"' })).status, 412)
  assert.equal((await ada.patch(`/telemetry/${id}`, { name: 'Till' })).json.name, 'Till')
  assert.equal((await ada.post(`/telemetry/${id}/retire`)).json.state, 'retired')
  assert.deepEqual(await getIds('?state=claimed'), [other])
  assert.deepEqual(Object(await ada.get('/endpoints')).json.data.length, 1, 'forms are listed for themselves')
})

test('repeating a creation with its Idempotency-Key returns the same endpoint and key', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const again = { 'idempotency-key': 'deploy-2026-11-20' }
  const first = await ada.post('/telemetry', { name: 'Shop' }, again)
  const second = await ada.post('/telemetry', { name: 'Shop' }, again)
  assert.deepEqual(second.json, first.json)
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
})

test('lists keys without their secrets, creates and revokes them', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const place = `/telemetry/${await make(ada)}/keys`
  const made = await ada.post(place, { name: 'wall' })
  assert.match(String(made.json.key), /^tk_/)
  const listed = await ada.get(place)
  const names = Object(listed.json.data).map((key: { name: string; scopes: string[] }) => [
    key.name,
    key.scopes,
  ])
  assert.deepEqual(names, [
    ['wall', ['read']],
    ['First key', ['read']],
  ])
  assert.equal(listed.text.includes(String(made.json.key)), false)
  assert.equal((await ada.delete(`${place}/${made.json.id}`)).status, 204)
  assert.equal((await ada.delete(`${place}/${made.json.id}`)).status, 404)
  for (let count = 1; count < 20; count += 1) await ada.post(place, { name: 'one more' })
  assert.equal((await ada.post(place, { name: 'too many' })).json.code, 'limit_reached')
})

test('another owner’s endpoints are not found, and an account key cannot create keys', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const id = await make(ada)
  const key = String(Object(await ada.get(`/telemetry/${id}/keys`)).json.data[0].id)
  service.pass({ seconds: 2 })
  const bo = await signIn(service, BO)
  const own = await make(bo)
  const unknown = 't_0000000000000000'
  const callAll = (target: string) =>
    Promise.all([
      bo.get(`/telemetry/${target}`),
      bo.patch(`/telemetry/${target}`, { name: 'mine' }),
      bo.post(`/telemetry/${target}/retire`),
      bo.get(`/telemetry/${target}/keys`),
      bo.post(`/telemetry/${target}/keys`, { name: 'mine' }),
      bo.delete(`/telemetry/${target}/keys/${key}`),
    ])
  const bare = ({ status, json }: { status: number; json: object }) => ({
    status,
    ...json,
    request_id: '',
  })
  const answers = (await callAll(id)).map(bare)
  assert.deepEqual(answers, (await callAll(unknown)).map(bare))
  assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [404])
  assert.equal((await bo.delete(`/telemetry/${own}/keys/${key}`)).status, 404)
  assert.equal(Object(await ada.get(`/telemetry/${id}/keys`)).json.data.length, 1)
  const { json } = await ada.post('/keys', { name: 'all', scopes: ['read', 'write'] })
  const program = createCalls(service, { authorization: `Bearer ${json.key}` })
  assert.equal((await program.get(`/telemetry/${id}`)).status, 200)
  assert.equal((await program.post(`/telemetry/${id}/keys`, { name: 'more' })).json.code, 'session_needed')
})

test('an owner reads events and counts, empties an endpoint, and finds both in the account export', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const made = (await ada.post('/telemetry', { name: 'Shop' })).json
  const other = (await ada.post('/telemetry')).json
  for (const { telemetry_url } of [made, other]) {
    const json = [{ name: 'signup', props: { plan: 'pro' } }, { name: 'visit' }]
    assert.equal((await service.post(String(telemetry_url), { json })).status, 202)
  }
  const place = `/telemetry/${made.id}`
  const getData = async (path: string) => Object((await ada.get(place + path)).json).data
  assert.deepEqual(
    (await getData('/events')).map((event: { name: string }) => event.name),
    ['visit', 'signup'],
  )
  assert.deepEqual(
    (await getData('/stats?interval=hour')).map((one: { name: string; count: number }) => [
      one.name,
      one.count,
    ]),
    [
      ['signup', 1],
      ['visit', 1],
    ],
  )
  assert.equal((await getData('/props'))[0].prop, 'plan')
  const exported = JSON.parse((await ada.get('/account/export')).text)
  assert.deepEqual(
    exported.telemetry.map((one: { id: string; received: unknown[] }) => [one.id, one.received.length]),
    [
      [other.id, 2],
      [made.id, 2],
    ],
  )
  assert.equal((await ada.delete(`${place}/events`)).json.deleted, 1)
  for (const path of ['/events', '/stats', '/props']) assert.deepEqual(await getData(path), [], path)
  assert.equal(Object((await ada.get(place)).json.events).total, 2, 'what was counted for the plan stays')
  assert.equal(Object((await ada.get(`/telemetry/${other.id}/events`)).json).data.length, 2)
})
