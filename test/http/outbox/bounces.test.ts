import assert from 'node:assert/strict'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { bounceMessage, complaintMessage } from '../../support/bounces/report-message.ts'
import { FROM_HERE, signIn } from '../../support/fixtures/owner.ts'
import { makeKey } from '../../support/openpgp/key.ts'
import { ADA, BO, type Endpoint, startService, type TestService } from '../../support/service/service.ts'
import { startReceiver } from '../../support/web/receiver.ts'

const OPERATOR_TOKEN = 'the-token-of-the-operator-under-test-4711'
const ENV = {
  FORMSLOT_BOUNCE_ADDRESS: 'b+{token}@bounce.formslot.dev',
  FORMSLOT_OPERATOR_TOKEN: OPERATOR_TOKEN,
}
const PRO = { ...ENV, FORMSLOT_DEFAULT_PLAN: 'pro' }
const SALES = 'sales@lovelace.dev'

/** Hands a message over as a program of the operator. */
async function report(service: TestService, message: string, token = OPERATOR_TOKEN) {
  return service.post('/operator/bounces', {
    body: message,
    headers: { 'content-type': 'message/rfc822', authorization: `Bearer ${token}` },
  })
}

/** Returns the token of the newest email that the mail server got, to this address. */
async function newestToken(service: TestService, to: string = ADA): Promise<string> {
  const email = service.receivedEmails.findLast((one) => one.to.includes(to))
  const token = /^b\+(\w+)@bounce\.formslot\.dev$/.exec(email?.from ?? '')?.[1] ?? ''
  const { headers } = await PostalMime.parse(email?.raw ?? '')
  assert.equal(headers.find(({ key }) => key === 'formslot-email')?.value, token)
  return token
}

/** Submits a message, delivers its emails and returns the token of the one to this address. */
async function sendOne(service: TestService, endpoint: Endpoint, to: string = ADA): Promise<string> {
  service.pass({ minutes: 3 })
  await service.submit(endpoint, { message: 'hello', name: 'Grace' })
  await service.deliver()
  return newestToken(service, to)
}

type Owner = Awaited<ReturnType<typeof signIn>>

async function newestDeliveries(ada: Owner) {
  const { data } = (await ada.get('/submissions')).json as { data: { id: string; delivery: string }[] }
  const [newest] = data
  const listed = (await ada.get(`/submissions/${newest?.id}/deliveries`)).json as {
    data: { state: string; to: string; reports: Record<string, unknown>[] }[]
  }
  return { summary: newest?.delivery, id: newest?.id, deliveries: listed.data }
}

test('an email that a mail server returns is shown as bounced, with the reason in words, and nothing else stops', async () => {
  await using service = await startService({ env: ENV })
  const ada = await signIn(service)
  const token = await sendOne(service, ada.endpoint)
  assert.equal((await newestDeliveries(ada)).summary, 'sent')
  const full = bounceMessage({
    recipient: ADA,
    token,
    status: '5.2.2',
    answer: '552 5.2.2 <ada@lovelace.dev>: over quota',
  })
  assert.deepEqual((await report(service, full)).json, { outcome: 'bounced' })
  const { summary, deliveries } = await newestDeliveries(ada)
  assert.equal(summary, 'bounced')
  assert.deepEqual(deliveries[0]?.reports, [
    {
      kind: 'bounced',
      at: service.now().toISOString(),
      reason: 'mailbox_full',
      explanation: 'The mailbox is full.',
      advice: 'Make room in it, then send the email again.',
      answer: '552 5.2.2 <…>: over quota',
    },
  ])
  // The next email is sent all the same, and this one can be sent again.
  await sendOne(service, ada.endpoint)
  assert.equal((await newestDeliveries(ada)).summary, 'sent')
  assert.equal((await ada.get('/me')).json.emails_bounced_since, null)
})

test('an email that bounced can be sent again, alone or with all that failed', async () => {
  await using service = await startService({ env: ENV })
  const ada = await signIn(service)
  const token = await sendOne(service, ada.endpoint)
  await report(service, bounceMessage({ recipient: ADA, token, status: '5.2.2' }))
  const before = service.receivedEmails.length
  const resent = await ada.post(`/endpoints/${ada.endpoint.form_id}/emails/resend`, {})
  assert.deepEqual(resent.json, { resent: 1, more: false })
  await service.deliver()
  assert.equal(service.receivedEmails.length, before + 1)
  assert.equal((await newestDeliveries(ada)).summary, 'sent')
})

