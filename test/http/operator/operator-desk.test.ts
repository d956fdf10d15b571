import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listGivenSettings } from '../../../src/config/settings-in-force.ts'
import { createCalls, FROM_HERE, signIn } from '../../support/fixtures/owner.ts'
import { ADA, BO, startService } from '../../support/service/service.ts'

const OPERATORS = { env: { FORMSLOT_OPERATORS: ADA } }
const ROUTES = ['owners', 'endpoints', 'log', 'instance', 'refusals']

test('the operator finds owners and endpoints, suspends them and signs an owner out, and the log says so', async () => {
  await using service = await startService(OPERATORS)
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  const id = String(bo.endpoint.form_id)
  const find = async (path: string) => (await ada.get(`/operator/${path}`)).json
  assert.deepEqual((await find('owners?q=BUILDS')).data, [
    {
      email: BO,
      plan: 'free',
      created_at: service.now().toISOString(),
      suspended: null,
      endpoints: 1,
      submissions: 1,
      stored_bytes: 0,
      sessions: 1,
    },
  ])
  for (const q of ['%25', '_', '%5C']) assert.deepEqual((await find(`owners?q=${q}`)).data, [], q)
  const [found] = (await find(`endpoints?q=${id}`)).data as { owner: string; state: string }[]
  assert.deepEqual([found?.owner, found?.state], [BO, 'claimed'])
  assert.equal(((await find('endpoints')).data as object[]).length, 2)

  const suspend = (subject: string, suspended = true, reason: string | null = null) =>
    ada.post('/operator/suspensions', { subject, suspended, reason })
  assert.equal((await suspend(id, true, 'Phishing')).status, 204)
  assert.equal((await service.submit(bo.endpoint, { message: 'x' })).json.code, 'endpoint_suspended')
  assert.equal((await suspend(BO.toUpperCase())).status, 204)
  assert.deepEqual((await bo.get('/me')).json.suspended, { at: service.now().toISOString(), reason: null })
  assert.equal((await suspend(id, false)).status, 204)
  const [still] = (await find(`endpoints?q=${id}`)).data as { state: string; suspended: null }[]
  assert.deepEqual([still?.state, still?.suspended], ['suspended', null])
  assert.equal((await suspend(BO, false)).status, 204)
  assert.equal((await service.submit(bo.endpoint, { message: 'x' })).status, 200)

  assert.equal((await ada.post('/operator/sign-outs', { email: BO })).status, 204)
  assert.equal((await bo.get('/me')).status, 401)
  const log = (await find('log')).data as { operator: string; action: string; subject: string }[]
  assert.deepEqual(
    log.map(({ operator, action, subject }) => [operator, action, subject]),
    [
      [ADA, 'owner_signed_out', BO],
      [ADA, 'account_unsuspended', BO],
      [ADA, 'endpoint_unsuspended', id],
      [ADA, 'account_suspended', BO],
      [ADA, 'endpoint_suspended', id],
    ],
  )
  const instance = await find('instance')
  assert.deepEqual([instance.owners, instance.endpoints, instance.suspended_owners], [2, 2, 0])
})

test('the operator sees the usage of an owner and changes their plan, which the log records and the owner is told', async () => {
  await using service = await startService(OPERATORS)
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  const usage = async () => (await ada.get(`/operator/usage?email=${BO.toUpperCase()}`)).json
  const before = await usage()
  assert.deepEqual([before.email, before.plan, before.plans], [BO, 'free', ['free', 'pro']])
  assert.deepEqual(before.usage, (await bo.get('/usage')).json)

  const change = (plan: string, email = BO) => ada.post('/operator/plans', { email, plan })
  for (const plan of ['gold', '__proto__', 'constructor', '']) {
    const { status, json } = await change(plan)
    assert.deepEqual([status, json.code], [400, 'value_invalid'], plan)
  }
  for (const email of ['nobody@acme.org', 'nonsense'])
    assert.equal((await change('pro', email)).json.code, 'not_found', email)
  assert.equal((await change('pro')).status, 204)
  assert.equal((await change('pro')).status, 204)
  assert.equal(((await bo.get('/me')).json.plan as { name: string }).name, 'pro')
  await service.deliver()
  const told = (await service.emails()).filter(({ subject }) => subject?.includes('is now Pro'))
  assert.deepEqual(
    told.map(({ to }) => to?.[0]?.address),
    [BO],
  )
  assert.equal((await change('free')).status, 204)
  assert.notEqual(((await usage()).usage as { retention: { shrinks_at: string } }).retention.shrinks_at, null)
  const log = (await ada.get('/operator/log')).json.data as Record<string, string>[]
  assert.deepEqual(
    log.map(({ operator, action, subject, detail }) => [operator, action, subject, detail]),
    [
      [ADA, 'plan_changed', BO, 'pro to free'],
      [ADA, 'plan_changed', BO, 'free to pro'],
    ],
  )
})

