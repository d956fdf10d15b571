import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCalls, signIn } from '../../support/fixtures/owner.ts'
import { createClaimedQueue } from '../../support/fixtures/queue.ts'
import { startService } from '../../support/service/service.ts'

/** A burst of 10 calls, then one a second. */
const RATE = { FORMSLOT_CALL_RATE: '60' }

test('refuses the 11th call with one key at once, and says truly when the next one is allowed', async () => {
  await using service = await startService({ env: RATE })
  const ada = await signIn(service)
  const make = async () => (await ada.post('/keys', { name: 'k', scopes: ['read'] })).json.key
  const [first, other] = [await make(), await make()].map((key) =>
    createCalls(service, { authorization: `Bearer ${key}` }),
  )
  assert.ok(first && other)
  for (let call = 0; call < 10; call += 1) assert.equal((await first.get('/me')).status, 200)
  const refused = await first.get('/me')
  assert.deepEqual([refused.status, refused.json.code], [429, 'call_rate'])
  assert.equal(refused.headers.get('retry-after'), '1')
  assert.equal((await other.get('/me')).status, 200)
  assert.equal((await ada.get('/me')).status, 200)
  service.pass({ seconds: 1, milliseconds: -1 })
  assert.equal((await first.get('/me')).status, 429)
  service.pass({ milliseconds: 1 })
  assert.deepEqual([(await first.get('/me')).status, (await first.get('/me')).status], [200, 429])
})

test('counts calls to a queue by its own key and by that of its owner, in both APIs, refused ones too', async () => {
  await using service = await startService({ env: RATE })
  const ada = await signIn(service)
  const queue = await createClaimedQueue(service)
  const { key } = (await ada.post('/keys', { name: 'k', scopes: ['read', 'write'] })).json
  service.pass({ minutes: 1 })
  for (const caller of [queue, queue.as(String(key))]) {
    const cloudflare = `/client/v4/accounts/a/queues/${queue.id}/messages/peek`
    for (let call = 0; call < 5; call += 1) {
      assert.equal((await caller.publish('x')).status, 201)
      await service.post(cloudflare, { json: {}, headers: caller.headers })
    }
    const refused = await caller.publish('one too many')
    assert.deepEqual([refused.status, refused.json.code], [429, 'call_rate'])
    assert.equal(refused.headers.get('retry-after'), '1')
    assert.equal((await service.post(cloudflare, { json: {}, headers: caller.headers })).status, 429)
  }
  const owner = createCalls(service, { authorization: `Bearer ${key}` })
  assert.equal((await owner.get('/me')).json.code, 'call_rate', 'one key, one bucket')
})

test('a session has its own limit, and 0 switches the limit off', async () => {
  for (const [rate, status] of [
    ['60', 429],
    ['0', 200],
  ] as const) {
    await using service = await startService({ env: { FORMSLOT_CALL_RATE: rate } })
    const ada = await signIn(service)
    for (let call = 0; call < 10; call += 1) assert.equal((await ada.get('/me')).status, 200)
    assert.equal((await ada.get('/me')).status, status, rate)
  }
})