test('a repeated report, and one about the same email by another way, change nothing', async () => {
  await using service = await startService({ env: ENV })
  const ada = await signIn(service)
  const token = await sendOne(service, ada.endpoint)
  const message = bounceMessage({ recipient: ADA, token })
  assert.deepEqual((await report(service, message)).json, { outcome: 'bounced' })
  for (let again = 0; again < 5; again += 1)
    assert.deepEqual((await report(service, message)).json, { outcome: 'ignored' })
  const both = await Promise.all([
    report(service, complaintMessage({ token: await sendOne(service, ada.endpoint) })),
    report(service, message),
  ])
  assert.deepEqual(
    both.map(({ json }) => json.outcome),
    ['emails_stopped', 'ignored'],
  )
})

test('later bounces are in the email report once', async () => {
  await using service = await startService({ env: { ...ENV, FORMSLOT_OPERATORS: ADA } })
  const ada = await signIn(service)
  const token = await sendOne(service, ada.endpoint)
  const complained = complaintMessage({ token: await sendOne(service, ada.endpoint) })
  const bounced = bounceMessage({ recipient: ADA, token })
  for (const message of [bounced, bounced, complained, complained]) await report(service, message)
  const seen = (await ada.get('/operator/emails?days=1')).json as {
    domains: { domain: string; bounced: number; complaints: number; last_error: { text: string } | null }[]
  }
  const [domain] = seen.domains
  assert.deepEqual([domain?.domain, domain?.bounced, domain?.complaints], ['lovelace.dev', 1, 1])
  assert.equal(domain?.last_error?.text, '550 5.1.1 No such user')
})

test('bounces of made-up addresses with a tag do not stop emails to the mailbox itself', async () => {
  await using service = await startService({ env: ENV })
  const tagged = 'ada+anything@lovelace.dev'
  const token = await sendOne(service, await service.createEndpoint(tagged), tagged)
  const message = bounceMessage({ recipient: tagged, token })
  assert.deepEqual((await report(service, message)).json, { outcome: 'bounced' })
  const before = service.receivedEmails.length
  await sendOne(service, await service.createEndpoint(ADA))
  assert.equal(service.receivedEmails.length, before + 1)
})

test('an owner neither sees nor lifts the bounces of an address that has not agreed to be a destination', async () => {
  await using service = await startService({ env: PRO })
  const endpoint = await service.createEndpoint(SALES)
  await report(service, bounceMessage({ recipient: SALES, token: await sendOne(service, endpoint, SALES) }))
  const ada = await signIn(service)
  await ada.post(`/endpoints/${ada.endpoint.form_id}/destinations`, { email: SALES })
  assert.deepEqual((await ada.get('/account/bounced-addresses')).json, { data: [] })
  assert.equal((await ada.post('/account/bounced-addresses/start', { email: SALES })).status, 400)
})

test('an email of several submissions that bounces has bounced for each of them', async () => {
  await using service = await startService({ env: ENV })
  const ada = await signIn(service)
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { email: { mode: 'hourly' } })
  await sendOne(service, ada.endpoint)
  const before = service.receivedEmails.length
  for (const message of ['the second', 'the third']) {
    service.pass({ minutes: 3 })
    await service.submit(ada.endpoint, { message })
  }
  await service.deliver()
  assert.equal(service.receivedEmails.length, before)
  service.pass({ hours: 1, minutes: 5 })
  await service.deliver()
  assert.equal(service.receivedEmails.length, before + 1)
  const token = await newestToken(service)
  const delayed = bounceMessage({ recipient: ADA, token, action: 'delayed', status: '4.4.1' })
  assert.deepEqual((await report(service, delayed)).json, { outcome: 'delayed' })
  const bounced = bounceMessage({ recipient: ADA, token, status: '5.2.2' })
  assert.deepEqual((await report(service, bounced)).json, { outcome: 'bounced' })
  const { data } = (await ada.get('/submissions')).json as { data: { delivery: string }[] }
  assert.deepEqual(
    data.slice(0, 3).map(({ delivery }) => delivery),
    ['bounced', 'bounced', 'sent'],
  )
  assert.deepEqual((await ada.post(`/endpoints/${ada.endpoint.form_id}/emails/resend`, {})).json, {
    resent: 2,
    more: false,
  })
})

