import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_SETTINGS } from '../../../src/domain/endpoints/settings.ts'
import { claimFor, createCalls, openBrowserFor, signIn } from '../../support/fixtures/owner.ts'
import { openStoreBeside } from '../../support/service/second-store.ts'
import { ADA, BO, startService, type TestService } from '../../support/service/service.ts'

/** Every row of every table, as text. */
async function everything(service: TestService): Promise<string> {
  const sqlite = service.config.database.kind === 'sqlite'
  await using rows = await service.outside()
  const tables = await rows.all(
    sqlite
      ? `select name from sqlite_master where type = 'table' and name not like 'search_words%'`
      : `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const all: string[] = []
  for (const { name } of tables)
    all.push(`${name} ${JSON.stringify(await rows.all(`select * from "${name}"`))}`)
  return all.join('\n')
}

test('deleting an account removes everything that names its owner and stops its endpoints', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const second = await claimFor(service)
  await service.submit(second, { message: 'the canary sings', email: 'visitor@elsewhere.dev' })
  const key = (await ada.post('/keys', { name: 'backup canary', scopes: ['read'] })).json.key
  {
    await using store = await openStoreBeside(service)
    await store.change({
      endpointId: second.form_id,
      now: service.now(),
      idempotencyKey: null,
      decide: () => ({
        answer: null,
        remember: false,
        consequences: [
          {
            kind: 'settings',
            settings: {
              ...NO_SETTINGS,
              name: 'Form of the canary',
              spam: { level: 'normal', block: ['canary seed'], allow: [] },
            },
          },
        ],
      }),
    })
  }
  const browser = openBrowserFor(service)
  await browser.post('/sign-in', { email: ADA })
  const before = await everything(service)
  for (const trace of [
    ADA,
    'canary sings',
    'visitor@elsewhere.dev',
    'backup canary',
    'Form of the canary',
    'canary seed',
    'Firefox',
  ]) {
    assert.ok(before.includes(trace), trace)
  }

  const deleted = await ada.delete('/account')
  assert.equal(deleted.status, 204)
  assert.match(deleted.headers.get('set-cookie') ?? '', /^session=; .*Max-Age=0/)
  const after = await everything(service)
  for (const trace of [ADA, 'lovelace', 'canary', 'visitor@elsewhere.dev', 'Firefox', 'the first']) {
    assert.ok(!after.includes(trace), trace)
  }

  assert.equal((await ada.get('/me')).status, 401)
  assert.equal((await createCalls(service, { authorization: `Bearer ${key}` }).get('/me')).status, 401)
  for (const endpoint of [ada.endpoint, second]) {
    const refused = await service.submit(endpoint, { message: 'too late' })
    assert.deepEqual([refused.status, refused.json.code], [410, 'endpoint_retired'])
    assert.equal((await service.get(endpoint.status_url)).json.state, 'retired')
  }
  const emails = (await service.emails()).length
  await service.deliver()
  assert.equal((await service.emails()).length, emails)
})

test('deleting an account leaves other accounts untouched', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  await service.submit(bo.endpoint, { message: 'second' })
  await ada.delete('/account')
  assert.equal((await bo.get('/account')).json.submissions, 2)
  assert.equal((await service.submit(bo.endpoint, { message: 'third' })).status, 200)
  await service.deliver()
  assert.equal((await service.emails()).filter((email) => email.to?.[0]?.address === BO).length, 3)
})

test('the same email address can start a new account after deletion', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await ada.delete('/account')
  const again = await signIn(service)
  const account = (await again.get('/account')).json
  assert.deepEqual([account.email, account.endpoints, account.submissions], [ADA, 1, 1])
})

test('deletes a large account in batches, and a purge resumes after a crash', async () => {
  await using service = await startService({
    env: { FORMSLOT_SUBMIT_RATE: '0', FORMSLOT_DEFAULT_PLAN: 'pro' },
  })
  const ada = await signIn(service)
  await using rows = await service.outside()
  await Promise.all(Array.from({ length: 501 }, () => service.submit(ada.endpoint, { message: 'many' })))
  // The state that a crash after the first write of the deletion leaves.
  await using store = await openStoreBeside(service)
  const [account] = await rows.all('select key from accounts')
  await store.accounts.closeAccount({
    accountKey: Number(account?.key),
    now: service.now(),
  })
  assert.equal((await rows.all('select key from submissions')).length, 502)
  assert.equal((await ada.get('/me')).status, 401)
  await service.service.purge()
  assert.deepEqual(await rows.all('select key from submissions'), [])
  assert.deepEqual(await rows.all('select key from accounts'), [])
  const [endpoint] = await rows.all('select account_key from endpoints')
  assert.equal(endpoint?.account_key, null)
})

test('deletes an account only after a fresh sign-in', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const key = (await ada.post('/keys', { name: 'k', scopes: ['read', 'write'] })).json.key
  const byKey = createCalls(service, { authorization: `Bearer ${key}` })
  assert.equal((await byKey.delete('/account')).json.code, 'session_needed')
  service.pass({ minutes: 15 })
  assert.equal((await ada.delete('/account')).json.code, 'fresh_sign_in_needed')
  assert.equal((await byKey.get('/account')).json.email, ADA)
})

test('deletes sign-in requests after a day and sessions when they end', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await openBrowserFor(service).post('/sign-in', { email: 'nobody@nowhere.dev' })
  await using rows = await service.outside()
  const count = async () => [
    (await rows.all('select key from sign_ins')).length,
    (await rows.all('select key from sessions')).length,
  ]
  service.pass({ days: 1, milliseconds: -1 })
  await service.service.purge()
  assert.deepEqual(await count(), [1, 1])
  service.pass({ milliseconds: 1 })
  await service.service.purge()
  assert.deepEqual(await count(), [0, 1])
  await ada.get('/me')
  service.pass({ days: 7, milliseconds: -1 })
  await service.service.purge()
  assert.deepEqual(await count(), [0, 1])
  service.pass({ milliseconds: 1 })
  await service.service.purge()
  assert.deepEqual(await count(), [0, 0])
})
