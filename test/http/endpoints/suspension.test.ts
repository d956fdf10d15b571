import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suspend } from '../../../src/commands/suspend.ts'
import { inviteMember } from '../../support/fixtures/member.ts'
import { createCalls, FROM_HERE, signIn } from '../../support/fixtures/owner.ts'
import { createClaimedQueue } from '../../support/fixtures/queue.ts'
import { ADA, BO, startService, type TestService } from '../../support/service/service.ts'

const SITE = 'https://shop.dev'

function command(service: TestService) {
  return (subject: string, to: 'suspend' | 'unsuspend' = 'suspend', reason: string | null = null) =>
    suspend(service.config, { subject, to, reason, now: service.now() })
}

test('a suspended form refuses what is sent, deletes nothing, and accepts again once that is lifted', async () => {
  await using service = await startService()
  const run = command(service)
  const ada = await signIn(service)
  const { endpoint } = ada
  const id = String(endpoint.form_id)
  const waiting = await service.submit(endpoint, { message: 'accepted before' })
  assert.equal(waiting.status, 200)
  const suspended = await run(id, 'suspend', 'Phishing of a bank,\nreported on 27 November')
  assert.match(suspended.output, /^f_\w+ is suspended\. Nothing more is accepted/)

  const refused = await service.submit(endpoint, { message: 'after' })
  assert.deepEqual([refused.status, refused.json.code], [403, 'endpoint_suspended'])
  assert.doesNotMatch(refused.text, /Phishing/)
  const address = `/f/${id}`
  const dry = await service.post(`${address}?dry_run=1`, { form: { message: 'x' } })
  assert.equal(dry.json.code, 'endpoint_suspended')
  const formspree = await service.post(address, {
    form: { message: 'x' },
    headers: { accept: 'application/json', 'formspree-client': '@formspree/core@4.0.0' },
  })
  const [first] = formspree.json.errors as { code: string }[]
  assert.deepEqual([formspree.status, first?.code], [403, 'INACTIVE'])
  const html = { accept: 'text/html', 'accept-language': 'de' }
  const page = await service.post(address, { form: { message: 'x' }, headers: html })
  assert.equal(page.status, 403)
  assert.match(page.text, /<html lang="de"[\s\S]*Dieses Formular wurde gesperrt/)
  assert.doesNotMatch(page.text, /Phishing/)

  const status = await service.get(`${address}/status`)
  assert.deepEqual(
    [status.status, status.json.state, status.json.active, status.json.claimed],
    [200, 'suspended', false, true],
  )
  for (const [accept, text] of [
    ['text/html', 'This form has been suspended'],
    ['application/json', 'endpoint_suspended'],
    ['text/markdown', 'endpoint_suspended'],
  ] as const) {
    const opened = await service.get(address, { accept })
    assert.equal(opened.status, 403, accept)
    assert.ok(opened.text.includes(text), accept)
  }

  await service.deliver()
  assert.match((await service.emails()).at(-1)?.text ?? '', /accepted before/)
  const shown = (await ada.get(`/endpoints/${id}`)).json
  assert.deepEqual(shown.suspended, {
    at: service.now().toISOString(),
    reason: 'Phishing of a bank, reported on 27 November',
  })
  assert.equal(((await ada.get('/submissions')).json.data as object[]).length, 2)
  assert.equal((await ada.get('/submissions/export?format=json')).status, 200)
  assert.equal((await ada.post(`/endpoints/${id}/test`)).json.code, 'endpoint_suspended')
  const [logged] = (await ada.get('/audit')).json.data as { action: string; detail: string }[]
  assert.deepEqual([logged?.action, logged?.detail.slice(0, 8)], ['endpoint_suspended', 'Phishing'])

  assert.match((await run(id)).output, /was suspended already/)
  assert.equal((await run(id, 'unsuspend')).output, `${id} is no longer suspended.`)
  assert.equal((await run(id, 'unsuspend')).output, `${id} was not suspended.`)
  assert.equal((await service.submit(endpoint, { message: 'again' })).status, 200)
  assert.equal((await ada.get(`/endpoints/${id}`)).json.suspended, null)
  const log = await service.sql('select operator, action, subject, detail from operator_entries order by key')
  assert.deepEqual(
    log.map(({ operator, action, subject }) => [operator, action, subject]),
    [
      ['command', 'endpoint_suspended', id],
      ['command', 'endpoint_suspended', id],
      ['command', 'endpoint_unsuspended', id],
    ],
  )
})

