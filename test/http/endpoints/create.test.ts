import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { StoreBroken } from '../../../src/store/contract/errors.ts'
import { aboutTheFile } from '../../support/postgres/test-database.ts'
import { ADA, startService } from '../../support/service/service.ts'

const create = { form: { recipient: ADA } }

test('one unauthenticated POST creates a working endpoint', async () => {
  await using service = await startService()
  const answer = await service.post('/new', create)
  assert.equal(answer.status, 201)
  const { endpoint_url, form_id, unclaimed, claim_note, status_url, expires_at, limits } = answer.json
  assert.match(String(form_id), /^f_[0-9a-hjkmnp-tv-z]{16}$/)
  assert.equal(endpoint_url, `${service.base}/f/${form_id}`)
  assert.equal(answer.headers.get('location'), endpoint_url)
  assert.equal(unclaimed, true)
  assert.match(
    String(claim_note),
    /the first real submission arrives at the recipient together with a one-click claim link/,
  )
  assert.equal(status_url, `${endpoint_url}/status`)
  assert.equal(expires_at, '2026-12-10T09:00:00.000Z')
  assert.deepEqual(limits, { lifetime_submissions: 50, idle_days: 30 })
  assert.deepEqual(Object.keys(answer.json), [
    'endpoint_url',
    'form_id',
    'unclaimed',
    'claim_note',
    'status_url',
    'expires_at',
    'limits',
  ])
})

test('creates an endpoint from a JSON object and reports unknown fields', async () => {
  await using service = await startService()
  const answer = await service.post('/new', { json: { recipient: ` ${ADA} `, colour: 'green', name: 'x' } })
  assert.equal(answer.status, 201)
  assert.deepEqual(answer.json.ignored_fields, ['colour', 'name'])
})

test('rejects an invalid recipient by field without using up a creation', async () => {
  await using service = await startService()
  for (const [recipient, code] of [
    ['', 'recipient_missing'],
    ['you@example.com', 'recipient_placeholder'],
    ['nobody', 'recipient_invalid'],
    ['a@b.dev, c@d.dev', 'recipient_multiple'],
  ] as const) {
    const answer = await service.post('/new', { form: { recipient } })
    assert.equal(answer.status, 400, recipient)
    assert.equal(answer.json.error, 'validation failed')
    assert.equal(answer.json.field, 'recipient')
    assert.equal(answer.json.code, code)
  }
  const twice = await service.post('/new', {
    form: [
      ['recipient', ADA],
      ['recipient', ADA],
    ],
  })
  assert.equal(twice.json.code, 'recipient_multiple')
  assert.equal((await service.post('/new', create)).status, 201)
})

test('allows ten creations an hour, and the eleventh at the time its refusal states', async () => {
  await using service = await startService()
  for (let made = 0; made < 10; made += 1) await service.createEndpoint()
  const eleventh = await service.post('/new', create)
  assert.equal(eleventh.status, 429)
  assert.equal(eleventh.json.error, 'rate limited')
  assert.equal(eleventh.json.code, 'create_rate_hour')
  const wait = Number(eleventh.headers.get('retry-after'))
  assert.equal(wait, 3600 - 20)
  service.pass({ seconds: wait, milliseconds: -1 })
  assert.equal((await service.post('/new', create)).status, 429)
  service.pass({ milliseconds: 1 })
  assert.equal((await service.post('/new', create)).status, 201)
})

test('requires two seconds between two creations', async () => {
  await using service = await startService()
  assert.equal((await service.post('/new', create)).status, 201)
  service.pass({ milliseconds: 1999 })
  const tooSoon = await service.post('/new', create)
  assert.equal(tooSoon.status, 429)
  assert.equal(tooSoon.json.code, 'create_spacing')
  assert.equal(tooSoon.headers.get('retry-after'), '1')
  service.pass({ milliseconds: 1 })
  assert.equal((await service.post('/new', create)).status, 201)
})

test('allows exactly one of ten creations at the same instant', async () => {
  await using service = await startService()
  const answers = await Promise.all(Array.from({ length: 10 }, () => service.post('/new', create)))
  assert.equal(answers.filter((answer) => answer.status === 201).length, 1)
  assert.equal(answers.filter((answer) => answer.status === 429).length, 9)
})

