import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '../../../src/domain/time.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { ADA, BO, startService } from '../../support/service/service.ts'

const SITE = 'https://site.dev'

test('an owner sees only her own endpoints', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  await service.submit(ada.endpoint, { message: 'the second' })
  await service.submit(ada.endpoint, { message: 'buy', _gotcha: 'x' })
  const { data, next_cursor } = (await ada.get('/endpoints')).json as { data: object[]; next_cursor: null }
  assert.equal(next_cursor, null)
  const now = service.now().toISOString()
  const { created_at, claimed_at, confirmed_at, days, days_since, ...seen } = Object(data[0])
  assert.ok(created_at < now && claimed_at <= now && confirmed_at <= now)
  assert.deepEqual(days, [...Array(29).fill(0), 2])
  assert.equal(Date.parse(days_since) + 29 * DAY, Date.parse(`${now.slice(0, 10)}T00:00Z`))
  assert.deepEqual(seen, {
    id: ada.endpoint.form_id,
    kind: 'form',
    endpoint_url: ada.endpoint.endpoint_url,
    name: null,
    recipient: ADA,
    language: null,
    state: 'claimed',
    retired_at: null,
    suspended: null,
    last_submission_at: now,
    submissions: { total: 2, this_month: 1, limit: 50, resets_at: '2026-12-01T00:00:00.000Z' },
    unread: 2,
    emails_held: 0,
    file_limits: null,
    settings: {
      redirect_url: null,
      store: 'plain',
      email: {
        mode: 'every',
        daily_at: '08:00',
        time_zone: 'UTC',
        quiet_hours: null,
        snoozed_until: null,
        sender_name: null,
        subject: null,
        format: 'html_and_text',
      },
      error_url: null,
      allowed_origins: [],
      honeypot: null,
      email_notifications: true,
      queue_id: null,
      submitted_subject: false,
      destinations: [],
      spam: { level: 'normal', block: [], allow: [] },
      challenge: 'off',
      files: { on: false, accept: [], max_files: null, max_bytes: null, attach: false },
      expect: [],
    },
    version: 1,
  })
  const ofBo = (await bo.get('/endpoints')).json.data as { id: string }[]
  assert.deepEqual(
    ofBo.map((one) => one.id),
    [bo.endpoint.form_id],
  )
})

test('an owner creates endpoints that are claimed at once, with her own creation limit', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const made = await ada.post('/endpoints', { name: ' Contact ' })
  assert.equal(made.status, 201)
  assert.equal(made.headers.get('location'), `/api/v1/endpoints/${made.json.id}`)
  assert.deepEqual([made.json.name, made.json.state, made.json.recipient], ['Contact', 'claimed', ADA])
  const status = await service.get(`/f/${made.json.id}/status`)
  assert.deepEqual([status.json.claimed, status.json.claim_email_sent], [true, false])

  const sent = (await service.emails()).length
  await service.post(`/f/${made.json.id}`, { form: { message: 'hello' } })
  await service.deliver()
  assert.equal((await service.emails()).length, sent + 1)

  assert.equal((await ada.post('/endpoints', { recipient: ` ${ADA.toUpperCase()} ` })).status, 201)
  for (const recipient of [BO, 'ada+x@lovelace.dev', `${ADA}, ${BO}`, '', 'x']) {
    const refused = await ada.post('/endpoints', { recipient })
    assert.deepEqual(
      [refused.status, refused.json.code, refused.json.field],
      [400, 'recipient_invalid', 'recipient'],
    )
  }
  for (let count = 2; count < 60; count += 1) assert.equal((await ada.post('/endpoints')).status, 201)
  const late = await ada.post('/endpoints')
  assert.deepEqual([late.status, late.json.code], [429, 'create_rate_hour'])
  service.pass({ seconds: Number(late.headers.get('retry-after')) })
  assert.equal((await ada.post('/endpoints')).status, 201)
  // Creations without signing in have a limit of their own.
  assert.equal((await service.post('/new', { form: { recipient: BO } })).status, 201)
})

test('an Idempotency-Key of a creation counts separately for each owner', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  const key = { 'idempotency-key': 'one-and-the-same' }
  const first = await ada.post('/endpoints', { name: 'Contact' }, key)
  const again = await ada.post('/endpoints', { name: 'Contact' }, key)
  assert.deepEqual([again.status, again.json.id], [201, first.json.id])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal((await ada.post('/endpoints', { name: 'Other' }, key)).json.code, 'idempotency_key_reused')
  const ofBo = await bo.post('/endpoints', { name: 'Contact' }, key)
  assert.deepEqual([ofBo.status, ofBo.json.recipient], [201, BO])
  assert.equal(((await ada.get('/endpoints')).json.data as unknown[]).length, 2)
})