test('the same report that arrives several times at once counts once', async () => {
  await using service = await startService({ env: ENV })
  const ada = await signIn(service)
  const token = await sendOne(service, ada.endpoint)
  const message = bounceMessage({ recipient: ADA, token })
  const answers = await Promise.all(Array.from({ length: 4 }, () => report(service, message)))
  const outcomes = answers.map(({ json }) => json.outcome).sort()
  assert.deepEqual(outcomes, ['bounced', 'ignored', 'ignored', 'ignored'])
  assert.equal((await newestDeliveries(ada)).deliveries[0]?.reports.length, 1)
})

test('three bounces because the mailbox does not exist stop the emails to its owner, until they start them again', async () => {
  await using receiver = await startReceiver()
  await using service = await startService({ env: PRO, egressPorts: [receiver.port] })
  const ada = await signIn(service)
  const place = `/endpoints/${ada.endpoint.form_id}/destinations`
  const { id } = (
    await ada.post(place, {
      kind: 'webhook',
      url: receiver.url,
      events: ['submission.created', 'email.bounced'],
    })
  ).json
  assert.equal((await ada.post(`${place}/${id}/test`)).json.reached, true)
  for (let bounce = 1; bounce <= 3; bounce += 1) {
    const token = await sendOne(service, ada.endpoint)
    assert.equal((await ada.get('/me')).json.emails_bounced_since, null, `before bounce ${bounce}`)
    assert.deepEqual((await report(service, bounceMessage({ recipient: ADA, token }))).json, {
      outcome: 'bounced',
    })
  }
  await service.deliver()
  assert.equal((await ada.get('/me')).json.emails_bounced_since, service.now().toISOString())
  const told = receiver.received
    .map(({ body }) => JSON.parse(String(body)))
    .filter(({ type }) => type === 'email.bounced')
  assert.equal(told.length, 3)
  assert.deepEqual(told[0]?.data, {
    submission_id: told[0]?.data.submission_id,
    endpoint_id: ada.endpoint.form_id,
    endpoint_name: told[0]?.data.endpoint_name,
    email: ADA,
    reason: 'mailbox_unknown',
    answer: '550 5.1.1 No such user',
  })
  assert.match(told[0]?.data.submission_id, /^sub_/)

  const before = service.receivedEmails.length
  await service.submit(ada.endpoint, { message: 'while they are stopped' })
  await service.deliver()
  assert.equal(service.receivedEmails.length, before)
  const { deliveries } = await newestDeliveries(ada)
  assert.deepEqual(deliveries.map(({ state }) => state).sort(), ['bounced', 'sent'], 'the webhook goes on')
  const listed = (await ada.get('/account/bounced-addresses')).json as { data: Record<string, unknown>[] }
  assert.deepEqual(listed.data, [
    {
      email: ADA,
      since: service.now().toISOString(),
      until: null,
      reason: 'mailbox_unknown',
      explanation: 'The mailbox does not exist.',
      advice: 'Check the address for typos.',
    },
  ])
  assert.equal((await ada.post('/account/bounced-addresses/start', { email: BO })).status, 400)
  assert.equal((await ada.post('/account/bounced-addresses/start', { email: ADA })).status, 204)
  const missed = await ada.post(`/endpoints/${ada.endpoint.form_id}/emails/resend`)
  assert.deepEqual(missed.json, { resent: 4, more: false }, 'with the one that was not sent')
  await sendOne(service, ada.endpoint)
  assert.equal((await ada.get('/me')).json.emails_bounced_since, null)
})