test('telemetry endpoints and queues refuse too; messages that wait can still be pulled', async () => {
  await using service = await startService()
  const run = command(service)
  const telemetry = (await service.post('/t/new', { form: { recipient: ADA } })).json
  service.pass({ seconds: 2 })
  const queue = await createClaimedQueue(service)
  const send = () => service.post(`/t/${telemetry.telemetry_id}`, { json: { name: 'signup' } })
  const publish = () => queue.publish({ hello: 'world' })
  assert.equal((await send()).status, 202)
  assert.equal((await publish()).status, 201)
  await run(String(telemetry.telemetry_id))
  await run(queue.id)
  for (const answer of [await send(), await publish()]) {
    assert.deepEqual([answer.status, answer.json.code], [403, 'endpoint_suspended'])
  }
  const pulled = await queue.pull()
  assert.equal(pulled.status, 200)
  assert.equal((pulled.json.messages as object[]).length, 1)
  const described = await service.get(`/t/${telemetry.telemetry_id}`, { accept: 'application/json' })
  assert.equal(described.json.code, 'endpoint_suspended')
})

test('expired and retired win over a suspension, and a suspended form can be claimed, read and declined', async () => {
  await using service = await startService()
  const run = command(service)
  const idle = await service.createEndpoint(BO)
  service.pass({ seconds: 2 })
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'the first' })
  for (const { form_id } of [idle, endpoint]) await run(String(form_id))
  const claim = await service.linkIn('claim')
  const opened = await service.post(`${claim}/open`, { headers: { ...FROM_HERE, accept: 'text/html' } })
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
  const ada = createCalls(service, { cookie, ...FROM_HERE })
  assert.equal((await ada.get(`/endpoints/${endpoint.form_id}`)).json.state, 'claimed')
  assert.equal((await service.submit(endpoint, { message: 'x' })).json.code, 'endpoint_suspended')
  assert.equal((await ada.post(`/endpoints/${endpoint.form_id}/retire`)).status, 200)
  assert.equal((await service.submit(endpoint, { message: 'x' })).json.code, 'endpoint_retired')
  assert.match((await run(String(endpoint.form_id), 'unsuspend')).output, /has expired or was retired/)
  service.pass({ days: 30 })
  assert.equal((await service.submit(idle, { message: 'x' })).json.code, 'endpoint_expired')
})

test('a suspended form sends no browser to a page that its owner chose', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const id = String(ada.endpoint.form_id)
  const urls = { redirect_url: `${SITE}/thanks`, error_url: `${SITE}/sorry` }
  assert.equal((await ada.patch(`/endpoints/${id}`, urls)).status, 200)
  await command(service)(id)
  const headers = { accept: 'text/html', origin: SITE, referer: `${SITE}/contact` }
  const answer = await service.post(`/f/${id}`, { form: { message: 'x', _error: '/elsewhere' }, headers })
  assert.deepEqual([answer.status, answer.headers.get('location')], [403, null])
})

test('a suspended account suspends all its endpoints, those to come included, and reads, exports and deletes', async () => {
  await using service = await startService()
  const run = command(service)
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  const id = String(ada.endpoint.form_id)
  const key = (await ada.post('/keys', { name: 'program', scopes: ['read', 'write'] })).json
  const program = createCalls(service, { authorization: `Bearer ${key.key}` })
  service.pass({ seconds: 2 })
  const pending = await service.createEndpoint()
  await service.submit(pending, { message: 'not claimed yet' })
  const claim = await service.linkIn('claim')
  assert.match((await run(ADA.toUpperCase(), 'suspend', 'Spam')).output, /formslot-server suppress/)

  assert.equal((await service.submit(ada.endpoint, { message: 'x' })).json.code, 'endpoint_suspended')
  assert.equal((await service.submit(bo.endpoint, { message: 'x' })).status, 200)
  assert.equal((await service.submit(pending, { message: 'x' })).status, 200)
  await service.get(claim, { accept: 'text/html' })
  assert.equal((await service.submit(pending, { message: 'x' })).json.code, 'endpoint_suspended')
  assert.deepEqual((await ada.get('/me')).json.suspended, { at: service.now().toISOString(), reason: 'Spam' })
  assert.equal((await bo.get('/me')).json.suspended, null)

  for (const calls of [ada, program]) {
    for (const answer of [
      await calls.post('/endpoints', { name: 'another' }),
      await calls.patch(`/endpoints/${id}`, { redirect_url: SITE }),
      await calls.post(`/endpoints/${id}/destinations`, { kind: 'email', email: BO }),
    ]) {
      assert.deepEqual([answer.status, answer.json.code], [403, 'account_suspended'])
    }
    assert.equal((await calls.get('/submissions')).status, 200)
    assert.equal((await calls.get('/submissions/export?format=json')).status, 200)
  }
  assert.equal(
    (await ada.post('/account/members', { email: BO, role: 'owner' })).json.code,
    'account_suspended',
  )
  assert.equal((await ada.post('/keys', { name: 'x', scopes: ['read'] })).json.code, 'account_suspended')
  const [submission] = (await ada.get('/submissions')).json.data as { id: string }[]
  assert.equal((await ada.post(`/submissions/${submission?.id}/answer`, { text: 'x' })).status, 403)
  assert.equal((await ada.patch(`/submissions/${submission?.id}`, { read: true })).status, 200)
  assert.equal((await ada.post(`/endpoints/${id}/retire`)).status, 200)

  // Lifting the suspension of one endpoint does not lift that of its account.
  assert.match((await run(String(pending.form_id), 'unsuspend')).output, /was not suspended/)
  assert.equal((await service.submit(pending, { message: 'x' })).json.code, 'endpoint_suspended')
  assert.equal((await run(ADA, 'unsuspend')).done, true)
  assert.equal((await service.submit(pending, { message: 'x' })).status, 200)
  assert.equal((await ada.post('/endpoints', { name: 'another' })).status, 201)
})