test('an owner can create endpoints for her own address where strangers are blocked', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const strangers = await service.createEndpoint()
  await service.submit(strangers, { message: 'from a stranger' })
  await service.post(await service.linkIn('disown'), { headers: { 'sec-fetch-site': 'same-origin' } })
  assert.equal((await service.post('/new', { form: { recipient: ADA } })).json.code, 'recipient_suppressed')
  const made = await ada.post('/endpoints')
  assert.equal(made.status, 201)
  const before = (await service.emails()).length
  await service.post(`/f/${made.json.id}`, { form: { message: 'hello' } })
  await service.deliver()
  assert.equal((await service.emails()).length, before + 1, 'she has asked for its emails')
})

test('applies a settings change once, raises the version, and rejects a change with an old version', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const place = `/endpoints/${ada.endpoint.form_id}`
  const first = await ada.get(place)
  assert.equal(first.headers.get('etag'), '"1"')
  const change = {
    name: 'Contact',
    redirect_url: `${SITE}/thanks`,
    allowed_origins: [`${SITE}/`, SITE, 'http://localhost:3000'],
    honeypot: 'website',
    email_notifications: false,
    submitted_subject: true,
  }
  const changed = await ada.patch(place, change, { 'if-match': '"1"' })
  assert.equal(changed.status, 200)
  assert.equal(changed.headers.get('etag'), '"2"')
  assert.equal(changed.json.name, 'Contact')
  assert.deepEqual(changed.json.settings, {
    redirect_url: `${SITE}/thanks`,
    store: 'plain',
    email: {
      mode: 'every',
      daily_at: '08:00',
      time_zone: 'UTC',
      quiet_hours: null,
      snoozed_until: null,
      sender_name: null,
      subject: null,
      format: 'html_and_text',
    },
    error_url: null,
    allowed_origins: [SITE, 'http://localhost:3000'],
    honeypot: 'website',
    email_notifications: false,
    queue_id: null,
    submitted_subject: true,
    destinations: [],
    spam: { level: 'normal', block: [], allow: [] },
    challenge: 'off',
    files: { on: false, accept: [], max_files: null, max_bytes: null, attach: false },
    expect: [],
  })
  assert.equal((await ada.patch(place, change)).json.version, 2, 'nothing was left to change')
  assert.equal((await ada.patch(place, {})).json.version, 2)
  for (const tag of ['"1"', 'W/"2"', '2', '"x"', '""', '"1", "3"']) {
    const late = await ada.patch(place, { name: 'Late' }, { 'if-match': tag })
    assert.deepEqual([late.status, late.json.code], [412, 'version_conflict'], tag)
  }
  assert.equal((await ada.patch(place, { name: 'Second' }, { 'if-match': '"1", "2"' })).json.version, 3)
  assert.equal((await ada.patch(place, { name: 'Third' }, { 'if-match': '*' })).json.version, 4)
  const back = {
    name: null,
    redirect_url: null,
    allowed_origins: [],
    honeypot: null,
    email_notifications: true,
  }
  const cleared = await ada.patch(place, { ...back, submitted_subject: false })
  assert.deepEqual(cleared.json.settings, first.json.settings)
  assert.equal(cleared.json.name, null)
})

test('an invalid setting is rejected by name', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const place = `/endpoints/${ada.endpoint.form_id}`
  const wrong: [string, unknown][] = [
    ['name', ''],
    ['name', ' '],
    ['name', 'a\nb'],
    ['name', 'x'.repeat(101)],
    ['name', 7],
    ['redirect_url', 'javascript:alert(1)'],
    ['redirect_url', '/thanks'],
    ['redirect_url', 'https://good@evil.dev/'],
    ['redirect_url', `${SITE}/${'x'.repeat(2048)}`],
    ['allowed_origins', SITE],
    ['allowed_origins', null],
    ['allowed_origins', Array(21).fill(SITE)],
    ['honeypot', ''],
    ['honeypot', '_next'],
    ['honeypot', '_gotcha'],
    ['honeypot', 'ü'.repeat(65)],
    ['email_notifications', 'off'],
    ['email_notifications', null],
    ['submitted_subject', 1],
  ]
  for (const [field, value] of wrong) {
    const refused = await ada.patch(place, { [field]: value })
    assert.deepEqual(
      [refused.status, refused.json.code, refused.json.field],
      [400, 'value_invalid', field],
      String(value),
    )
    assert.ok(!refused.text.includes('evil.dev'), 'nothing that was sent is in the answer')
  }
  const second = await ada.patch(place, { allowed_origins: [SITE, `${SITE}/form`] })
  assert.equal(second.json.field, 'allowed_origins.1')
  assert.equal((await ada.patch(place, { recipient: BO })).json.field, 'recipient')
  assert.equal((await ada.get(place)).json.version, 1)
  const longest = { name: 'x'.repeat(100), honeypot: 'ü'.repeat(64), allowed_origins: twentyOrigins() }
  assert.equal((await ada.patch(place, longest)).status, 200)
})