test('emails that an owner waits for reach them although their other emails have stopped', async () => {
  await using service = await startService({ env: ENV })
  const ada = await signIn(service)
  for (let bounce = 1; bounce <= 3; bounce += 1)
    await report(service, bounceMessage({ recipient: ADA, token: await sendOne(service, ada.endpoint) }))
  const before = service.receivedEmails.length
  await service.post('/sign-in', { form: { email: ADA }, headers: FROM_HERE })
  await service.deliver()
  assert.equal(service.receivedEmails.length, before + 1)
  const { publicKey } = await makeKey(service)
  assert.equal((await ada.post('/account/email-key', { key: publicKey })).status, 201)
  await service.deliver()
  assert.equal(service.receivedEmails.length, before + 2, 'the email that confirms a key')
})

test('bounces between which an email was delivered do not add up', async () => {
  await using service = await startService({ env: ENV })
  const ada = await signIn(service)
  const bounce = async () =>
    report(service, bounceMessage({ recipient: ADA, token: await sendOne(service, ada.endpoint) }))
  await bounce()
  await bounce()
  await sendOne(service, ada.endpoint)
  service.pass({ hours: 2 })
  await bounce()
  assert.equal((await ada.get('/me')).json.emails_bounced_since, null)
  await bounce()
  await bounce()
  assert.notEqual((await ada.get('/me')).json.emails_bounced_since, null)
})

test('bounces of more than a week ago do not count', async () => {
  await using service = await startService({ env: ENV })
  const ada = await signIn(service)
  for (let bounce = 1; bounce <= 4; bounce += 1) {
    await report(service, bounceMessage({ recipient: ADA, token: await sendOne(service, ada.endpoint) }))
    service.pass({ days: 4 })
  }
  const before = service.receivedEmails.length
  await sendOne(service, ada.endpoint)
  assert.equal(service.receivedEmails.length, before + 1)
})

test('a mailbox that nobody has ever confirmed gets nothing for 30 days after one bounce, and its status does not tell', async () => {
  await using service = await startService({ env: ENV })
  const countBounced = async () =>
    (await service.sql('select * from mailboxes where undeliverable_at > 0 and recent_emails is not null'))
      .length
  const endpoint = await service.createEndpoint()
  const token = await sendOne(service, endpoint)
  const statusBefore = (await service.get(endpoint.status_url)).json
  assert.deepEqual((await report(service, bounceMessage({ recipient: ADA, token }))).json, {
    outcome: 'bounced',
  })
  assert.deepEqual((await service.get(endpoint.status_url)).json, statusBefore)
  const before = service.receivedEmails.length
  await service.submit(endpoint, { message: 'the second' })
  const other = await service.createEndpoint()
  await service.submit(other, { message: 'of another form' })
  await service.deliver()
  assert.equal(service.receivedEmails.length, before)
  await service.service.purge()
  assert.equal(await countBounced(), 1)
  service.pass({ days: 30, minutes: 1 })
  await service.service.purge()
  assert.equal(await countBounced(), 0, 'the bounce is forgotten')
  await sendOne(service, await service.createEndpoint())
  assert.equal(service.receivedEmails.length, before + 1)
})

test('emails refused for reasons that are not the mailbox’s stop nothing', async () => {
  await using service = await startService({ env: ENV })
  const endpoint = await service.createEndpoint()
  for (const [status, answer] of [
    ['5.7.1', '550 5.7.1 blocked using zen.spamhaus.org'],
    ['5.2.2', '552 5.2.2 over quota'],
    ['5.4.7', '554 5.4.7 delivery time expired'],
  ] as const) {
    const token = await sendOne(service, endpoint)
    assert.deepEqual((await report(service, bounceMessage({ recipient: ADA, token, status, answer }))).json, {
      outcome: 'bounced',
    })
  }
  const before = service.receivedEmails.length
  await sendOne(service, endpoint)
  assert.equal(service.receivedEmails.length, before + 1)
})

test('a report about a delay is shown and stops nothing', async () => {
  await using service = await startService({ env: ENV })
  const ada = await signIn(service)
  const token = await sendOne(service, ada.endpoint)
  const message = bounceMessage({ recipient: ADA, token, action: 'delayed', status: '4.4.1', answer: '' })
  assert.deepEqual((await report(service, message)).json, { outcome: 'delayed' })
  const { summary, deliveries } = await newestDeliveries(ada)
  assert.equal(summary, 'sent')
  assert.deepEqual(
    deliveries[0]?.reports.map(({ kind }) => kind),
    ['delayed'],
  )
  assert.deepEqual((await report(service, bounceMessage({ recipient: ADA, token }))).json, {
    outcome: 'bounced',
  })
  const after = await newestDeliveries(ada)
  assert.deepEqual(
    after.deliveries[0]?.reports.map(({ kind }) => kind),
    ['delayed', 'bounced'],
  )
})