test('a suspended owner who deletes the account opens no other one that is not suspended', async () => {
  await using service = await startService({ env: { FORMSLOT_DEFAULT_PLAN: 'pro' } })
  const run = command(service)
  const bo = await signIn(service, BO)
  const ada = await signIn(service)
  await run(ADA, 'suspend', 'Phishing')
  const until = { at: service.now().toISOString(), reason: 'Phishing' }
  assert.equal((await ada.delete('/account')).status, 204)
  service.pass({ seconds: 2 })

  const claimed = await signIn(service)
  assert.deepEqual((await claimed.get('/me')).json.suspended, until)
  assert.equal((await service.submit(claimed.endpoint, { message: 'x' })).json.code, 'endpoint_suspended')
  assert.equal((await claimed.delete('/account')).status, 204)

  const open = async () =>
    (
      await service.sql(
        `select suspended_reason from accounts where closed_at is null and mailbox = '${ADA}'`,
      )
    ).map((row) => row.suspended_reason)
  await service.deliver()
  const place = `/endpoints/${bo.endpoint.form_id}/hand-over`
  assert.equal((await bo.post(place, { email: ADA })).status, 201)
  await service.post(await service.linkIn('hand-over'), { headers: FROM_HERE })
  assert.equal((await bo.post(`${place}/confirm`)).json.code, 'hand_over_waits')
  assert.deepEqual(await open(), [])

  await inviteMember(service, bo, { email: ADA, role: 'viewer' })
  assert.deepEqual(await open(), ['Phishing'])
  assert.equal((await run(ADA, 'unsuspend')).output, `${ADA} is no longer suspended.`)
  assert.deepEqual(await open(), [null])
})

test('the suspension of an address whose account was deleted is lifted, too', async () => {
  await using service = await startService()
  const run = command(service)
  const ada = await signIn(service)
  await run(ADA)
  await ada.delete('/account')
  service.pass({ seconds: 2 })
  assert.equal((await run(ADA, 'unsuspend')).output, `${ADA} is no longer suspended.`)
  assert.match((await run(ADA, 'unsuspend')).output, /has no account/)
  const claimed = await signIn(service)
  assert.equal((await claimed.get('/me')).json.suspended, null)
  const log = await service.sql(`select action, subject from operator_entries order by key`)
  assert.equal(log.at(-1)?.action, 'account_unsuspended')
  assert.equal(
    log.some(({ subject }) => String(subject).includes(ADA)),
    false,
  )
})

test('nothing goes out of a suspended account: no submission out of the spam folder, no dead message', async () => {
  await using service = await startService({ env: { FORMSLOT_DEFAULT_PLAN: 'pro' } })
  const ada = await signIn(service)
  const queue = await createClaimedQueue(service)
  for (const message of ['moved', 'reviewed']) {
    await service.submit(ada.endpoint, { message, _gotcha: 'x' })
  }
  const spam = (await ada.get('/submissions?folder=spam')).json.data as { id: string }[]
  await service.deliver()
  const emails = (await service.emails()).length
  await command(service)(ADA)
  assert.equal((await ada.patch(`/submissions/${spam[0]?.id}`, { folder: 'inbox' })).status, 200)
  const reviewed = await ada.post('/submissions/review', { ids: [spam[1]?.id], spam: false })
  assert.equal(reviewed.json.changed, 1, reviewed.text)
  await service.deliver()
  assert.equal((await service.emails()).length, emails)
  const dead = `/queues/${queue.id}/dead`
  for (const path of [`${dead}/replay`, `${dead}/m_1/replay`]) {
    const answer = await ada.post(path, {})
    assert.deepEqual([answer.status, answer.json.code], [403, 'account_suspended'], path)
  }
})

test('the command says what it cannot suspend', async () => {
  await using service = await startService()
  const run = command(service)
  for (const [subject, reason, output] of [
    ['f_0000000000000000', null, /There is no endpoint/],
    ['nobody@acme.org', null, /has no account/],
    ['nonsense', null, /neither the id of an endpoint nor an email address/],
    [BO, 'x'.repeat(301), /longer than 300/],
  ] as const) {
    const result = await run(subject, 'suspend', reason)
    assert.equal(result.done, false)
    assert.match(result.output, output)
  }
})
