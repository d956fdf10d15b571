import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inviteMember } from '../../support/fixtures/member.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { ADA, BO, startService } from '../../support/service/service.ts'

const OPERATORS = { env: { FORMSLOT_OPERATORS: ADA } }

test('the operator exports the account of an owner, then deletes it, and the log says both without the address', async () => {
  await using service = await startService(OPERATORS)
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  await service.submit(bo.endpoint, { message: 'A moth.' })
  const exported = await service.get(`/api/v1/operator/export?email=${BO.toUpperCase()}`, {
    cookie: ada.cookie,
  })
  assert.deepEqual([exported.status, exported.headers.get('content-type')], [200, 'application/zip'])
  assert.match(exported.headers.get('content-disposition') ?? '', /formslot-account-.+\.zip/)
  assert.ok(exported.text.startsWith('PK'))
  assert.equal((await bo.get('/me')).status, 200, 'an export changes nothing')
  const [entry] = (await bo.get('/audit')).json.data as { action: string; actor: null }[]
  assert.deepEqual([entry?.action, entry?.actor], ['account_exported', null], 'the owner sees it')
  const linked = { cookie: ada.cookie, 'sec-fetch-site': 'cross-site' }
  const followed = await service.get(`/api/v1/operator/export?email=${BO}`, linked)
  assert.deepEqual([followed.status, followed.json.code], [403, 'cross_site_action'])

  assert.equal((await ada.post('/operator/deletions', { email: BO })).status, 204)
  assert.equal((await bo.get('/me')).status, 401)
  assert.equal((await service.submit(bo.endpoint, { message: 'x' })).status, 410)
  assert.equal((await ada.post('/operator/deletions', { email: BO })).json.code, 'not_found')
  const log = (await ada.get('/operator/log')).json.data as {
    action: string
    operator: string
    subject: string
  }[]
  assert.deepEqual(
    log.map(({ action, operator }) => [action, operator]),
    [
      ['account_erased', ADA],
      ['account_exported', ADA],
    ],
  )
  assert.ok(!JSON.stringify(log).includes(BO))
})

test('an export breaks off when the account is deleted meanwhile, and never looks whole', async () => {
  await using service = await startService({
    env: { ...OPERATORS.env, FORMSLOT_DEFAULT_PLAN: 'pro', FORMSLOT_SUBMIT_RATE: '0' },
  })
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  // More than the buffers of a connection hold.
  const long = 'x'.repeat(60_000)
  for (let sent = 0; sent < 80; sent += 1)
    assert.equal(
      (await service.submit(bo.endpoint, { number: String(sent), one: long, two: long, three: long })).status,
      200,
      String(sent),
    )
  const { body } = await fetch(`${service.base}/api/v1/operator/export?email=${BO}`, {
    headers: { cookie: ada.cookie },
  })
  const reader = body?.getReader()
  await reader?.read()
  assert.equal((await ada.post('/operator/deletions', { email: BO })).status, 204)
  await assert.rejects(async () => {
    while (!(await reader?.read())?.done);
  }, /terminated/)
})

test('the log keeps no address of an operator who deletes their account', async () => {
  await using service = await startService(OPERATORS)
  const ada = await signIn(service)
  await signIn(service, BO)
  assert.equal((await ada.post('/operator/sign-outs', { email: BO })).status, 204)
  assert.equal((await ada.delete('/account')).status, 204)
  const entries = await service.sql('select operator, subject from operator_entries')
  assert.equal(entries.length, 1)
  assert.ok(!JSON.stringify(entries).includes(ADA), JSON.stringify(entries))
})

test('an operator whose account is suspended is none', async () => {
  await using service = await startService(OPERATORS)
  const ada = await signIn(service)
  await service.sql(`update accounts set suspended_at = ${service.now().getTime()} where mailbox = '${ADA}'`)
  assert.equal((await ada.get('/operator/owners')).json.code, 'not_found')
  assert.equal((await ada.get(`/operator/export?email=${BO}`)).json.code, 'not_found')
})

test('nobody else exports or deletes, no operator deletes their own account here, and both need a recent sign-in', async () => {
  await using service = await startService({ env: { ...OPERATORS.env, FORMSLOT_DEFAULT_PLAN: 'pro' } })
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  const grace = await inviteMember(service, ada, { email: 'grace@navy.dev', role: 'owner' })
  for (const [other, code] of [
    [bo, 'not_found'],
    [grace, 'role_missing'],
  ] as const) {
    assert.equal((await other.get(`/operator/export?email=${ADA}`)).json.code, code)
    assert.equal((await other.post('/operator/deletions', { email: ADA })).json.code, code)
  }
  const own = await ada.post('/operator/deletions', { email: ADA.toUpperCase() })
  assert.deepEqual([own.status, own.json.code, own.json.field], [400, 'value_invalid', 'email'])
  service.pass({ hours: 2 })
  assert.equal((await ada.get(`/operator/export?email=${BO}`)).json.code, 'fresh_sign_in_needed')
  assert.equal((await ada.post('/operator/deletions', { email: BO })).json.code, 'fresh_sign_in_needed')
  assert.equal((await bo.get('/me')).status, 200)
})