test('a complaint about an endpoint that nobody has claimed declines it', async () => {
  await using service = await startService({ env: ENV })
  const endpoint = await service.createEndpoint()
  const token = await sendOne(service, endpoint)
  assert.deepEqual((await report(service, complaintMessage({ token }))).json, { outcome: 'declined' })
  assert.equal((await service.submit(endpoint, { message: 'again' })).status, 410)
  assert.equal((await service.post('/new', { form: { recipient: ADA } })).json.code, 'recipient_suppressed')
  assert.deepEqual((await report(service, complaintMessage({ token }))).json, { outcome: 'ignored' })
})

test('a complaint about a claimed form stops only its emails; its owner sees why and starts them again', async () => {
  await using service = await startService({ env: ENV })
  const ada = await signIn(service)
  const token = await sendOne(service, ada.endpoint)
  const before = service.receivedEmails.length
  assert.deepEqual((await report(service, complaintMessage({ token }))).json, { outcome: 'emails_stopped' })
  assert.equal((await service.submit(ada.endpoint, { message: 'kept' })).status, 200)
  await service.deliver()
  assert.equal(service.receivedEmails.length, before, 'no email about it either')
  const form = (await ada.get(`/endpoints/${ada.endpoint.form_id}`)).json
  assert.equal(Object(form.settings).email_notifications, false)
  const { data } = (await ada.get('/audit')).json as { data: { action: string; detail: string }[] }
  assert.ok(data.some(({ action, detail }) => action === 'emails_stopped' && detail === 'complaint'))
  assert.equal(
    (await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { email_notifications: true })).status,
    200,
  )
  assert.deepEqual((await report(service, complaintMessage({ token }))).json, { outcome: 'ignored' })
  await sendOne(service, ada.endpoint)
  assert.equal(service.receivedEmails.length, before + 1)
})

test('a complaint from a destination stops only that destination', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  await ada.post(`/endpoints/${ada.endpoint.form_id}/destinations`, { email: SALES })
  assert.equal((await service.post(await service.linkIn('destination'), { headers: FROM_HERE })).status, 200)
  const token = await sendOne(service, ada.endpoint, SALES)
  assert.deepEqual((await report(service, complaintMessage({ token }))).json, { outcome: 'emails_stopped' })
  const { data } = (await ada.get(`/endpoints/${ada.endpoint.form_id}/destinations`)).json as {
    data: { state: string }[]
  }
  assert.deepEqual(
    data.map(({ state }) => state),
    ['stopped'],
  )
  const before = service.receivedEmails.length
  await sendOne(service, ada.endpoint)
  assert.equal(service.receivedEmails.length, before + 1)
})

test('"not spam", and a complaint about a sign-in email, stop nothing', async () => {
  await using service = await startService({ env: ENV })
  const ada = await signIn(service)
  const token = await sendOne(service, ada.endpoint)
  assert.deepEqual((await report(service, complaintMessage({ token, type: 'not-spam' }))).json, {
    outcome: 'counted',
  })
  await service.post('/sign-in', { form: { email: ADA }, headers: FROM_HERE })
  await service.deliver()
  const aboutSignIn = complaintMessage({ token: await newestToken(service) })
  assert.deepEqual((await report(service, aboutSignIn)).json, { outcome: 'counted' })
  assert.deepEqual((await report(service, aboutSignIn)).json, { outcome: 'ignored' })
  const before = service.receivedEmails.length
  await sendOne(service, ada.endpoint)
  assert.equal(service.receivedEmails.length, before + 1)
})

