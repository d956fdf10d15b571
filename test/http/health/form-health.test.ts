import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { createCalls, type Owner, signIn } from '../../support/fixtures/owner.ts'
import { BO, startService } from '../../support/service/service.ts'

const BROWSER = { accept: 'text/html', origin: 'https://acme.dev', referer: 'https://acme.dev/contact' }

type Body = {
  accepted: number
  spam: number
  refused: Record<string, number>
  fields: { name: string; sent: number; filled: number; expected: boolean }[]
  findings: { code: string; severity: string; message: string; origins?: string[] }[]
}

async function load(owner: Owner): Promise<Body> {
  const answer = await owner.get(`/endpoints/${owner.endpoint.form_id}/health`)
  assert.equal(answer.status, 200, answer.text)
  return answer.json as Body
}

async function createKey(owner: Owner, scopes: string[]): Promise<{ authorization: string }> {
  const made = await owner.post('/keys', { name: scopes.join(), scopes })
  return { authorization: `Bearer ${made.json.key}` }
}

test('observes what was accepted, refused and spam, with names of fields and no values', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { endpoint } = ada
  await service.submit(endpoint, { email: 'jane@acme.dev', message: '', _gotcha: '' }, BROWSER)
  await service.submit(endpoint, { email: 'bot@acme.dev', _gotcha: 'x' })
  await service.submit(endpoint, {}, BROWSER)
  const once = { 'idempotency-key': 'the-same-submission' }
  await service.submit(endpoint, { email: 'joe@acme.dev' }, once)
  await service.submit(endpoint, { email: 'joe@acme.dev' }, once)
  await service.post(`${endpoint.endpoint_url}?dry_run=1`, { form: { city: 'x' } })
  const file = new FormData()
  file.append('cv', new Blob(['x']), 'cv.pdf')
  await service.post(endpoint.endpoint_url, { body: file })
  await service.get(`${endpoint.endpoint_url}?message=hello`, { accept: 'text/html' })
  await service.get(`${endpoint.endpoint_url}?utm_source=x&fbclid=y`, { accept: 'text/html' })
  await service.get(`${endpoint.endpoint_url}?message=hello`, { accept: 'application/json' })

  const health = await load(ada)
  assert.deepEqual([health.accepted, health.spam], [3, 1], 'with the first one, which claimed the form')
  assert.deepEqual(health.refused, { fields_missing: 1, file_refused: 1, form_sent_by_get: 1 })
  const email = health.fields.find(({ name }) => name === 'email')
  assert.deepEqual([email?.sent, email?.filled], [2, 2])
  const message = health.fields.find(({ name }) => name === 'message')
  assert.deepEqual([message?.sent, message?.filled], [2, 1])
  assert.equal(
    health.fields.some(({ name }) => name === 'city'),
    false,
    'a dry run counts nowhere',
  )
  assert.deepEqual(
    health.findings.map(({ code }) => code),
    ['sent_by_get', 'files_refused', 'inputs_without_name'],
  )
  const stored = JSON.stringify(await service.sql('select data from observations'))
  assert.doesNotMatch(stored, /jane|joe|bot@/)
})

test('observes a form since its creation, and for fourteen days', async () => {
  await using service = await startService()
  const createdAt = service.now()
  const ada = await signIn(service)
  const key = await createKey(ada, ['read'])
  const sinceAfter = async (days: number) => {
    service.pass({ days })
    const { observed_since } = (await service.get(`/f/${ada.endpoint.form_id}/health`, key)).json
    return Math.round((new Date(String(observed_since)).getTime() - createdAt.getTime()) / 86_400_000)
  }
  assert.equal(await sinceAfter(0), 0)
  assert.equal(await sinceAfter(13), 0)
  assert.equal(await sinceAfter(2), 1)
})

