import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDevice, startNotifiedOwner } from '../../support/devices/notified-owner.ts'
import { createCalls, openBrowserFor, signIn } from '../../support/fixtures/owner.ts'
import { ADA, BO, startService } from '../../support/service/service.ts'

type Listed = { id: string; current: boolean; endpoint_ids: string[] | null; quiet_hours: unknown }

const list = async (owner: Awaited<ReturnType<typeof signIn>>) =>
  ((await owner.get('/devices')).json as { data: Listed[] }).data

const HOSTILE = [
  ['http://push.test/1', 'no https'],
  ['https://127.0.0.1:1/', 'a port that is not allowed'],
  ['https://169.254.169.254/latest/meta-data', 'a metadata service'],
  ['https://[fd00:ec2::254]/', 'a metadata service'],
  ['https://localhost/', 'this machine'],
  ['https://10.0.0.1/', 'a private network'],
  ['https://user:password@push.test/', 'credentials'],
  ['https://push.test/#fragment', 'a fragment'],
  ['file:///etc/passwd', 'another scheme'],
  ['not an address', 'no address'],
] as const

test('adds no device at an address that must not be reached', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { keys } = await import('../../support/devices/browser-subscription.ts').then(
    async (module) => (await module.createBrowserSubscription('')).json,
  )
  for (const [endpoint, why] of HOSTILE) {
    // Beyond the limit of requests in an hour.
    service.pass({ hours: 1 })
    const answer = await ada.post('/devices', { subscription: { endpoint, keys } })
    assert.deepEqual([answer.status, answer.json.code], [400, 'address_invalid'], why)
  }
  const long = await ada.post('/devices', {
    subscription: { endpoint: `https://push.test/${'a'.repeat(10_000)}`, keys },
  })
  assert.deepEqual([long.status, long.json.code], [400, 'value_invalid'])
  assert.deepEqual(await list(ada), [])
})

test('adds no device at a server that takes no notification, and repeats nothing that it says', async () => {
  await using fixture = await startNotifiedOwner()
  const { push, ada } = fixture
  for (const status of [200, 201, 301, 404, 500]) {
    push.answerWith(status)
    const { server_key: key } = (await ada.get('/devices')).json
    const subscription = await push.subscribe('victim', String(key))
    const answer = await ada.post('/devices', { subscription })
    assert.equal(answer.status, status < 300 ? 201 : 400, String(status))
    assert.ok(!answer.text.includes('words of a push service'))
  }
})

test('refuses keys that no browser has', async () => {
  await using fixture = await startNotifiedOwner()
  const { push, ada } = fixture
  const { endpoint, keys } = await push.subscribe('broken', 'AAAA')
  for (const broken of [
    { ...keys, p256dh: 'AAAA' },
    { ...keys, auth: 'AAAA' },
  ]) {
    const answer = await ada.post('/devices', { subscription: { endpoint, keys: broken } })
    assert.equal(answer.json.code, 'address_invalid')
  }
  assert.equal(push.requests.length, 0)
})

test('limits the devices of an account, and the requests that it can have sent', async () => {
  await using fixture = await startNotifiedOwner()
  const { push, service, ada } = fixture
  for (let added = 0; added < 11; added += 1) {
    const owner = added === 0 ? ada : await signIn(service)
    // Beyond the limits of an hour and of a day.
    service.pass({ hours: 10 })
    const { server_key: key } = (await owner.get('/devices')).json
    const subscription = await push.subscribe(`device-${added}`, String(key))
    const answer = await owner.post('/devices', { subscription })
    if (added < 10) assert.equal(answer.status, 201)
    else assert.equal(answer.json.code, 'limit_reached')
  }
  const [first] = await list(ada)
  for (let more = 0; more < 19; more += 1) {
    assert.equal((await ada.post(`/devices/${first?.id}/test`)).status, 200)
  }
  const before = push.requests.length
  const refused = await ada.post(`/devices/${first?.id}/test`)
  assert.equal(refused.json.code, 'test_rate')
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal(push.requests.length, before)
})

test('turning notifications on again replaces the device of the session, also after another sign-in', async () => {
  await using fixture = await startNotifiedOwner()
  const { push, service, ada } = fixture
  await addDevice({ push, owner: ada }, { name: 'one' })
  await addDevice({ push, owner: ada }, { name: 'two' })
  assert.equal((await list(ada)).length, 1)
  const browser = openBrowserFor(service)
  browser.cookies.set('session', ada.cookie.replace('session=', ''))
  await browser.post('/sign-in', { email: ADA })
  await browser.post(await service.linkIn('sign-in'))
  const session = browser.cookies.get('session')
  assert.notEqual(session, ada.cookie.replace('session=', ''))
  const again = createCalls(service, { cookie: `session=${session}`, 'sec-fetch-site': 'same-origin' })
  const { data } = (await again.get('/devices')).json as { data: Listed[] }
  assert.deepEqual(
    data.map(({ current }) => current),
    [true],
  )
})

