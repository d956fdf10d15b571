import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { openContract } from '../../support/contract.ts'
import { callsOf, FROM_HERE, signIn } from '../../support/owner.ts'
import { startService } from '../../support/service.ts'

test('what is documented of endpoints is what is answered', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-tour-'))
  // A full disk is part of the tour, and a SQLite file alone has one.
  const service = await startService({ dataDir, database: 'file' })
  const { check, notGiven } = openContract((await service.get('/openapi.json')).text)
  const ada = await signIn(service)
  const all = '/api/v1/endpoints'
  const one = `${all}/{id}`
  const unknown = '/endpoints/f_0000000000000000'

  check('get', all, await ada.get('/endpoints'))
  check('get', all, await ada.get('/endpoints?limit=0'))
  check('get', all, await ada.get('/endpoints?cursor=x'))
  const key = { 'idempotency-key': 'a-key-of-the-tour' }
  const made = await ada.post('/endpoints', { name: 'Contact' }, key)
  check('post', all, made)
  check('post', all, await ada.post('/endpoints', { name: 'Contact' }, key))
  check('post', all, await ada.post('/endpoints', { name: 'Other' }, key))
  check('post', all, await ada.post('/endpoints', {}, { 'idempotency-key': 'x' }))
  check('post', all, await ada.post('/endpoints', { recipient: 'bo@builds.dev' }))
  check('post', all, await ada.post('/endpoints', { colour: 'red' }))
  for (let count = 1; count < 60; count += 1) await ada.post('/endpoints')
  check('post', all, await ada.post('/endpoints'))

  const place = `/endpoints/${made.json.id}`
  check('get', one, await ada.get(place))
  check('get', one, await ada.get(unknown))
  check('get', one, await ada.get(`${place}?x=y`))
  check('patch', one, await ada.patch(place, { name: 'Contact us', allowed_origins: ['https://site.dev'] }))
  check('patch', one, await ada.patch(place, { name: 'Late' }, { 'if-match': '"0"' }))
  check('patch', one, await ada.patch(place, { redirect_url: 'x' }))
  check('patch', one, await ada.patch(unknown, { name: 'x' }))
  check('post', `${one}/test`, await ada.post(`${place}/test`))
  check('post', `${one}/test`, await ada.post(`${unknown}/test`))
  check('post', `${one}/test`, await ada.post(`${place}/test`, { x: 'y' }))
  for (let count = 1; count < 50; count += 1) await ada.post(`${place}/test`)
  check('post', `${one}/test`, await ada.post(`${place}/test`))
  check('delete', `${one}/submissions`, await ada.delete(`${place}/submissions`))
  check('delete', `${one}/submissions`, await ada.delete(`${unknown}/submissions`))
  check('delete', `${one}/submissions`, await ada.delete(`${place}/submissions`, { x: 'y' }))
  check('post', `${one}/retire`, await ada.post(`${place}/retire`))
  check('post', `${one}/retire`, await ada.post(`${unknown}/retire`))
  check('post', `${one}/retire`, await ada.post(`${place}/retire`, { x: 'y' }))
  check('post', `${one}/test`, await ada.post(`${place}/test`))

  // The first of them is not answered while the others arrive.
  service.pass({ hours: 1 })
  const atOnce = { 'idempotency-key': 'all-at-the-same-time' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => ada.post('/endpoints', {}, atOnce)))
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
  check('post', all, await her.post('/endpoints'))
  check('post', `${one}/test`, await her.post(`/endpoints/${ada.endpoint.form_id}/test`))
  await full.close()
  await rm(dataDir, { recursive: true })
  assert.deepEqual(notGiven('endpoints'), [])
})