test('for everybody but a fresh session of an operator in their own account, the desk does not exist', async () => {
  await using service = await startService(OPERATORS)
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  const act = (calls: Pick<typeof ada, 'post'>, headers = {}) =>
    calls.post('/operator/suspensions', { subject: BO, suspended: true }, headers)
  for (const path of ROUTES) {
    assert.equal((await bo.get(`/operator/${path}`)).status, 404, path)
    assert.equal((await service.get(`/api/v1/operator/${path}`)).status, 401, path)
  }
  assert.equal((await act(bo)).status, 404)
  assert.equal((await bo.post('/operator/sign-outs', { email: ADA })).status, 404)
  assert.equal((await bo.post('/operator/plans', { email: BO, plan: 'pro' })).status, 404)
  assert.equal((await bo.get(`/operator/usage?email=${ADA}`)).status, 404)
  assert.equal((await service.get(`/api/v1/operator/usage?email=${ADA}`)).status, 401)
  const { key } = (await ada.post('/keys', { name: 'both', scopes: ['read', 'write'] })).json
  const program = createCalls(service, { authorization: `Bearer ${key}` })
  assert.equal((await act(program)).json.code, 'session_needed')
  for (const path of ROUTES)
    assert.equal((await program.get(`/operator/${path}`)).json.code, 'session_needed')
  assert.equal(
    (await program.post('/operator/plans', { email: BO, plan: 'pro' })).json.code,
    'session_needed',
  )
  const elsewhere = createCalls(service, { cookie: ada.cookie, 'sec-fetch-site': 'cross-site' })
  assert.equal((await act(elsewhere)).json.code, 'cross_site_action')
  service.pass({ hours: 1 })
  assert.equal((await act(ada)).json.code, 'fresh_sign_in_needed')
  const stale = await ada.post('/operator/plans', { email: BO, plan: 'pro' })
  assert.equal(stale.json.code, 'fresh_sign_in_needed')
  assert.equal((await ada.get('/operator/owners')).status, 200)
  assert.equal((await bo.get('/me')).json.suspended, null)

  // A member of the account of the operator is no operator.
  const member = createCalls(service, { cookie: bo.cookie, ...FROM_HERE })
  await service.sql(
    `insert into members (key, account_key, mailbox, role, invited_at, accepted_at)
     select 1, key, '${BO}', 'owner', 1, 1 from accounts where mailbox = '${ADA}'`,
  )
  await service.sql(
    `update sessions set member_key = 1 where account_key = (select key from accounts where mailbox = '${BO}')`,
  )
  assert.equal((await member.get('/me')).json.email, ADA)
  for (const path of ROUTES)
    assert.equal((await member.get(`/operator/${path}`)).json.code, 'role_missing', path)
})

test('settings are listed with their source, and never a secret', () => {
  const given = listGivenSettings({
    FORMSLOT_PORT: '9000',
    FORMSLOT_SECRET: 'x'.repeat(40),
    FORMSLOT_OPERATOR_TOKEN_FILE: '/run/token',
    FORMSLOT_DATABASE_URL: 'postgres://user:pa%40ss@db.internal:5432/formslot?password=hidden',
    FORMSLOT_HOST: ' ',
    PATH: '/bin',
  })
  assert.deepEqual(given, [
    { name: 'FORMSLOT_PORT', source: 'environment', value: '9000' },
    {
      name: 'FORMSLOT_DATABASE_URL',
      source: 'environment',
      value: 'postgres://…db.internal:5432/formslot…',
    },
    { name: 'FORMSLOT_SECRET', source: 'environment', value: null },
    { name: 'FORMSLOT_OPERATOR_TOKEN', source: 'file', value: null },
  ])
})