test('a browser that changed hands no longer notifies its former owner', async () => {
  await using fixture = await startNotifiedOwner()
  const { push, service, ada } = fixture
  await addDevice({ push, owner: ada }, { name: 'shared' })
  const bo = await signIn(service, BO)
  await addDevice({ push, owner: bo }, { name: 'shared' })
  assert.deepEqual(await list(ada), [])
  assert.equal((await list(bo)).length, 1)
})

test('changes of what a device is notified, and shows it', async () => {
  await using fixture = await startNotifiedOwner()
  const { push, ada } = fixture
  const { id } = await addDevice({ push, owner: ada })
  const form = ada.endpoint.form_id
  const quiet = { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' }
  const changed = await ada.patch(`/devices/${id}`, { endpoint_ids: [form, form], quiet_hours: quiet })
  assert.deepEqual([changed.json.endpoint_ids, changed.json.quiet_hours], [[form], quiet])
  const kept = await ada.patch(`/devices/${id}`, { endpoint_ids: null })
  assert.deepEqual([kept.json.endpoint_ids, kept.json.quiet_hours], [null, quiet])
  for (const body of [
    { endpoint_ids: [] },
    { endpoint_ids: ['f_0000000000000000'] },
    { quiet_hours: { ...quiet, time_zone: 'Mars/Olympus' } },
    { quiet_hours: { ...quiet, to: '22:00' } },
  ]) {
    assert.equal((await ada.patch(`/devices/${id}`, body)).json.code, 'value_invalid', JSON.stringify(body))
  }
  const elsewhere = { endpoint: 'https://push.test/1', keys: (await push.subscribe('x', 'AAAA')).keys }
  assert.equal((await ada.patch(`/devices/${id}`, { subscription: elsewhere })).json.code, 'address_invalid')
})

test('nobody else sees or changes a device: no other owner, and no API key', async () => {
  await using fixture = await startNotifiedOwner()
  const { push, service, ada } = fixture
  const { id } = await addDevice({ push, owner: ada })
  const mallory = await signIn(service, BO)
  for (const answer of [
    await mallory.patch(`/devices/${id}`, { endpoint_ids: null }),
    await mallory.delete(`/devices/${id}`),
    await mallory.post(`/devices/${id}/test`),
  ]) {
    assert.equal(answer.json.code, 'not_found')
  }
  const foreign = await mallory.get('/devices')
  assert.deepEqual(foreign.json.data, [])
  const { server_key: key } = foreign.json
  const subscription = await push.subscribe('mallory', String(key))
  const theirs = await mallory.post('/devices', { subscription, endpoint_ids: [ada.endpoint.form_id] })
  assert.deepEqual([theirs.json.code, theirs.json.field], ['value_invalid', 'endpoint_ids'])
  const made = await ada.post('/keys', { name: 'program', scopes: ['read', 'write'] })
  const program = createCalls(service, { authorization: `Bearer ${made.json.key}` })
  assert.equal((await program.get('/devices')).json.code, 'session_needed')
  assert.equal((await program.post('/devices', { subscription })).json.code, 'session_needed')
})

test('a device ends with its session: by signing out, everywhere, by age, and with the account', async () => {
  await using fixture = await startNotifiedOwner()
  const { push, service, ada } = fixture
  const rows = async () => Number((await service.sql('select count(*) as count from devices'))[0]?.count)
  await addDevice({ push, owner: ada })
  await ada.post('/sign-out')
  assert.equal(await rows(), 0)
  const again = await signIn(service)
  await addDevice({ push, owner: again })
  await again.delete('/sessions')
  assert.equal(await rows(), 0)
  const third = await signIn(service)
  await addDevice({ push, owner: third })
  const before = push.pushed.length
  service.pass({ days: 8 })
  await service.submit(third.endpoint, { message: 'to nobody' })
  await fixture.notify()
  assert.equal(push.pushed.length, before, 'an expired session gets nothing, also before it is purged')
  await service.service.purge()
  assert.equal(await rows(), 0)
  const last = await signIn(service)
  await addDevice({ push, owner: last })
  assert.equal((await last.delete('/account')).status, 204)
  assert.equal(await rows(), 0)
})

test('the audit log and the export name devices, without what they are reached by', async () => {
  await using fixture = await startNotifiedOwner()
  const { push, service, ada } = fixture
  const { id } = await addDevice({ push, owner: ada })
  await ada.patch(`/devices/${id}`, { endpoint_ids: null })
  const text = (await ada.get('/account/export')).text
  assert.ok(text.includes(id))
  assert.ok(!text.includes(push.origin), 'its address is a secret')
  const stored = JSON.stringify(await service.sql('select * from devices'))
  assert.ok(!stored.includes(String(push.port)) && stored.includes('s1.'), 'sealed at rest')
  await ada.delete(`/devices/${id}`)
  const { data } = (await ada.get('/audit')).json as { data: { action: string }[] }
  assert.deepEqual(
    data.slice(0, 4).map(({ action }) => action),
    ['device_removed', 'account_exported', 'device_changed', 'device_added'],
  )
})
