import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { openContract } from '../../support/contract.ts'
import { callsOf, FROM_HERE, signIn } from '../../support/owner.ts'
import { startService } from '../../support/service.ts'

test('what is documented of telemetry endpoints is what is answered', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-tour-'))
  // A full disk is part of the tour, and a SQLite file alone has one.
  const service = await startService({ dataDir, database: 'file' })
  const { check, notGiven } = openContract((await service.get('/openapi.json')).text)
  const ada = await signIn(service)
  const all = '/api/v1/telemetry'
  const one = `${all}/{id}`
  const unknown = '/telemetry/t_0000000000000000'

  check('get', all, await ada.get('/telemetry?cursor=x'))
  const key = { 'idempotency-key': 'a-key-of-the-tour' }
  const made = await ada.post('/telemetry', { name: 'Shop' }, key)
  check('post', all, made)
  check('get', all, await ada.get('/telemetry'))
  check('post', all, await ada.post('/telemetry', { name: 'Shop' }, key))
  check('post', all, await ada.post('/telemetry', { name: 'Other' }, key))
  check('post', all, await ada.post('/telemetry', {}, { 'idempotency-key': 'x' }))
  check('post', all, await ada.post('/telemetry', { recipient: 'bo@builds.dev' }))
  for (let count = 1; count < 60; count += 1) await ada.post('/telemetry')
  check('post', all, await ada.post('/telemetry'))

  const place = `/telemetry/${made.json.id}`
  check('get', one, await ada.get(place))
  check('get', one, await ada.get(unknown))
  check('patch', one, await ada.patch(place, { name: 'Till' }))
  check('patch', one, await ada.patch(place, { name: 'Late' }, { 'if-match': '"0"' }))
  check('patch', one, await ada.patch(unknown, { name: 'x' }))
  const keys = `${one}/keys`
  check('get', keys, await ada.get(`${place}/keys`))
  check('get', keys, await ada.get(`${unknown}/keys`))
  const madeKey = await ada.post(`${place}/keys`, { name: 'wall' })
  check('post', keys, madeKey)
  check('post', keys, await ada.post(`${place}/keys`, { name: '' }))
  check('post', keys, await ada.post(`${unknown}/keys`, { name: 'wall' }))
  for (let count = 2; count < 20; count += 1) await ada.post(`${place}/keys`, { name: 'one more' })
  check('post', keys, await ada.post(`${place}/keys`, { name: 'too many' }))
  check('delete', `${keys}/{key}`, await ada.delete(`${place}/keys/${madeKey.json.id}`))
  check('delete', `${keys}/{key}`, await ada.delete(`${place}/keys/${madeKey.json.id}`))
  for (const path of ['/events', '/stats', '/props'] as const) {
    check('get', one + path, await ada.get(place + path))
    check('get', one + path, await ada.get(`${place}${path}?since=yesterday`))
    check('get', one + path, await ada.get(unknown + path))
  }
  const leaving = new AbortController()
  // Kept: a stream whose answer nobody holds any more is closed.
  const open: Response[] = []
  while (open.length <= 20) {
    const headers = { cookie: ada.cookie }
    const answer = await fetch(`${service.base}/api/v1${place}/stream`, { headers, signal: leaving.signal })
    open.push(answer)
    const text = answer.status === 200 ? '' : await answer.text()
    const { status } = answer
    const json = text === '' ? {} : JSON.parse(text)
    check('get', `${one}/stream`, { status, headers: answer.headers, text, json })
  }
  leaving.abort()
  check('get', `${one}/stream`, await ada.get(`${unknown}/stream`))
  check('delete', `${one}/events`, await ada.delete(`${place}/events`))
  check('delete', `${one}/events`, await ada.delete(`${unknown}/events`))
  check('post', `${one}/retire`, await ada.post(`${place}/retire`))
  check('post', `${one}/retire`, await ada.post(`${unknown}/retire`))

  // The first of them is not answered while the others arrive.
  service.pass({ hours: 1 })
  const atOnce = { 'idempotency-key': 'all-at-the-same-time' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => ada.post('/telemetry', {}, atOnce)))
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
  check('post', all, await her.post('/telemetry'))
  await full.close()
  await rm(dataDir, { recursive: true })
  assert.deepEqual(notGiven('telemetry'), [])
})