test('the creation limit survives a restart', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-'))
  let now: Date
  {
    await using service = await startService({ dataDir })
    for (let made = 0; made < 10; made += 1) await service.createEndpoint()
    now = service.now()
  }
  {
    await using service = await startService({ dataDir, now })
    assert.equal((await service.post('/new', create)).json.code, 'create_rate_hour')
  }
  await rm(dataDir, { recursive: true })
})

test('trusts X-Forwarded-For only from a trusted proxy', async () => {
  function forwarded(address: string) {
    return { ...create, headers: { 'x-forwarded-for': address } }
  }
  {
    await using service = await startService()
    assert.equal((await service.post('/new', forwarded('192.0.2.1'))).status, 201)
    assert.equal((await service.post('/new', forwarded('192.0.2.2'))).status, 429)
  }
  await using service = await startService({ env: { FORMSLOT_TRUST_PROXY: '127.0.0.0/8' } })
  assert.equal((await service.post('/new', forwarded('192.0.2.1'))).status, 201)
  assert.equal((await service.post('/new', forwarded('192.0.2.2'))).status, 201)
  assert.equal(
    (await service.post('/new', forwarded('6.6.6.6, 192.0.2.1'))).status,
    429,
    'the right-most hop counts',
  )
  assert.equal((await service.post('/new', forwarded('2001:db8:0:1::1'))).status, 201)
  assert.equal(
    (await service.post('/new', forwarded('2001:db8:0:1:ffff::2'))).status,
    429,
    'one /64 is one client',
  )
  assert.equal((await service.post('/new', forwarded('2001:db8:0:2::1'))).status, 201)
  assert.equal(
    (await service.post('/new', forwarded('::ffff:192.0.2.1'))).status,
    429,
    'a mapped address is IPv4',
  )
})

test('one IPv6 /48 creates eight times as many endpoints as one client, and repeats are free', async () => {
  await using service = await startService({ env: { FORMSLOT_TRUST_PROXY: '127.0.0.1' } })
  const from = (address: string, key?: string) => ({
    ...create,
    headers: { 'x-forwarded-for': address, ...(key ? { 'idempotency-key': key } : {}) },
  })
  const first = await service.post('/new', from('2001:db8:7:0::1', 'the-first-of-all'))
  for (let made = 1; made < 80; made += 1) {
    assert.equal((await service.post('/new', from(`2001:db8:7:${made}::1`))).status, 201, String(made))
  }
  service.pass({ minutes: 1 })
  const refused = await service.post('/new', from('2001:db8:7:ffff::1'))
  assert.deepEqual(
    [refused.status, refused.json.code, refused.headers.get('retry-after')],
    [429, 'create_rate_hour', '3540'],
  )
  const dryRun = await service.post('/new?dry_run=1', from('2001:db8:7:ffff::1'))
  assert.deepEqual([dryRun.status, dryRun.json.code], [429, 'create_rate_hour'])
  const again = await service.post('/new', from('2001:db8:7:0::1', 'the-first-of-all'))
  assert.deepEqual([again.status, again.json], [201, first.json])
  assert.equal((await service.post('/new', from('2001:db8:8:1::1'))).status, 201, 'another /48')
  assert.equal((await service.post('/new', from('192.0.2.1'))).status, 201)
  service.pass({ minutes: 59 })
  assert.equal((await service.post('/new', from('2001:db8:7:ffff::1'))).status, 201)
})

test('one IPv6 /48 sends eight times as many invalid creations as one client', async () => {
  await using service = await startService({ env: { FORMSLOT_TRUST_PROXY: '127.0.0.1' } })
  const send = (address: string) =>
    service.post('/new', { form: { recipient: '' }, headers: { 'x-forwarded-for': address } })
  for (let sent = 0; sent < 480; sent += 1) {
    assert.equal((await send(`2001:db8:7:${sent}::1`)).status, 400, String(sent))
  }
  assert.equal((await send('2001:db8:7:ffff::1')).json.code, 'create_attempts')
  assert.equal((await send('2001:db8:8::1')).status, 400, 'another /48')
})