test('tells that nobody sends a field any more', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const ada = await signIn(service)
  const full = { email: 'jane@acme.dev', message: 'hello', _gotcha: '' }
  for (let sent = 0; sent < 24; sent += 1) await service.submit(ada.endpoint, full)
  const before = await load(ada)
  assert.deepEqual(before.findings, [])
  service.pass({ hours: 30 })
  for (let sent = 0; sent < 12; sent += 1) await service.submit(ada.endpoint, { message: 'hello' })
  const { findings } = await load(ada)
  assert.equal(findings[0]?.severity, 'problem')
  assert.equal(
    findings[0]?.message,
    'Since Tuesday 09:00 UTC nobody has sent `email` (12 submissions); 24 of 24 before had.',
  )
  const { field, sent, of, missing_in, others } = Object(findings[0])
  assert.deepEqual([field, sent, of, missing_in, others], ['email', 24, 24, 12, []])
})

test('names the pages that were refused as origins, and forgets everything after 14 days', async () => {
  await using service = await startService()
  const owner = await signIn(service)
  const ada = { ...owner, ...createCalls(service, await createKey(owner, ['read', 'write'])) }
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { allowed_origins: ['https://acme.dev'] })
  for (let sent = 0; sent < 5; sent += 1) {
    const origin = sent === 4 ? 'https://evil.dev/<script>?x' : 'https://old.dev'
    await service.submit(ada.endpoint, { message: 'x' }, { ...BROWSER, origin })
  }
  const { findings } = await load(ada)
  assert.equal(findings[0]?.code, 'wrong_origin')
  assert.deepEqual(findings[0]?.origins, ['https://evil.dev', 'https://old.dev'])
  service.pass({ days: 13, hours: 23 })
  await service.service.maintenance()
  assert.equal((await load(ada)).refused.origin_not_allowed, 5)
  service.pass({ hours: 2 })
  assert.deepEqual((await load(ada)).refused, {})
  await service.service.maintenance()
  assert.deepEqual(await service.sql('select * from observations'), [])
})

test('only a key of the owner with the scope read is told, and others are told what they are for unknown forms', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  const read = await createKey(ada, ['read'])
  const health = (id: string, headers: Record<string, string>) => service.get(`/f/${id}/health`, headers)
  const { form_id: id } = ada.endpoint
  const answer = await health(id, read)
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.json, (await ada.get(`/endpoints/${id}/health`)).json)

  const refusals = {
    nothing: {},
    cookie: { cookie: ada.cookie, 'sec-fetch-site': 'same-origin' },
    wrong: { authorization: 'Bearer ak_wrong' },
    write: await createKey(ada, ['write']),
    foreign: await createKey(bo, ['read']),
  }
  const statuses = { nothing: 401, cookie: 401, wrong: 401, write: 403, foreign: 404 }
  for (const [name, headers] of Object.entries(refusals)) {
    const refused = await health(id, headers)
    assert.equal(refused.status, statuses[name as keyof typeof statuses], name)
    for (const other of ['f_0000000000000000', 'nonsense']) {
      const unknown = await health(other, headers)
      const [one, same] = [refused, unknown].map(({ status, json }) => [status, json.error, json.code])
      assert.deepEqual(one, same, `${name}: no oracle`)
    }
  }
  const foreign = createCalls(service, refusals.foreign)
  assert.equal((await foreign.get(`/endpoints/${id}/health`)).status, 404)
})

test('observes nothing of forms that do not exist', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await service.post('/f/f_0000000000000000', { form: { message: 'x' } })
  await service.get('/f/f_0000000000000000?message=x', { accept: 'text/html' })
  await load(ada)
  assert.equal((await service.sql('select 1 from observations')).length, 1)
})

test('saves what was collected when the service stops, and adds up what two runs of it saw', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-health-'))
  let owner: Owner
  let now: Date
  {
    await using service = await startService({ dataDir, database: 'file' })
    owner = await signIn(service)
    assert.deepEqual(await service.sql('select 1 from observations'), [], 'not with the submission')
    now = service.now()
  }
  await using service = await startService({ dataDir, database: 'file', now })
  await service.post(`/f/${owner.endpoint.form_id}`, { form: { message: 'the second' } })
  const { cookie } = owner
  const calls = createCalls(service, { cookie, 'sec-fetch-site': 'same-origin' })
  assert.equal((await load({ ...owner, ...calls })).accepted, 2)
  await service.close()
  await rm(dataDir, { recursive: true })
})
