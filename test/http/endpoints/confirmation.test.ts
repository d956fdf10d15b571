import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  claimFor,
  confirmSession,
  createCalls,
  openBrowserFor,
  signIn,
} from '../../support/fixtures/owner.ts'
import { createQueue } from '../../support/fixtures/queue.ts'
import { ADA, BO, type Endpoint, startService, type TestService } from '../../support/service/service.ts'

const UNLIMITED = { FORMSLOT_SUBMIT_RATE: '0', FORMSLOT_CREATE_PER_HOUR: '0' }

/** Follows every link of every email with GET, as a mail scanner does. */
async function scan(service: TestService): Promise<void> {
  await service.deliver()
  for (const { text = '' } of await service.emails()) {
    for (const [link] of text.matchAll(new RegExp(`${service.base}/[^\\s]+`, 'g'))) {
      await service.get(link, { accept: 'text/html' })
    }
  }
}

async function submitMany(service: TestService, endpoint: Endpoint, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) {
    const answer = await service.submit(endpoint, { message: `message ${sent}` })
    assert.equal(answer.status, 200)
  }
}

const emailsAbout = async (service: TestService, endpoint: Endpoint) =>
  (await service.emails()).filter(({ text = '' }) => text.includes(endpoint.form_id)).length

test('a mail scanner that follows every link claims the form and changes nothing else', async () => {
  await using service = await startService({ env: UNLIMITED })
  const endpoint = await service.createEndpoint()
  await submitMany(service, endpoint, 12)
  await scan(service)
  assert.equal((await service.get(endpoint.status_url)).json.state, 'claimed')
  await service.deliver()
  assert.equal((await service.emails()).length, 10, 'the email budget still binds')
  const [row] = await service.sql('select confirmed_at from endpoints')
  assert.equal(row?.confirmed_at, null)
  assert.deepEqual(await service.sql('select key from sessions'), [])
})

