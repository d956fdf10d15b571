import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suspend } from '../../../src/commands/suspend.ts'
import { SUBMIT_BURST } from '../../../src/domain/submissions/submit-rate.ts'
import { EVENT_RATE_FACTOR, READING_RATE_FACTOR } from '../../../src/domain/telemetry/event.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { openContract } from '../../support/service/contract.ts'
import { createUntilConflict, openTooManyStreams } from '../../support/service/kind-tour.ts'
import { ADA, BO, startService } from '../../support/service/service.ts'

const KEY = { 'idempotency-key': 'a-key-of-the-tour' }
const LOGS = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ eventName: 'a' }] }] }] }
const UNKNOWN = '/t/t_0000000000000000'

test('responses to sending and reading events match the OpenAPI document', async () => {
  await using service = await startService()
  await using full = await startService({
    database: 'file',
    adjust: (config) => ({ ...config, minFreeBytes: Number.MAX_SAFE_INTEGER }),
  })
  const { check, notGiven } = openContract((await service.get('/openapi.json')).text)
  const { post, get } = service

  const made = '/t/new'
  const create = (recipient: string, headers = {}) => post(made, { form: { recipient }, headers })
  check('post', made, await post(`${made}?dry_run=1`, { form: { recipient: ADA } }))
  const created = await create(ADA, KEY)
  check('post', made, created)
  check('post', made, await create(ADA, KEY))
  check('post', made, await create(BO, KEY))
  check('post', made, await create(ADA))
  service.pass({ seconds: 2 })
  for (const recipient of ['', 'x@example.com', 'no address']) check('post', made, await create(recipient))
  check('post', made, await create(ADA, { 'idempotency-key': 'short' }))
  check('post', made, await create(ADA, { 'sec-fetch-site': 'cross-site' }))
  check('post', made, await post(made, { form: { recipient: ADA, filler: 'x'.repeat(5000) } }))
  check('post', made, await post(made, { body: 'x', headers: { 'content-type': 'text/plain' } }))
  check('post', made, await full.post(made, { form: { recipient: ADA } }))

  await createUntilConflict(create, {
    isSeen: () => !notGiven('events').includes(`post ${made} 409`),
    check: (answer) => check('post', made, answer),
    pass: () => service.pass({ minutes: 7 }),
  })

  const door = '/t/{id}'
  const url = String(created.json.telemetry_url)
  const event = { name: 'signup' }
  check('post', door, await post(url, { json: event, headers: KEY }))
  check('post', door, await post(url, { json: event, headers: KEY }))
  check('post', door, await post(url, { json: [event, event], headers: KEY }))
  check('post', door, await post(url, { json: [event, {}, { ...event, time: 0, id: '1' }] }))
  check('post', door, await post(url, { json: { ...event, id: '1' } }))
  check('post', door, await post(`${url}?dry_run=1`, { json: [event, {}] }))
  check('post', door, await post(`${url}?dry_run=1`, { json: {} }))
  check('post', door, await post(url, { json: [{}, {}] }))
  check('post', door, await post(url, { json: event, headers: { 'idempotency-key': 'x' } }))
  check('post', door, await post(url, { body: '{', headers: { 'content-type': 'application/json' } }))
  check('post', door, await post(url, { json: { name: 'x'.repeat(70_000) } }))
  check('post', door, await post(url, { body: 'x', headers: { 'content-type': 'text/html' } }))
  check('post', door, await post(UNKNOWN, { json: event }))
  check('post', door, await full.post(UNKNOWN, { json: event }))

  // The others arrive before the first is answered.
  const atOnce = { json: event, headers: { 'idempotency-key': 'all-at-the-same-time' } }
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(url, atOnce)))
  for (const answer of answers) check('post', door, answer)

  const logs = `${door}/v1/logs`
  check('post', logs, await post(`${url}/v1/logs`, { json: LOGS }))
  check('post', logs, await post(`${url}/v1/logs`, { json: {} }))
  check('post', logs, await post(`${UNKNOWN}/v1/logs`, { json: LOGS }))
  check('post', logs, await post(`${url}/v1/logs`, { json: { a: 'x'.repeat(600_000) } }))
  check('post', logs, await post(`${url}/v1/logs`, { form: { a: 'b' } }))
  check('post', `${door}/v1/traces`, await post(`${url}/v1/traces`, { json: {} }))
  check('post', `${door}/v1/metrics`, await post(`${url}/v1/metrics`, { json: {} }))
  for (const [path, sent] of [
    ['/api/event', event],
    ['/api/send', { type: 'event', payload: event }],
    ['/api/batch', [{ type: 'event', payload: event }]],
    ['/batch/', { api_key: 'any', batch: [{ event: 'signup' }] }],
    ['/i/v0/e/', { api_key: 'any', event: 'signup' }],
  ] as const) {
    const documented = door + path.replace(/\/$/, '')
    check('post', documented, await post(url + path, { json: sent }))
    check('post', documented, await post(url + path, { json: [] }))
    check('post', documented, await post(UNKNOWN + path, { json: sent }))
  }

  check('get', `${door}/p.gif`, await get(`${url}/p.gif?name=seen`))

  for (const place of [url, UNKNOWN]) {
    check('get', door, await get(place))
    check('get', `${door}/status`, await get(`${place}/status`))
    check('head', `${door}/status`, await post(`${place}/status`, { method: 'HEAD' }))
  }
  const ada = await signIn(service)
  const writer = (await ada.post('/keys', { name: 'writer', scopes: ['write'] })).json.key
  const reader = { authorization: `Bearer ${created.json.read_key}` }
  for (const path of ['/events', '/stats', '/props', '/values', '/stream']) {
    if (path === '/values') check('get', door + path, await get(`${url}/values?prop=plan`, reader))
    else if (path !== '/stream') check('get', door + path, await get(url + path, reader))
    check('get', door + path, await get(`${url}${path}?surprise=1`, reader))
    check('get', door + path, await get(url + path))
    check('get', door + path, await get(url + path, { authorization: `Bearer ${writer}` }))
    check('get', door + path, await get(UNKNOWN + path, reader))
  }
  await openTooManyStreams(`${url}/stream`, reader, (answer) => check('get', `${door}/stream`, answer))
  for (let sent = 0; sent < SUBMIT_BURST * READING_RATE_FACTOR; sent += 1) await get(`${url}/stats`, reader)
  for (const path of ['/events', '/stats', '/props', '/values', '/stream']) {
    const answer = await get(url + path, reader)
    assert.equal(answer.json.code, 'event_rate')
    check('get', door + path, answer)
  }

  const owned = (await ada.post('/telemetry')).json
  const badge = String((await ada.post(`/telemetry/${owned.id}/badge`)).json.url)
  check('get', `${door}/badge.svg`, await get(badge))
  check('get', `${door}/badge.svg`, await get(badge.slice(0, -1)))
  for (let sent = 0; sent < SUBMIT_BURST * READING_RATE_FACTOR; sent += 1) await get(badge)
  check('get', `${door}/badge.svg`, await get(badge))
  const suspended = String((await ada.post('/telemetry')).json.telemetry_url)
  const [subject = ''] = suspended.match(/t_\w+/) ?? []
  await suspend(service.config, { subject, to: 'suspend', reason: null, now: service.now() })
  check('post', door, await post(suspended, { json: event }))
  check('post', logs, await post(`${suspended}/v1/logs`, { json: LOGS }))
  await ada.post(`/telemetry/${owned.id}/retire`)
  const retired = String(owned.telemetry_url)
  check('post', door, await post(retired, { json: event }))
  check('post', logs, await post(`${retired}/v1/logs`, { json: LOGS }))
  for (const address of [url, '/t/nothing', suspended, retired]) {
    check('get', door, await get(address))
    check('get', door, await get(address, { accept: 'text/markdown' }))
    check('get', '/t/{id}.md', await get(`${address}.md`))
  }
  for (let sent = 0; sent < SUBMIT_BURST * EVENT_RATE_FACTOR; sent += 1) {
    await post(`${url}?dry_run=1`, { json: event })
  }
  check('post', door, await post(`${url}?dry_run=1`, { json: event }))
  assert.deepEqual(notGiven('events'), [])
})
