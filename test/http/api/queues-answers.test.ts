import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { openContract } from '../../support/contract.ts'
import { callsOf, FROM_HERE, signIn } from '../../support/owner.ts'
import { startService } from '../../support/service.ts'

const MESSAGES_OF_FREE_PLAN = 100

test('what is documented of the queues of an owner is what is answered', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-tour-'))
  // A full disk is part of the tour, and a SQLite file alone has one.
  const service = await startService({ dataDir, database: 'file' })
  const { check, notGiven } = openContract((await service.get('/openapi.json')).text)
  const ada = await signIn(service)
  const all = '/api/v1/queues'
  const one = `${all}/{id}`
  const unknown = '/queues/q_0000000000000000'

  check('get', all, await ada.get('/queues?cursor=x'))
  const key = { 'idempotency-key': 'a-key-of-the-tour' }
  const made = await ada.post('/queues', { name: 'Orders' }, key)
  check('post', all, made)
  check('get', all, await ada.get('/queues'))
  check('post', all, await ada.post('/queues', { name: 'Orders' }, key))
  check('post', all, await ada.post('/queues', { name: 'Other' }, key))
  check('post', all, await ada.post('/queues', {}, { 'idempotency-key': 'x' }))
  check('post', all, await ada.post('/queues', { recipient: 'bo@builds.dev' }))
  for (let count = 1; count < 60; count += 1) await ada.post('/queues')
  check('post', all, await ada.post('/queues'))

  const place = `/queues/${made.json.id}`
  check('get', one, await ada.get(place))
  check('get', one, await ada.get(unknown))
  check('patch', one, await ada.patch(place, { name: 'Bills' }))
  check('patch', one, await ada.patch(place, { name: 'Late' }, { 'if-match': '"0"' }))
  check('patch', one, await ada.patch(unknown, { name: 'x' }))
  const keys = `${one}/keys`
  check('get', keys, await ada.get(`${place}/keys`))
  check('get', keys, await ada.get(`${unknown}/keys`))
  const madeKey = await ada.post(`${place}/keys`, { name: 'shop', scopes: ['publish'] })
  check('post', keys, madeKey)
  check('post', keys, await ada.post(`${place}/keys`, { name: '' }))
  check('post', keys, await ada.post(`${unknown}/keys`, { name: 'shop' }))
  for (let count = 2; count < 20; count += 1) await ada.post(`${place}/keys`, { name: 'one more' })
  check('post', keys, await ada.post(`${place}/keys`, { name: 'too many' }))
  check('delete', `${keys}/{key}`, await ada.delete(`${place}/keys/${madeKey.json.id}`))
  check('delete', `${keys}/{key}`, await ada.delete(`${place}/keys/${madeKey.json.id}`))

  const messages = `${one}/messages`
  check('post', messages, await ada.post(`${place}/messages`, { body: { order: 1 } }))
  check('post', messages, await ada.post(`${place}/messages`, { body: 2, content_type: 'text' }))
  check('post', messages, await ada.post(`${place}/messages`, {}))
  check('post', messages, await ada.post(`${place}/messages`, { body: 'x'.repeat(2 ** 17) }))
  check('post', messages, await ada.post(`${unknown}/messages`, { body: 1 }))
  check('get', messages, await ada.get(`${place}/messages`))
  check('get', messages, await ada.get(`${place}/messages?limit=0`))
  check('get', messages, await ada.get(`${unknown}/messages`))
  check('get', `${one}/rates`, await ada.get(`${place}/rates`))
  check('get', `${one}/rates`, await ada.get(`${place}/rates?hours=49`))
  check('get', `${one}/rates`, await ada.get(`${unknown}/rates`))

  const headers = { authorization: `Bearer ${made.json.api_key}` }
  for (let time = 0; time < 5; time += 1) {
    await service.post(`/q/${made.json.id}/messages/pull`, { json: { visibility_timeout_ms: 1000 }, headers })
    service.pass({ seconds: 1 })
  }
  const dead = `${one}/dead`
  const listed = await ada.get(`${place}/dead`)
  check('get', dead, listed)
  check('get', dead, await ada.get(`${place}/dead?cursor=x`))
  check('get', dead, await ada.get(`${unknown}/dead`))
  const replay = `${place}/dead/${Object(listed.json.data)[0].id}/replay`
  check('post', `${dead}/{message}/replay`, await ada.post(replay))
  check('post', `${dead}/{message}/replay`, await ada.post(replay))
  check('post', `${dead}/replay`, await ada.post(`${place}/dead/replay`))
  check('post', `${dead}/replay`, await ada.post(`${unknown}/dead/replay`))
  check('delete', dead, await ada.delete(`${place}/dead`))
  check('delete', dead, await ada.delete(`${unknown}/dead`))
  for (let count = 1; count < MESSAGES_OF_FREE_PLAN; count += 1) {
    await ada.post(`${place}/messages`, { body: count })
  }
  check('post', messages, await ada.post(`${place}/messages`, { body: 'too many' }))
  check('post', `${one}/retire`, await ada.post(`${place}/retire`))
  check('post', `${one}/retire`, await ada.post(`${unknown}/retire`))
  check('post', messages, await ada.post(`${place}/messages`, { body: 'too late' }))

  // The first of them is not answered while the others arrive.
  service.pass({ hours: 1 })
  const atOnce = { 'idempotency-key': 'all-at-the-same-time' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => ada.post('/queues', {}, atOnce)))
  for (const answer of answers) check('post', all, answer)

  const now = service.now()
  await service.close()
  const full = await startService({
    dataDir,
    database: 'file',
    now,
    adjust: (config) => ({ ...config, minFreeBytes: Number.MAX_SAFE_INTEGER }),
  })
  const her = callsOf(full, { cookie: ada.cookie, ...FROM_HERE })
  check('post', all, await her.post('/queues'))
  check('post', messages, await her.post(`${place}/messages`, { body: 'no room' }))
  await full.close()
  await rm(dataDir, { recursive: true })
  assert.deepEqual(notGiven('queues'), [])
})
