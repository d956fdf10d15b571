import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  claimFor,
  confirmSession,
  createCalls,
  FROM_HERE,
  type Owner,
  signIn,
} from '../../support/fixtures/owner.ts'
import { createClaimedQueue } from '../../support/fixtures/queue.ts'
import { ADA, BO, startService } from '../../support/service/service.ts'

type Entry = {
  id: string
  at: string
  action: string
  actor: { kind: string; id: string; name: string } | null
  subject: string | null
  detail: string | null
}

async function list(owner: Pick<Owner, 'get'>, search = ''): Promise<Entry[]> {
  const answer = await owner.get(`/audit${search}`)
  assert.equal(answer.status, 200, answer.text)
  return Object(answer.json).data
}

test('the audit log says who did what: keys, sessions, settings, destinations, exports, retirement', async () => {
  await using service = await startService({ env: { FORMSLOT_DEFAULT_PLAN: 'pro' } })
  const ada = await signIn(service)
  const queue = await createClaimedQueue(service)
  const { id, key } = (await ada.post('/keys', { name: 'backup', scopes: ['read', 'write'] })).json
  const program = createCalls(service, { authorization: `Bearer ${key}` })
  const form = ada.endpoint.form_id
  const ofQueue = (await ada.post(`/queues/${queue.id}/keys`, { name: 'shop', scopes: ['publish'] })).json
  await ada.delete(`/queues/${queue.id}/keys/${ofQueue.id}`)
  await program.patch(`/endpoints/${form}`, { name: 'Contact', queue_id: queue.id })
  await program.patch(`/endpoints/${form}`, { name: 'Contact' })
  // Reserved: what is refused is not recorded.
  await ada.patch(`/endpoints/${form}`, { honeypot: '_gotcha' })
  const added = await ada.post(`/endpoints/${form}/destinations`, { email: 'sales@lovelace.dev' })
  const destination = added.json.id
  await ada.delete(`/endpoints/${form}/destinations/${destination}`)
  await program.get(`/submissions/export?endpoint=${form}`)
  await ada.get('/account/export')
  await ada.post(`/endpoints/${form}/retire`)
  await ada.post(`/endpoints/${form}/retire`)
  await confirmSession(service, ada)
  await ada.delete(`/keys/${id}`)

  const entries = await list(ada)
  const me = (await ada.get('/me')).json
  const session = { kind: 'session', id: Object(me.session).id, name: 'Firefox · Linux' }
  const byKey = { kind: 'key', id, name: 'backup' }
  assert.deepEqual(
    entries.toReversed().map(({ action, actor, subject, detail }) => [action, actor, subject, detail]),
    [
      ['session_opened', session, null, 'claim_page'],
      ['key_created', session, null, 'backup'],
      ['key_created', session, queue.id, 'shop'],
      ['key_revoked', session, queue.id, 'shop'],
      ['settings_changed', byKey, form, 'name, queue_id'],
      ['destination_added', session, form, destination],
      ['destination_removed', session, form, destination],
      ['submissions_exported', byKey, form, '1'],
      ['account_exported', session, null, null],
      ['endpoint_retired', session, form, null],
      ['session_confirmed', session, null, null],
      ['key_revoked', session, null, 'backup'],
    ],
  )
  assert.equal(entries[0]?.at, service.now().toISOString())
  assert.doesNotMatch(JSON.stringify(entries), /127\.0\.0\.1|the first|sales@|ak_/)
})

test('the log says who declined an endpoint that was claimed by its link, and who undid it', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const foreign = await service.createEndpoint()
  await service.submit(foreign, { message: 'the first' })
  await service.get(await service.linkIn('claim'))
  assert.equal((await ada.post(`/endpoints/${foreign.form_id}/decline`)).status, 200)
  assert.equal((await ada.post(`/endpoints/${foreign.form_id}/decline`)).status, 200)
  assert.equal((await ada.post(`/endpoints/${foreign.form_id}/undo-decline`)).status, 200)
  assert.equal((await ada.post(`/endpoints/${foreign.form_id}/undo-decline`)).status, 200)
  const { id } = Object((await ada.get('/me')).json).session
  assert.deepEqual(
    (await list(ada)).map(({ action, actor, subject, detail }) => [action, actor?.id, subject, detail]),
    [
      ['endpoint_restored', id, foreign.form_id, null],
      ['endpoint_retired', id, foreign.form_id, 'declined'],
      ['session_opened', id, null, 'claim_page'],
    ],
  )
})

test('the log is paged like other lists, needs the scope read, and shows nothing of other accounts', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  const keys = []
  for (const [name, scope] of [
    ['a', 'read'],
    ['b', 'write'],
    ['c', 'read'],
  ])
    keys.push((await ada.post('/keys', { name, scopes: [scope] })).json.key)
  const [reads, writes] = keys.map((key) => createCalls(service, { authorization: `Bearer ${key}` }))
  assert.ok(reads && writes)
  assert.equal((await writes.get('/audit')).json.code, 'scope_missing')
  const seen: (string | null)[] = []
  let cursor = ''
  for (;;) {
    const { json } = await reads.get(`/audit?limit=2${cursor}`)
    seen.push(...Object(json).data.map(({ detail }: Entry) => detail))
    if (json.next_cursor === null) break
    cursor = `&cursor=${json.next_cursor}`
  }
  assert.deepEqual(seen, ['c', 'b', 'a', 'claim_page'])
  assert.equal((await reads.get('/audit?cursor=x')).json.field, 'cursor')
  assert.deepEqual(
    (await list(bo)).map(({ action }) => action),
    ['session_opened'],
  )
})

