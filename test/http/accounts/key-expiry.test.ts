import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCalls, openBrowserFor, signIn } from '../../support/fixtures/owner.ts'
import { createClaimedQueue } from '../../support/fixtures/queue.ts'
import { startService } from '../../support/service/service.ts'

test('an API key works until it expires, then says when it did', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const expiry = new Date(service.now().getTime() + 60_000).toISOString()
  const made = await ada.post('/keys', { name: 'k', scopes: ['read'], expires_at: expiry })
  assert.deepEqual([made.status, made.json.expires_at], [201, expiry])
  const program = createCalls(service, { authorization: `Bearer ${made.json.key}` })
  service.pass({ minutes: 1, milliseconds: -1 })
  assert.equal((await program.get('/me')).status, 200)
  service.pass({ milliseconds: 1 })
  const refused = await program.get('/me')
  assert.deepEqual([refused.status, refused.json.code], [401, 'key_expired'])
  assert.match(String(refused.json.message), new RegExp(expiry.replace('.', '\\.')))
  assert.match(refused.headers.get('www-authenticate') ?? '', /invalid_token/)
  const [listed] = Object((await ada.get('/keys')).json.data)
  assert.deepEqual([listed.id, listed.expires_at], [made.json.id, expiry])
})

test('a key that expires in the past is refused, and a key without an expiry has none', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const queue = await createClaimedQueue(service)
  for (const path of ['/keys', `/queues/${queue.id}/keys`]) {
    const scopes = path === '/keys' ? ['read'] : ['publish']
    for (const expires_at of [service.now().toISOString(), '2026-01-01T00:00:00Z', 'tomorrow']) {
      const refused = await ada.post(path, { name: 'k', scopes, expires_at })
      assert.deepEqual([refused.status, refused.json.field], [400, 'expires_at'], refused.text)
    }
    for (const expires of [{}, { expires_at: null }]) {
      const made = await ada.post(path, { name: 'k', scopes, ...expires })
      assert.deepEqual([made.status, made.json.expires_at], [201, null])
    }
  }
})

test('keys of queues and telemetry endpoints expire too', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const queue = await createClaimedQueue(service)
  const telemetry = (await ada.post('/telemetry', {})).json
  const expires_at = new Date(service.now().getTime() + 1000).toISOString()
  const toQueue = await ada.post(`/queues/${queue.id}/keys`, { name: 'k', expires_at })
  const toEvents = await ada.post(`/telemetry/${telemetry.id}/keys`, { name: 'k', expires_at })
  const publish = () => queue.as(String(toQueue.json.key)).publish('hello')
  const read = () =>
    service.get(`/t/${telemetry.id}/events`, { authorization: `Bearer ${toEvents.json.key}` })
  assert.deepEqual([(await publish()).status, (await read()).status], [201, 200])
  service.pass({ seconds: 1 })
  for (const refused of [await publish(), await read()]) {
    assert.deepEqual([refused.status, refused.json.code], [401, 'key_expired'])
  }
  const [listed] = Object((await ada.get(`/queues/${queue.id}/keys`)).json.data)
  assert.equal(listed.expires_at, expires_at)
})

test('an expired key is deleted thirty days later, and no other key is', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const queue = await createClaimedQueue(service)
  const expires_at = new Date(service.now().getTime() + 1000).toISOString()
  for (const path of ['/keys', `/queues/${queue.id}/keys`]) {
    const scopes = path === '/keys' ? ['read'] : ['publish']
    await ada.post(path, { name: 'short', scopes, expires_at })
    await ada.post(path, { name: 'long', scopes })
  }
  const names = async () => [
    (await service.sql('select name from api_keys order by key')).map(({ name }) => name),
    (await service.sql('select name from endpoint_keys order by key')).map(({ name }) => name),
  ]
  service.pass({ days: 30, seconds: 1, milliseconds: -1 })
  await service.service.maintenance()
  assert.deepEqual(await names(), [
    ['short', 'long'],
    ['First key', 'short', 'long'],
  ])
  service.pass({ milliseconds: 1 })
  await service.service.maintenance()
  assert.deepEqual(await names(), [['long'], ['First key', 'long']])
})

test('signing out everywhere revokes all keys if the owner wants it', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const queue = await createClaimedQueue(service)
  const { key } = (await ada.post('/keys', { name: 'k', scopes: ['read'] })).json
  const program = createCalls(service, { authorization: `Bearer ${key}` })
  assert.equal((await ada.delete('/sessions')).status, 204)
  assert.deepEqual([(await program.get('/me')).status, (await queue.publish('x')).status], [200, 201])

  const browser = openBrowserFor(service)
  await browser.post('/sign-in', { email: 'ada@lovelace.dev' })
  await browser.post(await service.linkIn('sign-in'))
  const again = createCalls(service, {
    cookie: `session=${browser.cookies.get('session')}`,
    'sec-fetch-site': 'same-origin',
  })
  assert.equal((await again.delete('/sessions?revoke_keys=2')).status, 400)
  assert.equal((await again.delete('/sessions?revoke_keys=1')).status, 204)
  for (const refused of [await program.get('/me'), await queue.publish('x')]) {
    assert.deepEqual([refused.status, refused.json.code], [401, 'key_invalid'])
  }
  assert.equal((await again.get('/me')).status, 401)
})