test('lists endpoints by name and state with pagination', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const first = ada.endpoint.form_id
  const ids: unknown[] = [first]
  for (const name of ['Kontakt', 'Réservation', '50% off', 'under_score', 'Contact us', 'contact me']) {
    ids.unshift((await ada.post('/endpoints', { name })).json.id)
  }
  const getIds = async (query: string) => {
    const { json } = await ada.get(`/endpoints?${query}`)
    return (json.data as { id: string }[]).map((one) => ids.length - 1 - ids.indexOf(one.id))
  }
  assert.deepEqual(await getIds(''), [6, 5, 4, 3, 2, 1, 0])
  assert.deepEqual(await getIds('q=CONTACT'), [6, 5])
  assert.deepEqual(await getIds('q=reserv'), [2])
  assert.deepEqual(await getIds('q=%25'), [3], 'wildcards of a database are emails here')
  assert.deepEqual(await getIds('q=r_s'), [4])
  assert.deepEqual(await getIds('q=%27%20or%201=1'), [])
  assert.deepEqual(await getIds(`q=${first}`), [0])
  assert.deepEqual(await getIds('q=%20'), [6, 5, 4, 3, 2, 1, 0])

  await ada.post(`/endpoints/${first}/retire`)
  assert.deepEqual(await getIds('state=retired'), [0])
  assert.deepEqual(await getIds('state=claimed&q=o'), [6, 5, 4, 3, 2, 1])

  const seen: unknown[] = []
  let cursor = ''
  for (let pages = 0; pages < 9; pages += 1) {
    const { json } = await ada.get(`/endpoints?q=o&limit=2${cursor}`)
    seen.push((json.data as unknown[]).length)
    if (json.next_cursor === null) break
    cursor = `&cursor=${json.next_cursor}`
  }
  assert.deepEqual(seen, [2, 2, 2])
})

test('retires an endpoint once, which stops submissions and keeps its data', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const place = `/endpoints/${ada.endpoint.form_id}`
  const retired = await ada.post(`${place}/retire`)
  assert.deepEqual([retired.status, retired.json.state], [200, 'retired'])
  const at = service.now().toISOString()
  assert.equal(retired.json.retired_at, at)
  service.pass({ minutes: 1 })
  assert.equal((await ada.post(`${place}/retire`)).json.retired_at, at)
  assert.equal((await service.submit(ada.endpoint, { message: 'late' })).status, 410)
  assert.equal((await ada.post(`${place}/test`)).json.code, 'endpoint_retired')
  assert.equal(((await ada.get('/submissions')).json.data as unknown[]).length, 1)
  assert.deepEqual((await ada.get('/usage')).json.endpoints, [])
})

test('irreversible changes require a sign-in within the last minutes', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { data } = (await ada.get('/submissions')).json as { data: { id: string }[] }
  const id = data[0]?.id
  const { key } = (await ada.post('/keys', { name: 'k', scopes: ['read', 'write'] })).json
  service.pass({ minutes: 16 })
  const place = `/endpoints/${ada.endpoint.form_id}`
  const actions = [
    () => ada.post(`${place}/retire`),
    () => ada.delete(`${place}/submissions`),
    () => ada.delete(`/submissions/${id}?permanent=true`),
    () => ada.post('/submissions/bulk', { ids: [id], action: 'delete_permanently' }),
    () => ada.post('/submissions/bulk', { filter: {}, action: 'delete_permanently' }),
  ]
  for (const action of actions) assert.equal((await action()).json.code, 'fresh_sign_in_needed')
  assert.equal((await ada.post('/submissions/bulk', { ids: [id], action: 'archive' })).status, 200)
  const program = { authorization: `Bearer ${key}` }
  const byKey = await service.post(`/api/v1/submissions/${id}?permanent=true`, {
    method: 'DELETE',
    headers: program,
  })
  assert.equal(byKey.status, 204, 'a key that may write may delete')
})

test('empties an endpoint completely and keeps what arrives afterwards', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const other = (await ada.post('/endpoints')).json.id
  await service.post(`/f/${other}`, { form: { message: 'stays' } })
  await service.submit(ada.endpoint, { message: 'two' })
  await service.submit(ada.endpoint, { message: 'buy', _gotcha: 'x' })
  const place = `/endpoints/${ada.endpoint.form_id}`
  assert.deepEqual((await ada.delete(`${place}/submissions`)).json, { deleted: 3 })
  assert.deepEqual((await ada.delete(`${place}/submissions`)).json, { deleted: 0 })
  await service.submit(ada.endpoint, { message: 'three' })
  const rest = (await ada.get('/submissions?folder=all')).json.data as { fields: unknown }[]
  assert.deepEqual(
    rest.map((one) => one.fields),
    [[['message', 'three']], [['message', 'stays']]],
  )
  const shown = await ada.get(place)
  assert.equal(Object(shown.json.submissions).total, 3, 'what was counted stays counted')
})

function twentyOrigins(): string[] {
  return Array.from({ length: 20 }, (_, n) => `https://site${n}.dev`)
}
