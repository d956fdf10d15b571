import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { newKeyText } from '../../../src/ids/key-format.ts'
import { createCalls, FROM_HERE, signIn } from '../../support/fixtures/owner.ts'
import { BO, startService, type TestService } from '../../support/service/service.ts'

const bearer = (service: TestService, apiKey: unknown) =>
  createCalls(service, { authorization: `Bearer ${apiKey}` })

test('a key can do what its scopes allow, but never manage keys, sessions or the account', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const make = async (scopes: string[]) => (await ada.post('/keys', { name: 'k', scopes })).json
  const reads = await make(['read'])
  const writes = await make(['write', 'write'])
  assert.match(String(reads.key), /^ak_[0-9A-Za-z]{50}$/)
  assert.equal(reads.hint, `${String(reads.key).slice(0, 11)}…`)
  assert.deepEqual(writes.scopes, ['write'])

  const me = await bearer(service, reads.key).get('/me')
  assert.deepEqual([me.json.session, me.json.scopes], [null, ['read']])
  const blind = await bearer(service, writes.key).get('/me')
  assert.deepEqual([blind.status, blind.json.code], [403, 'scope_missing'])
  assert.match(blind.headers.get('www-authenticate') ?? '', /insufficient_scope/)
  for (const path of ['/keys', '/sessions']) {
    const answer = await bearer(service, reads.key).get(path)
    assert.deepEqual([answer.status, answer.json.code], [403, 'session_needed'])
  }
  const made = await bearer(service, writes.key).post('/keys', { name: 'k', scopes: ['read'] })
  assert.deepEqual([made.status, made.json.code], [403, 'session_needed'])
})

test('a write-only key cannot read submissions', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const make = async (scopes: string[]) => (await ada.post('/keys', { name: 'k', scopes })).json.key
  const writes = bearer(service, await make(['write']))
  const all = { filter: { folder: 'all' }, action: 'read' }
  const bulk = await writes.post('/submissions/bulk', all)
  const [id] = Object(bulk.json.ids)
  assert.match(String(id), /^sub_/)
  const search = { filter: { q: 'first' }, action: 'unread' }
  for (const call of [
    () => writes.patch(`/submissions/${id}`, {}),
    () => writes.post('/submissions/bulk', search),
  ]) {
    const answer = await call()
    assert.deepEqual([answer.status, answer.json.code], [403, 'scope_missing'])
    assert.doesNotMatch(answer.text, /the first/)
  }
  const both = bearer(service, await make(['read', 'write']))
  assert.match((await both.patch(`/submissions/${id}`, { read: false })).text, /the first/)
  assert.equal((await both.post('/submissions/bulk', { ...search, action: 'read' })).json.changed, 1)
})

test('shows a key once and never in a list', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { key } = (await ada.post('/keys', { name: 'backup', scopes: ['read'] })).json
  const { text } = await ada.get('/keys')
  assert.ok(!text.includes(String(key)))
  assert.ok(text.includes('"name":"backup"'))
})

test('rejects a revoked key from the next request on', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { id, key } = (await ada.post('/keys', { name: 'k', scopes: ['read'] })).json
  assert.equal((await bearer(service, key).get('/me')).status, 200)
  assert.equal((await ada.delete(`/keys/${id}`)).status, 204)
  const answer = await bearer(service, key).get('/me')
  assert.deepEqual([answer.status, answer.json.code], [401, 'key_invalid'])
})

test("another owner's key is not found", async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  const { id, key } = (await ada.post('/keys', { name: 'k', scopes: ['read'] })).json
  const [foreign, unknown] = [await bo.delete(`/keys/${id}`), await bo.delete('/keys/nobodys')]
  assert.equal(foreign.status, 404)
  assert.deepEqual({ ...foreign.json, request_id: '' }, { ...unknown.json, request_id: '' })
  assert.deepEqual((await bo.get('/keys')).json, { data: [] })
  assert.equal((await bearer(service, key).get('/me')).status, 200)
})

test('rejects a mistyped key and a key in a URL', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const key = String((await ada.post('/keys', { name: 'k', scopes: ['read'] })).json.key)
  const mistyped = [
    key.slice(0, -1),
    `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`,
    key.replace('ak_', 'AK_'),
    `${key}0`,
    key.split('').reverse().join(''),
  ]
  for (const wrong of mistyped)
    assert.equal((await bearer(service, wrong).get('/me')).json.code, 'key_invalid')
  const inQuery = await service.get(`/api/v1/me?key=${key}`)
  assert.deepEqual([inQuery.status, inQuery.json.code], [401, 'not_signed_in'])
  const spaced = await createCalls(service, { authorization: `bearer   ${key} ` }).get('/me')
  assert.equal(spaced.status, 200)
})

test('the ID of a key, which lists show, does not work as a key', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const key = String((await ada.post('/keys', { name: 'k', scopes: ['read'] })).json.key)
  const digits = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']
  const id = [...key.slice(3, 11)].map((digit) => digits.indexOf(digit))
  // Well-formed, with a correct checksum but another secret.
  const { text: apiKey } = newKeyText('ak_', (count) =>
    Buffer.from([...id, ...randomBytes(count - id.length)]),
  )
  assert.equal(apiKey.slice(0, 11), key.slice(0, 11))
  assert.equal((await bearer(service, apiKey).get('/me')).json.code, 'key_invalid')
})

test('a key takes precedence over the cookie and needs no same-site request', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { id, key } = (await ada.post('/keys', { name: 'k', scopes: ['write'] })).json
  const both = createCalls(service, {
    authorization: `Bearer ${key}`,
    cookie: ada.cookie,
    'sec-fetch-site': 'cross-site',
  })
  assert.equal((await both.delete(`/keys/${id}`)).json.code, 'session_needed')
  const bad = createCalls(service, { authorization: 'Bearer ak_nothing', cookie: ada.cookie, ...FROM_HERE })
  assert.equal((await bad.get('/me')).json.code, 'key_invalid')
})

test('records the last use of a key to the minute', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { key } = (await ada.post('/keys', { name: 'k', scopes: ['read'] })).json
  const lastUse = async () => Object(Object(await ada.get('/keys')).json.data[0]).last_used_at
  assert.equal(await lastUse(), null)
  await bearer(service, key).get('/me')
  const first = service.now().toISOString()
  service.pass({ seconds: 59 })
  await bearer(service, key).get('/me')
  assert.equal(await lastUse(), first)
  service.pass({ seconds: 1 })
  await bearer(service, key).get('/me')
  assert.equal(await lastUse(), service.now().toISOString())
})