test('a page of another site cannot create endpoints for its visitors', async () => {
  await using service = await startService()
  const from = (site: string) => service.post('/new', { ...create, headers: { 'sec-fetch-site': site } })
  const crossSite = await from('cross-site')
  assert.equal(crossSite.status, 403)
  assert.equal(crossSite.json.code, 'cross_site_creation')
  assert.equal((await from('same-site')).status, 201)
})

test('limits refused creation attempts to sixty a minute', async () => {
  await using service = await startService()
  for (let tried = 0; tried < 60; tried += 1) {
    assert.equal((await service.post('/new', { form: { recipient: 'nobody' } })).status, 400)
  }
  const refused = await service.post('/new', create)
  assert.equal(refused.status, 429)
  assert.equal(refused.json.code, 'create_attempts')
  assert.equal(refused.headers.get('retry-after'), '60')
  service.pass({ milliseconds: 59_999 })
  assert.equal((await service.post('/new', create)).json.code, 'create_attempts')
  service.pass({ milliseconds: 1 })
  assert.equal((await service.post('/new', create)).status, 201)
})

test('requests from other sites count as refused attempts, dry runs do not', async () => {
  await using service = await startService()
  for (let tried = 0; tried < 60; tried += 1) {
    const answer = await service.post('/new?dry_run=1', { form: { recipient: 'nobody' } })
    assert.equal(answer.json.code, 'recipient_invalid')
  }
  const headers = { 'sec-fetch-site': 'cross-site' }
  for (let tried = 0; tried < 60; tried += 1) {
    assert.equal((await service.post('/new', { ...create, headers })).json.code, 'cross_site_creation')
  }
  assert.equal((await service.post('/new', create)).json.code, 'create_attempts')
  assert.equal((await service.post('/new?dry_run=1', create)).json.code, 'create_attempts')
  const metrics = await service.service.metrics.render()
  assert.match(metrics, /formslot_creations_total\{result="cross_site_creation"\} 60\n/)
  assert.match(metrics, /formslot_creations_total\{result="create_attempts"\} 1\n/)
  assert.doesNotMatch(metrics, /recipient_invalid/)
})

test('a full disk does not count as a refused attempt', { skip: aboutTheFile }, async () => {
  await using full = await startService({
    adjust: (config) => ({ ...config, minFreeBytes: Number.MAX_SAFE_INTEGER }),
  })
  for (let tried = 0; tried < 61; tried += 1) {
    assert.equal((await full.post('/new', create)).json.code, 'disk_full')
  }
})

test('a dry run answers like a creation and creates nothing', async () => {
  await using service = await startService()
  for (let tried = 0; tried < 12; tried += 1) {
    const answer = await service.post('/new?dry_run=1', create)
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.json, {
      dry_run: true,
      would_succeed: true,
      would_create: { unclaimed: true, expires_at: '2026-12-10T09:00:00.000Z' },
    })
  }
  const refused = await service.post('/new?dry_run=1', { form: { recipient: 'me@example.com' } })
  assert.equal(refused.status, 400)
  assert.equal(refused.json.dry_run, true)
  assert.equal((await service.post('/new', create)).status, 201)
  assert.equal((await service.post('/new?dry_run=1', create)).json.code, 'create_spacing')
})

test('allows 60 dry runs of creations a minute from one address, which count nowhere else', async () => {
  const env = { FORMSLOT_TRUST_PROXY: '127.0.0.0/8', FORMSLOT_CREATE_SPACING_MS: '0' }
  await using service = await startService({ env })
  const paths = ['/new', '/t/new', '/q/new']
  const dryRun = (n: number, from = '192.0.2.1') =>
    service.post(`${paths[n % 3]}?dry_run=1`, { ...create, headers: { 'x-forwarded-for': from } })
  for (let tried = 0; tried < 60; tried += 1) {
    assert.equal((await dryRun(tried)).status, 200)
    service.pass({ milliseconds: 500 })
  }
  const refused = await dryRun(60)
  assert.deepEqual([refused.status, refused.json.code, refused.json.dry_run], [429, 'create_attempts', true])
  assert.match(String(refused.json.message), /dry runs/)
  assert.equal(refused.headers.get('retry-after'), '30')
  assert.equal((await dryRun(61, '192.0.2.2')).status, 200)
  const created = await service.post('/new', { ...create, headers: { 'x-forwarded-for': '192.0.2.1' } })
  assert.equal(created.status, 201)
  service.pass({ seconds: 30 })
  assert.equal((await dryRun(62)).status, 200)
})