test('a visitor who knows the id of a submission cannot stop the emails of its owner', async () => {
  await using service = await startService({ env: ENV })
  const ada = await signIn(service)
  const sent = await service.submit(ada.endpoint, { message: 'I know my id' })
  await service.deliver()
  const newest = service.receivedEmails.at(-1)
  const { messageId } = await PostalMime.parse(newest?.raw ?? '')
  const id = String(sent.json.submission_id ?? sent.json.id)
  assert.ok(messageId?.includes(id), `${messageId} has ${id}`)
  const token = await newestToken(service)
  const forged = [
    bounceMessage({ recipient: ADA, token: id }),
    bounceMessage({ recipient: ADA }).replace('The mailbox', `Message-ID: ${messageId}`),
    complaintMessage({ token: id.replace(/^sub_/, '').padEnd(32, '0') }),
    complaintMessage({ token: `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}` }),
    complaintMessage({ token: '0'.repeat(32) }),
  ]
  for (const message of forged)
    assert.deepEqual((await report(service, message)).json, { outcome: 'unknown' })
  assert.equal((await newestDeliveries(ada)).summary, 'sent')
})

test('a visitor is not told that the email about their message bounced', async () => {
  await using service = await startService({ env: ENV })
  const ada = await signIn(service)
  const sent = await service.submit(ada.endpoint, { message: 'hello' }, { accept: 'text/html' })
  await service.deliver()
  const receipt = sent.headers.get('location') ?? ''
  const before = (await service.get(receipt, { accept: 'text/html' })).text
  assert.match(before, /Thank you/)
  await report(service, bounceMessage({ recipient: ADA, token: await newestToken(service) }))
  assert.equal((await service.get(receipt, { accept: 'text/html' })).text, before)
})

test('an email that the mail server refuses for good while it is sent has bounced, too', async () => {
  await using service = await startService({ env: ENV })
  const ada = await signIn(service)
  const mail = service.mailServer()
  mail.script('rcpt_to', { kind: 'answer', line: '550 5.1.1 <ada@lovelace.dev>: no such user' })
  await service.submit(ada.endpoint, { message: 'hello' })
  await service.deliver()
  const { summary, deliveries } = await newestDeliveries(ada)
  assert.equal(summary, 'bounced')
  assert.equal(deliveries[0]?.reports[0]?.reason, 'mailbox_unknown')
  assert.equal(deliveries[0]?.reports[0]?.explanation, 'The mailbox does not exist.')
})

test('accepts bounces only from programs that know the operator’s token, and only as messages', async () => {
  await using service = await startService({ env: ENV })
  const message = bounceMessage({ recipient: ADA })
  assert.equal((await report(service, message, 'x'.repeat(44))).json.code, 'operator_token_invalid')
  assert.equal((await service.post('/operator/bounces', { body: message })).status, 401)
  const json = await service.post('/operator/bounces', {
    json: { message },
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
  })
  assert.equal(json.status, 415)
  assert.deepEqual((await report(service, 'Subject: I am away\r\n\r\nUntil Monday.\r\n')).json, {
    outcome: 'no_report',
  })
  assert.deepEqual((await report(service, '\0\xff\r\n'.repeat(100))).json, { outcome: 'no_report' })
  await using closed = await startService({ env: { FORMSLOT_BOUNCE_ADDRESS: ENV.FORMSLOT_BOUNCE_ADDRESS } })
  assert.equal((await report(closed, message)).status, 404)
  assert.equal((await closed.post('/operator/bounces/ses', { json: {} })).status, 404)
})

test('a complaint of an earlier owner about an old email does not stop the emails of the next one', async () => {
  await using service = await startService({ env: ENV })
  const ada = await signIn(service)
  const token = await sendOne(service, ada.endpoint)
  const place = `/endpoints/${ada.endpoint.form_id}/hand-over`
  assert.equal((await ada.post(place, { email: BO })).status, 201)
  await service.post(await service.linkIn('hand-over'), { headers: FROM_HERE })
  assert.equal((await ada.post(`${place}/confirm`)).status, 204)
  assert.deepEqual((await report(service, complaintMessage({ token }))).json, { outcome: 'gone' })
  await sendOne(service, ada.endpoint, BO)
  const bo = await signIn(service, BO)
  assert.equal(
    Object((await bo.get(`/endpoints/${ada.endpoint.form_id}`)).json.settings).email_notifications,
    true,
  )
  const own = await newestToken(service, BO)
  assert.notEqual(own, token)
})