test('an expired key is recorded once, by the service, at the time of its expiry', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const queue = await createClaimedQueue(service)
  const expires_at = new Date(service.now().getTime() + 60_000).toISOString()
  for (const name of ['one', 'two']) await ada.post('/keys', { name, scopes: ['read'], expires_at })
  await ada.post(`/queues/${queue.id}/keys`, { name: 'three', scopes: ['publish'], expires_at })
  service.pass({ hours: 1 })
  await service.service.maintenance()
  service.pass({ hours: 1 })
  await service.service.maintenance()
  const expired = (await list(ada)).filter(({ action }) => action === 'key_expired')
  assert.deepEqual(
    expired.map(({ at, actor, subject, detail }) => [at, actor, subject, detail]).sort(byDetail),
    [
      [expires_at, null, null, 'one'],
      [expires_at, null, queue.id, 'three'],
      [expires_at, null, null, 'two'],
    ],
  )
})

test('signing out is recorded, everywhere and with the keys, and entries are deleted after ninety days', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const other = await signIn(service)
  const sessions = Object((await ada.get('/sessions')).json).data
  const { id } = sessions.find(({ current }: { current: boolean }) => !current)
  await ada.delete(`/sessions/${id}`)
  await ada.delete('/sessions?revoke_keys=1')
  assert.equal((await other.get('/me')).status, 401)
  const again = await signIn(service)
  assert.deepEqual(
    (await list(again)).map(({ action }) => action),
    [
      'session_opened',
      'all_keys_revoked',
      'all_sessions_ended',
      'session_ended',
      'session_opened',
      'session_opened',
    ],
  )
  const count = async () => (await service.sql('select 1 from audit_entries')).length
  service.pass({ days: 89, hours: 23 })
  await service.service.maintenance()
  assert.equal(await count(), 7, 'with the end of the last session, a week later')
  service.pass({ hours: 2 })
  await service.service.maintenance()
  assert.equal(await count(), 1)
})

test('an endpoint declined or restored by the link of an email is in the log, without an actor', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const foreign = await claimFor(service)
  const link = await service.linkIn('disown')
  for (const action of [link, link, `${link}/undo`]) {
    const answer = await service.post(action, { headers: FROM_HERE })
    assert.equal(answer.status, 200, answer.text)
  }
  const entries = (await list(ada))
    .slice(0, 2)
    .map(({ action, actor, subject, detail }) => [action, actor, subject, detail])
  assert.deepEqual(entries, [
    ['endpoint_restored', null, foreign.form_id, null],
    ['endpoint_retired', null, foreign.form_id, 'declined'],
  ])
})

test('a session that ends for want of use, or after thirty days, is in the log once, at that time', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const start = service.now().getTime()
  for (let idle = 0; idle < 2; idle += 1) await signIn(service)
  const signedIn = service.now().getTime()
  for (let day = 0; day < 31; day += 6) {
    await ada.get('/me')
    service.pass({ days: 6 })
  }
  for (let times = 0; times < 2; times += 1) {
    await service.service.maintenance()
    service.pass({ hours: 1 })
  }
  assert.equal((await ada.get('/me')).status, 401)
  const again = await signIn(service)
  const expired = (await list(again)).filter(({ action }) => action === 'session_expired')
  assert.deepEqual(
    expired.map(({ actor, subject, detail }) => [actor, subject, detail]),
    Array(3).fill([null, null, 'Firefox · Linux']),
  )
  const days = expired
    .map(({ at }) => (Date.parse(at) - start) / 86_400_000)
    .sort((one, other) => one - other)
  assert.ok(
    days.slice(0, 2).every((day) => day >= 7 && day <= 7 + (signedIn - start) / 86_400_000),
    String(days),
  )
  assert.equal(days[2], 30)
  assert.deepEqual(await service.sql(`select key from sessions where created_at < ${signedIn + 1}`), [])
})

test('the account export contains the whole log', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  for (let n = 1; n <= 60; n += 1)
    await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { name: `Shop ${n}` })
  const exported = (await ada.get('/account/export')).json
  const listed = [...(await list(ada, '?limit=50')), ...(await list(ada, '?limit=100')).slice(50)]
  assert.deepEqual(exported.audit, listed)
  assert.equal(Object(exported.audit).length, 62)
})

test('the log is deleted with the account', async () => {
  await using service = await startService()
  const ada = await signIn(service, ADA)
  await ada.delete('/account')
  assert.deepEqual(await service.sql('select * from audit_entries'), [])
})

function byDetail(one: unknown[], other: unknown[]): number {
  return String(one[3]).localeCompare(String(other[3]))
}