test('the same Idempotency-Key creates one endpoint and counts once', async () => {
  await using service = await startService()
  const headers = { 'idempotency-key': 'key-0123456789' }
  const first = await service.post('/new', { ...create, headers })
  const again = await service.post('/new', { ...create, headers })
  assert.equal(again.status, 201)
  assert.deepEqual(again.json, first.json)
  assert.equal(first.headers.get('ratelimit'), '"create-hour";r=9;t=3600')
  assert.equal(again.headers.get('ratelimit'), null, 'what was left then is not what is left now')
  assert.equal(first.headers.get('idempotent-replayed'), null)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  const other = await service.post('/new', { form: { recipient: 'bo@builds.dev' }, headers })
  assert.equal(other.status, 422)
  assert.equal(other.json.code, 'idempotency_key_reused')
  const malformed = await service.post('/new', { ...create, headers: { 'idempotency-key': 'short' } })
  assert.equal(malformed.status, 400)
  assert.equal(malformed.json.field, 'Idempotency-Key')
})

test('the RateLimit headers state the remaining creations', async () => {
  await using service = await startService()
  const answer = await service.post('/new', create)
  assert.equal(answer.headers.get('ratelimit-policy'), '"create-hour";q=10;w=3600, "create-spacing";q=1;w=2')
  assert.equal(answer.headers.get('ratelimit'), '"create-hour";r=9;t=3600')
})

test('rejects other methods, large bodies and other media types in the same format', async () => {
  await using service = await startService()
  const get = await service.get('/new')
  assert.equal(get.status, 405)
  assert.equal(get.headers.get('allow'), 'POST')
  assert.equal(get.json.code, 'method_not_allowed')
  const large = await service.post('/new', { form: { recipient: ADA, filler: 'x'.repeat(4096) } })
  assert.equal(large.status, 413)
  assert.equal(large.json.code, 'payload_too_large')
  const text = await service.post('/new', { body: ADA, headers: { 'content-type': 'text/plain' } })
  assert.equal(text.status, 415)
  assert.ok(text.headers.get('accept-post'))
  const dryRun = [
    await service.get('/new?dry_run=1'),
    await service.post('/new?dry_run=1', { form: { recipient: ADA, filler: 'x'.repeat(4096) } }),
  ]
  assert.deepEqual(
    dryRun.map((answer) => [answer.status, answer.json.dry_run]),
    [
      [405, true],
      [413, true],
    ],
  )
  for (const answer of [get, large, text]) {
    assert.equal(answer.json.request_id, answer.headers.get('request-id'))
    assert.ok(answer.json.hint)
  }
  assert.equal((await service.get('/nowhere')).json.code, 'not_found')
})

test('a disk failure during a creation reports that the outcome is unknown', async () => {
  let failing = false
  await using service = await startService({
    failpoint(point) {
      if (failing && point === 'before commit') throw new StoreBroken(new Error('EIO'))
    },
  })
  failing = true
  const answer = await service.post('/new', create)
  assert.equal(answer.status, 503)
  assert.equal(answer.json.code, 'store_unavailable')
  assert.ok(Number(answer.headers.get('retry-after')) > 0)
  // Closing may fail as well: it writes, and nothing is written any more.
  await service.close().catch((error: unknown) => assert.ok(isBroken(error)))
})

/** Returns true when nothing but the broken store made closing fail, in one part of the service or in several. */
function isBroken(error: unknown): boolean {
  if (error instanceof SuppressedError) return isBroken(error.error) && isBroken(error.suppressed)
  return error instanceof StoreBroken
}

test('accepts nothing while the disk is nearly full', { skip: aboutTheFile }, async () => {
  await using service = await startService({
    adjust: (config) => ({ ...config, minFreeBytes: Number.MAX_SAFE_INTEGER }),
  })
  const answer = await service.post('/new', create)
  assert.equal(answer.status, 503)
  assert.equal(answer.json.code, 'disk_full')
  assert.ok(Number(answer.headers.get('retry-after')) > 0)
  assert.equal((await service.get('/readyz')).status, 503)
})