test('emails of a form that a scanner claimed protect the address as before, until a person confirms', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const form = { email: 'jane@acme.org', message: 'Look: https://phishing.dev/x', _subject: 'Invoice' }
  await service.submit(endpoint, form)
  await scan(service)
  await service.submit(endpoint, form)
  await service.deliver()
  const byLink = (await service.emails()).at(-1)
  assert.equal(byLink?.replyTo, undefined)
  assert.match(byLink?.text ?? '', /hxxps:\/\/phishing/)
  assert.doesNotMatch(byLink?.html ?? '', /https:\/\/phishing/)
  assert.match(byLink?.text ?? '', /We haven’t verified the sender/)
  assert.match(byLink?.text ?? '', /This wasn’t me:\n\S+\/disown\//)
  assert.match(byLink?.text ?? '', /Confirm that it’s yours:\n\S+\/claim\//)
  assert.doesNotMatch(byLink?.text ?? '', /\/emails\//)
  assert.match(byLink?.html ?? '', /<span dir="auto">Someone sent a message/, 'no foreign preview')

  const claim = /\S+\/claim\/[0-9a-z]+/.exec(byLink?.text ?? '')?.[0] ?? ''
  await service.post(`${claim}/open`, { headers: { 'sec-fetch-site': 'same-origin' } })
  await service.submit(endpoint, form)
  await service.deliver()
  const confirmed = (await service.emails()).at(-1)
  assert.equal(confirmed?.replyTo?.[0]?.address, 'jane@acme.org')
  assert.match(confirmed?.html ?? '', /href="https:\/\/phishing/)
  assert.doesNotMatch(confirmed?.text ?? '', /verified the sender|\/disown\/|\/claim\/|\/emails\//)
  assert.match(confirmed?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '', /\/emails\//)
  assert.match(confirmed?.html ?? '', /<span dir="auto">jane@acme\.org/)
})

test('"This wasn’t me" works however long ago a scanner claimed the form; a mail program deletes nothing late', async () => {
  for (const oneClick of [false, true]) {
    await using service = await startService()
    const endpoint = await claimFor(service)
    service.pass({ days: 31 })
    await service.submit(endpoint, { message: 'the second' })
    const body = oneClick ? { form: { 'List-Unsubscribe': 'One-Click' } } : {}
    assert.equal((await service.post(await service.linkIn('disown'), body)).status, 200)
    const { state } = (await service.get(endpoint.status_url)).json
    assert.equal(state, oneClick ? 'claimed' : 'retired')
    await service.submit(endpoint, { message: 'the third' })
    await service.deliver()
    const texts = (await service.emails()).map(({ text }) => text).join('\n')
    assert.doesNotMatch(texts, /the third/, 'its emails have stopped')
  }
})

test('an address that has confirmed one endpoint has not thereby confirmed the next one', async () => {
  await using service = await startService({ env: UNLIMITED })
  const ada = await signIn(service)
  const foreign = await service.createEndpoint()
  await submitMany(service, foreign, 12)
  await scan(service)
  service.pass({ hours: 1 })
  await submitMany(service, ada.endpoint, 20)
  await service.deliver()
  assert.equal(await emailsAbout(service, ada.endpoint), 21, 'her own form has no budget')
  assert.ok((await emailsAbout(service, foreign)) <= 10 + 2)
  const shown = await ada.get(`/endpoints/${foreign.form_id}`)
  assert.equal(shown.json.confirmed_at, null)
  assert.notEqual(shown.json.claimed_at, null)
  const own = await ada.get(`/endpoints/${ada.endpoint.form_id}`)
  assert.notEqual(own.json.confirmed_at, null)
})

test('the emails of one confirmed form are not held with those of a stranger’s form', async () => {
  await using service = await startService({ env: UNLIMITED })
  const ada = await signIn(service)
  const foreign = await service.createEndpoint()
  await submitMany(service, foreign, 15)
  await submitMany(service, ada.endpoint, 5)
  await service.deliver()
  assert.equal(await emailsAbout(service, ada.endpoint), 6)
})

test('signing in confirms nothing; "Keep it" does, and releases the emails that wait', async () => {
  await using service = await startService({ env: UNLIMITED })
  const endpoint = await claimFor(service)
  await submitMany(service, endpoint, 12)
  await service.deliver()
  const browser = openBrowserFor(service)
  await browser.post('/sign-in', { email: ADA })
  await browser.post(await service.linkIn('sign-in'))
  await service.deliver()
  assert.equal(
    await emailsAbout(service, endpoint),
    1 + 10,
    'the claim email and the budget of claimed forms',
  )
  const kept = await browser.post(`/api/v1/endpoints/${endpoint.form_id}/confirm`, {}, { accept: '*/*' })
  assert.equal(kept.status, 200, kept.text)
  assert.equal(kept.json.confirmed_at, service.now().toISOString())
  await service.deliver()
  assert.equal(await emailsAbout(service, endpoint), 13)
  service.pass({ minutes: 1 })
  const again = await browser.post(`/api/v1/endpoints/${endpoint.form_id}/confirm`, {}, { accept: '*/*' })
  assert.equal(again.json.confirmed_at, kept.json.confirmed_at, 'it can be repeated')
})

test('a click that posts on the claim page confirms, before and after the scanner', async () => {
  for (const scanned of [false, true]) {
    for (const button of ['', '/open']) {
      await using service = await startService({ env: UNLIMITED })
      const endpoint = await service.createEndpoint()
      await submitMany(service, endpoint, 12)
      const claim = await service.linkIn('claim')
      if (scanned) await scan(service)
      const foreign = await service.post(`${claim}${button}`, { headers: { 'sec-fetch-site': 'cross-site' } })
      assert.equal(foreign.status, 403)
      await service.deliver()
      assert.equal((await service.emails()).length, 10)
      await service.post(`${claim}${button}`, { headers: { 'sec-fetch-site': 'same-origin' } })
      await service.deliver()
      assert.equal((await service.emails()).length, 12)
    }
  }
})

test('a scanner that sends forms without being a browser confirms nothing', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'hello' })
  const claim = await service.linkIn('claim')
  const senders: Record<string, string>[] = [
    {},
    { accept: 'text/html' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-site' },
  ]
  for (const button of ['', '/open']) {
    for (const headers of senders) {
      await service.post(`${claim}${button}`, { headers, form: { sure: '1' } })
      const { json } = await service.get(claim, { accept: 'application/json' })
      assert.deepEqual([json.claimed, json.confirmed], [true, false], JSON.stringify(headers))
    }
  }
})

test('the page behind the claim link asks for one click and says what waits for it', async () => {
  await using service = await startService({ env: UNLIMITED })
  const endpoint = await service.createEndpoint()
  await submitMany(service, endpoint, 12)
  const claim = await service.linkIn('claim')
  const read = async () => (await service.get(claim, { accept: 'text/html' })).text
  for (const visit of ['the first', 'the second']) {
    const page = await read()
    assert.match(page, /One click is left/, visit)
    assert.match(page, /<title>Claim this form [\s\S]*<h1>Is this your form\?<\/h1>/)
    assert.match(
      page,
      /<strong[^>]*>ada@lovelace\.dev<\/strong>/,
      'the reader sees their own address in full',
    )
    assert.match(page, /You now get [\d,]+ messages a month instead of 50 in total\./)
    assert.doesNotMatch(page, /It’s yours|now belongs/)
    assert.match(page, /Messages so far: 12</)
    assert.match(page, /Emails waiting for your click: 2</)
    assert.match(page, /<button[^>]*>Yes, it’s mine\. Open my inbox</)
  }
  const byLink = await service.get(claim, { accept: 'application/json' })
  assert.deepEqual([byLink.json.claimed, byLink.json.confirmed], [true, false])
  await service.post(claim, { headers: { 'sec-fetch-site': 'same-origin' } })
  assert.doesNotMatch(await read(), /One click is left|waiting/)
  const confirmed = await service.get(claim, { accept: 'application/json' })
  assert.equal(confirmed.json.confirmed, true)
})

test('a setting, a destination and a key confirm the endpoint that they are for, reading does not', async () => {
  await using service = await startService({ env: { ...UNLIMITED, FORMSLOT_DEFAULT_PLAN: 'pro' } })
  const ada = await signIn(service)
  const confirmedAt = async (path: string) => (await ada.get(path)).json.confirmed_at

  const shared = `/endpoints/${(await claimFor(service)).form_id}`
  assert.equal((await ada.post(`${shared}/destinations`, { email: 'bo@builds.dev' })).status, 201)
  assert.equal(await confirmedAt(shared), service.now().toISOString())

  const queue = await createQueue(service)
  await queue.publish('the first')
  await service.get(await service.linkIn('claim'))
  assert.equal(await confirmedAt(`/queues/${queue.id}`), null)
  const made = await ada.post(`/queues/${queue.id}/keys`, { name: 'CI', scopes: ['publish'] })
  assert.equal(made.status, 201)
  assert.equal(await confirmedAt(`/queues/${queue.id}`), service.now().toISOString())

  service.pass({ days: 1 })
  const named = `/endpoints/${(await claimFor(service)).form_id}`
  await ada.get(`/submissions?endpoint=${named.split('/').at(-1)}`)
  assert.equal(await confirmedAt(named), null)
  await ada.patch(named, { name: 'Shop' })
  assert.equal(await confirmedAt(named), service.now().toISOString())
})

test('an owner who retires an endpoint claimed by its link has not confirmed it', async () => {
  await using service = await startService({ env: UNLIMITED })
  const ada = await signIn(service)
  const foreign = await service.createEndpoint()
  await submitMany(service, foreign, 15)
  await scan(service)
  const retired = await ada.post(`/endpoints/${foreign.form_id}/retire`)
  assert.deepEqual([retired.json.state, retired.json.confirmed_at], ['retired', null])
  const before = await emailsAbout(service, foreign)
  await service.deliver()
  assert.equal(await emailsAbout(service, foreign), before)
})

test('endpoints that a scanner claimed use up neither the events nor the messages of an owner', async () => {
  await using service = await startService({ env: UNLIMITED })
  const ada = await signIn(service)
  const usage = async () => {
    const { telemetry, queue } = (await ada.get('/usage')).json
    return [Object(telemetry).used, Object(queue).used]
  }
  const queue = await createQueue(service)
  await queue.publish('the first')
  const made = await service.post('/t/new', { form: { recipient: ADA } })
  const events = `/t/${made.json.telemetry_id}`
  await service.post(events, { json: { name: 'signup' } })
  await scan(service)
  assert.equal((await service.get(`${events}/status`)).json.claimed, true)

  for (let sent = 1; sent < 100; sent += 1) assert.equal((await queue.publish(sent)).status, 201)
  const full = await queue.publish('one too many')
  assert.deepEqual(
    [full.status, full.json.code, full.headers.get('retry-after')],
    [429, 'queue_frozen', null],
  )
  const many = Array.from({ length: 100 }, (_, n) => ({ name: `event ${n}` }))
  for (let sent = 0; sent < 49; sent += 1) await service.post(events, { json: many })
  const beyond = await service.post(events, { json: many })
  assert.deepEqual([beyond.json.accepted, beyond.json.rejected], [99, 1])
  assert.equal((await service.post(events, { json: { name: 'x' } })).json.code, 'telemetry_frozen')
  assert.equal((await service.get(`${events}/status`)).json.active, false)
  assert.deepEqual(await usage(), [0, 0])

  const api = createCalls(service, { authorization: `Bearer ${await apiKey(ada)}` })
  assert.equal((await api.post(`/queues/${queue.id}/confirm`)).status, 200)
  assert.equal((await api.post(`/telemetry/${made.json.telemetry_id}/confirm`)).status, 200)
  assert.equal((await queue.publish('kept')).status, 201)
  assert.equal((await service.post(events, { json: many })).json.accepted, 100)
  assert.deepEqual(await usage(), [100, 1])
})

test('says at the next sign-in what was claimed by its link, and how many emails wait', async () => {
  await using service = await startService({ env: UNLIMITED })
  const ada = await signIn(service)
  const unconfirmed = async () => (await ada.get('/me')).json.unconfirmed
  assert.deepEqual(await unconfirmed(), { endpoints: 0, telemetry: 0, queues: 0, emails_held: 0 })
  const queue = await createQueue(service)
  await queue.publish('the first')
  await scan(service)
  const foreign = await service.createEndpoint()
  await submitMany(service, foreign, 12)
  await scan(service)
  const held = 12 - (await emailsAbout(service, foreign))
  assert.ok(held > 0)
  assert.deepEqual(await unconfirmed(), { endpoints: 1, telemetry: 0, queues: 1, emails_held: held })
  assert.equal((await ada.get(`/endpoints/${foreign.form_id}`)).json.emails_held, held)
  const waiting = (await ada.get(`/queues/${queue.id}`)).json.messages
  assert.deepEqual([Object(waiting).allowance, Object(waiting).used], [100, 0])
  await ada.post(`/queues/${queue.id}/confirm`)
  assert.equal(Object((await ada.get(`/queues/${queue.id}`)).json.messages).allowance, null)
  await ada.post(`/endpoints/${foreign.form_id}/confirm`)
  assert.deepEqual(await unconfirmed(), { endpoints: 0, telemetry: 0, queues: 0, emails_held: 0 })
  assert.equal((await ada.get(`/endpoints/${foreign.form_id}`)).json.emails_held, 0)
})

test('an owner declines what a scanner claimed, and never what she has confirmed', async () => {
  await using service = await startService({ env: UNLIMITED })
  const ada = await signIn(service)
  const foreign = await claimFor(service)
  const declined = await ada.post(`/endpoints/${foreign.form_id}/decline`)
  assert.deepEqual([declined.status, declined.json.state], [200, 'retired'], declined.text)
  assert.equal((await service.submit(foreign, { message: 'x' })).status, 410)
  assert.equal((await service.post('/new', { form: { recipient: ADA } })).json.code, 'recipient_suppressed')
  const own = await ada.post(`/endpoints/${ada.endpoint.form_id}/decline`)
  assert.deepEqual([own.status, own.json.code], [409, 'endpoint_confirmed'])
  await service.submit(ada.endpoint, { message: 'a real order' })
  await service.deliver()
  assert.match((await service.emails()).at(-1)?.text ?? '', /a real order/)
})

test('an owner undoes a decline for 24 hours, and nothing that was declined is lost', async () => {
  await using service = await startService({ env: UNLIMITED })
  const ada = await signIn(service)
  const foreign = await claimFor(service)
  const path = `/endpoints/${foreign.form_id}`
  const undo = () => ada.post(`${path}/undo-decline`)
  const before = (await ada.get(path)).json
  await ada.post(`${path}/decline`)
  service.pass({ minutes: 10 })
  for (let times = 0; times < 2; times += 1) {
    const undone = await undo()
    assert.deepEqual([undone.status, undone.json.state], [200, 'claimed'], undone.text)
    assert.deepEqual([undone.json.confirmed_at, undone.json.submissions], [null, before.submissions])
  }
  assert.equal((await service.submit(foreign, { message: 'x' })).status, 200)
  assert.equal((await service.post('/new', { form: { recipient: ADA } })).status, 201)

  service.pass({ seconds: 2 })
  const bo = await signIn(service, BO)
  await ada.post(`${path}/decline`)
  const stranger = await bo.post(`${path}/undo-decline`)
  assert.deepEqual([stranger.status, stranger.json.code], [404, 'endpoint_not_found'])
  service.pass({ days: 1 })
  await confirmSession(service, ada)
  const late = await undo()
  assert.deepEqual([late.status, late.json.code], [410, 'endpoint_retired'])

  await ada.post(`/endpoints/${ada.endpoint.form_id}/retire`)
  const retired = await ada.post(`/endpoints/${ada.endpoint.form_id}/undo-decline`)
  assert.deepEqual([retired.status, retired.json.code], [410, 'endpoint_retired'])
})

test('a test submission, a re-send and a routing confirm the endpoint that they are for', async () => {
  await using service = await startService({ env: UNLIMITED })
  const ada = await signIn(service)
  const confirmedAt = async (path: string) => (await ada.get(path)).json.confirmed_at
  const tested = `/endpoints/${(await claimFor(service)).form_id}`
  assert.equal((await ada.post(`${tested}/test`)).status, 201)
  assert.equal(await confirmedAt(tested), service.now().toISOString())

  const queue = await createQueue(service)
  await queue.publish('the first')
  await service.get(await service.linkIn('claim'))
  await ada.patch(tested, { queue_id: queue.id })
  assert.equal(await confirmedAt(`/queues/${queue.id}`), service.now().toISOString())

  service.pass({ days: 1 })
  const sent = await claimFor(service)
  const { data } = (await ada.get(`/submissions?endpoint=${sent.form_id}`)).json as { data: { id: string }[] }
  assert.equal((await ada.post(`/submissions/${data[0]?.id}/resend`, {})).status, 202)
  assert.equal(await confirmedAt(`/endpoints/${sent.form_id}`), service.now().toISOString())
})

test('a call at the public address with an account key that may write is an action of the owner: it confirms', async () => {
  await using service = await startService({ env: UNLIMITED })
  const ada = await signIn(service)
  const confirmedAt = async (path: string) => (await ada.get(path)).json.confirmed_at
  const key = await apiKey(ada)
  const { json } = await ada.post('/keys', { name: 'reader', scopes: ['read'] })
  const others = [
    await apiKey(await signIn(service, BO)),
    String(json.key),
    `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
  ]
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

  type Call = (secret: string) => Promise<{ status: number; text: string }>
  async function proveConfirms(shown: string, call: Call) {
    assert.equal(await confirmedAt(shown), null, `${shown} by its own key, a dry run and a look`)
    for (const other of others) await call(other)
    assert.equal(await confirmedAt(shown), null, `${shown} by keys of others and by one that only reads`)
    service.pass({ minutes: 1 })
    const answer = await call(key)
    assert.ok(answer.status < 300, answer.text)
    assert.equal(await confirmedAt(shown), service.now().toISOString())
    service.pass({ minutes: 1 })
    await call(key)
    assert.notEqual(await confirmedAt(shown), service.now().toISOString(), 'confirmed once')
    // An address gets three claim emails a day.
    service.pass({ days: 1 })
  }

  for (const path of ['', '/messages/pull', '/messages/peek']) {
    const queue = await createQueue(service)
    await queue.publish('the first')
    await scan(service)
    await queue.as(key).post('?dry_run=1', 'a try')
    await queue.as(key).get('/status')
    await queue.publish('with its own key')
    await proveConfirms(`/queues/${queue.id}`, (secret) => queue.as(secret).post(path, {}))
  }
  for (const path of ['', '/events']) {
    const made = await service.post('/t/new', { form: { recipient: ADA } })
    service.pass({ seconds: 2 })
    const events = `/t/${made.json.telemetry_id}`
    await service.post(events, { json: { name: 'signup' } })
    await scan(service)
    await service.post(`${events}?dry_run=1`, { json: { name: 'a try' }, headers: bearer(key) })
    await service.post(events, { json: { name: 'by anyone' } })
    await service.get(`${events}/events`, bearer(String(made.json.read_key)))
    await proveConfirms(`/telemetry/${made.json.telemetry_id}`, (secret) =>
      path === ''
        ? service.post(events, { json: { name: 'by the owner' }, headers: bearer(secret) })
        : service.get(events + path, bearer(secret)),
    )
  }
})

test('what an owner sends with an account key to a frozen endpoint counts by the plan from then on', async () => {
  await using service = await startService({ env: UNLIMITED })
  const ada = await signIn(service)
  const authorization = `Bearer ${await apiKey(ada)}`
  const queue = await createQueue(service)
  await queue.publish('the first')
  const made = await service.post('/t/new', { form: { recipient: ADA } })
  const events = `/t/${made.json.telemetry_id}`
  const many = Array.from({ length: 100 }, (_, n) => ({ name: `event ${n}` }))
  for (let sent = 0; sent < 50; sent += 1) await service.post(events, { json: many })
  await scan(service)
  for (let sent = 1; sent < 100; sent += 1) await queue.publish(sent)
  assert.equal((await queue.publish('one too many')).json.code, 'queue_frozen')
  assert.equal((await service.post(events, { json: many })).json.code, 'telemetry_frozen')
  assert.equal((await queue.as(authorization.slice(7)).publish('mine')).status, 201)
  const sent = await service.post(events, { json: many, headers: { authorization } })
  assert.equal(sent.json.accepted, 100, sent.text)
})

test('confirms nothing of another account, and nothing with a key that only reads', async () => {
  await using service = await startService({ env: UNLIMITED })
  const endpoint = await claimFor(service)
  const bo = await signIn(service, 'bo@builds.dev')
  assert.equal((await bo.post(`/endpoints/${endpoint.form_id}/confirm`)).status, 404)
  const ada = await signIn(service)
  const { json } = await ada.post('/keys', { name: 'reader', scopes: ['read'] })
  const reader = createCalls(service, { authorization: `Bearer ${String(json.key)}` })
  assert.equal((await reader.post(`/endpoints/${endpoint.form_id}/confirm`)).status, 403)
  assert.equal((await ada.get(`/endpoints/${endpoint.form_id}`)).json.confirmed_at, null)
})

async function apiKey(ada: Awaited<ReturnType<typeof signIn>>): Promise<string> {
  const { json } = await ada.post('/keys', { name: 'program', scopes: ['read', 'write'] })
  return String(json.key)
}
