import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { confirmSession, type Owner, signIn } from '../../support/fixtures/owner.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { type Receiver, startReceiver } from '../../support/web/receiver.ts'

const PRO = { FORMSLOT_DEFAULT_PLAN: 'pro', FORMSLOT_SUBMIT_RATE: '0' }

type Opened = { service: TestService; receiver: Receiver; ada: Owner; place: string }

async function withReceiver(work: (opened: Opened) => Promise<void>, env: Record<string, string> = PRO) {
  await using receiver = await startReceiver()
  await using service = await startService({ env, egressPorts: [receiver.port] })
  const ada = await signIn(service)
  await service.deliver()
  await work({ service, receiver, ada, place: `/endpoints/${ada.endpoint.form_id}/destinations` })
}

/** Adds a webhook at the receiver, and tests it. */
async function addProven({ ada, receiver, place }: Opened) {
  const added = await ada.post(place, { kind: 'webhook', url: receiver.url })
  assert.equal(added.status, 201, added.text)
  const id = String(added.json.id)
  const tested = await ada.post(`${place}/${id}/test`)
  assert.equal(tested.json.reached, true, tested.text)
  return { id, secret: String(added.json.secret), at: `${place}/${id}` }
}

/** Verifies as a receiver does, now by the clock of the service. */
function read(secret: string, { headers, body }: Receiver['received'][number]) {
  const now = new Date(Number(headers['webhook-timestamp']) * 1000)
  const { now: real } = Date
  Date.now = () => now.getTime()
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
  } finally {
    Date.now = real
  }
  return JSON.parse(body)
}

test('a webhook gets nothing before a test has reached it, then each submission, signed', () =>
  withReceiver(async (opened) => {
    const { service, ada, receiver, place } = opened
    const added = await ada.post(place, { kind: 'webhook', url: receiver.url })
    assert.equal(added.status, 201, added.text)
    const { id, secret, state, to, url } = added.json
    assert.match(String(secret), /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.deepEqual([state, url], ['untested', receiver.url])
    assert.equal(to, `http://127.0.0.1:${receiver.port}/…`)
    await service.submit(ada.endpoint, { message: 'too early' })
    await service.deliver()
    assert.equal(receiver.received.length, 0)

    const tested = await ada.post(`${place}/${id}/test`)
    assert.deepEqual(Object(tested.json.answer), { status: 200, text: 'taken' })
    assert.equal(receiver.received.length, 1)
    const [request] = receiver.received
    assert.ok(request)
    assert.equal(read(String(secret), request).type, 'webhook.test')
    assert.equal(Object(tested.json.request).body, request.body)

    const sent = await service.submit(ada.endpoint, { email: 'jane@acme.org', message: 'Zażółć 👋' })
    await service.deliver()
    const told = receiver.received[1]
    assert.ok(told)
    const event = read(String(secret), told)
    assert.equal(event.type, 'submission.created')
    assert.equal(event.data.submission_id, sent.json.submission_id)
    assert.deepEqual(event.data.fields, { email: 'jane@acme.org', message: 'Zażółć 👋' })
    assert.match(String(told.headers['user-agent']), /^Formslot\/\d/)
    assert.equal(receiver.received.length, 2)

    const { data } = (await ada.get(`/submissions/${sent.json.submission_id}/deliveries`)).json
    const [, webhook] = data as { state: string; to: string; attempts: { answer: string }[] }[]
    assert.deepEqual([webhook?.state, webhook?.to], ['sent', to])
    assert.equal(webhook?.attempts[0]?.answer, '200 taken')
    assert.doesNotMatch((await ada.get(`/endpoints/${ada.endpoint.form_id}`)).text, /\/hook/)
  }))

test('a webhook that fails is tried again by the schedule, with one id, for three days', () =>
  withReceiver(async (opened) => {
    const { service, receiver, ada } = opened
    const { at, secret } = await addProven(opened)
    receiver.answerWith(500)
    const before = receiver.received.length
    await service.submit(ada.endpoint, { message: 'again and again' })
    await service.deliver()
    for (const wait of [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]) {
      service.pass({ seconds: wait - 1 })
      assert.equal(await service.deliver(), 0, `before ${wait} s`)
      service.pass({ seconds: 1 })
      await service.deliver()
    }
    const attempts = receiver.received.slice(before)
    assert.equal(attempts.length, 10)
    assert.equal(new Set(attempts.map(({ headers }) => headers['webhook-id'])).size, 1)
    assert.equal(new Set(attempts.map(({ headers }) => headers['webhook-timestamp'])).size, 10)
    for (const attempt of attempts) read(secret, attempt)
    const [delivery] = (await ada.get(`${at}/deliveries`)).json.data as {
      state: string
      attempts: object[]
    }[]
    assert.deepEqual([delivery?.state, delivery?.attempts.length], ['failed', 10])
    service.pass({ days: 30 })
    assert.equal(await service.deliver(), 0)
  }))

test('410 disables a webhook at once; a test enables it, and what it missed is delivered again', () =>
  withReceiver(async (opened) => {
    const { service, receiver, ada, place } = opened
    const { id, at } = await addProven(opened)
    receiver.answerWith(410)
    await service.submit(ada.endpoint, { message: 'one' })
    await service.deliver()
    const [listed] = (await ada.get(place)).json.data as { state: string; disabled_because: string }[]
    assert.deepEqual([listed?.state, listed?.disabled_because], ['disabled', 'gone'])
    assert.match(await service.service.metrics.render(), /^formslot_destinations_disabled_total 1$/m)
    receiver.answerWith(200)
    const second = await service.submit(ada.endpoint, { message: 'two' })
    await service.deliver()
    assert.equal(receiver.received.length, 2)
    const since = { since: '2026-11-01T00:00:00.000Z' }
    assert.equal((await ada.post(`${at}/recover`, since)).json.code, 'destination_disabled')
    const { submission_id: lost } = second.json
    assert.equal(
      (await ada.post(`/submissions/${lost}/resend`, { destination_id: id })).json.code,
      'destination_disabled',
    )
    assert.equal((await ada.post(`${at}/test`)).json.reached, true)
    assert.equal((await ada.post(`${at}/recover`, { since: 'yesterday' })).json.field, 'since')
    const recovered = await ada.post(`${at}/recover`, { since: '2026-11-01' })
    // Also the one before the webhook was added.
    assert.deepEqual(recovered.json, { recovered: 3, more: false })
    await service.deliver()
    const messages = receiver.received.slice(3).map(({ body }) => JSON.parse(body).data.fields.message)
    assert.deepEqual(messages.toSorted(), ['one', 'the first', 'two'])
    assert.deepEqual((await ada.post(`${at}/recover`, since)).json, { recovered: 0, more: false })
  }))

test('five days of failures disable a webhook', () =>
  withReceiver(async (opened) => {
    const { service, receiver, ada, place } = opened
    await addProven(opened)
    receiver.answerWith(500)
    const state = async () => Object((await ada.get(place)).json.data)[0].state
    for (let day = 0; day < 5; day += 1) {
      await service.submit(ada.endpoint, { message: `day ${day}` })
      await service.deliver()
      assert.equal(await state(), 'active')
      service.pass({ days: 1 })
    }
    await service.deliver()
    assert.equal(await state(), 'disabled')
  }))

test('a rotation signs with both secrets for a day, then with the new one alone', () =>
  withReceiver(async (opened) => {
    const { service, receiver, ada } = opened
    const { at, secret } = await addProven(opened)
    const rotated = await ada.post(`${at}/rotate`)
    const next = String(rotated.json.secret)
    assert.notEqual(next, secret)
    const send = async () => {
      await service.submit(ada.endpoint, { message: 'rotated' })
      await service.deliver()
      return receiver.received.at(-1) ?? assert.fail()
    }
    const both = await send()
    assert.equal(read(secret, both).type, 'submission.created')
    assert.equal(read(next, both).type, 'submission.created')
    service.pass({ hours: 25 })
    const alone = await send()
    assert.equal(read(next, alone).type, 'submission.created')
    assert.throws(() => read(secret, alone), /signature/)
  }))

test('a new address is tested again, and Retry-After is honoured', () =>
  withReceiver(async (opened) => {
    const { service, receiver, ada } = opened
    const { at } = await addProven(opened)
    receiver.answerWith(({ response }) => {
      response.writeHead(429, { 'retry-after': '3600' }).end()
    })
    await service.submit(ada.endpoint, { message: 'slowly' })
    await service.deliver()
    service.pass({ minutes: 59 })
    assert.equal(await service.deliver(), 0)
    service.pass({ minutes: 1 })
    receiver.answerWith(200)
    assert.equal(await service.deliver(), 1)
    await confirmSession(service, ada)
    const changed = await ada.patch(at, { url: `${receiver.url}/other` })
    assert.deepEqual([changed.status, changed.json.state], [200, 'untested'])
    const count = receiver.received.length
    await service.submit(ada.endpoint, { message: 'nowhere' })
    await service.deliver()
    assert.equal(receiver.received.length, count)
  }))

test('an address inside is refused, with the setting that allows it', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  const place = `/endpoints/${ada.endpoint.form_id}/destinations`
  const refused = await ada.post(place, { kind: 'webhook', url: 'https://localhost/hook' })
  assert.deepEqual([refused.json.code, refused.json.field], ['address_invalid', 'url'])
  assert.match(refused.text, /formslot.tgz listen.*FORMSLOT_EGRESS_ALLOW/)
  const slack = await ada.post(place, { kind: 'slack', url: 'https://discord.com/api/webhooks/1/abc' })
  assert.match(slack.text, /Choose the kind discord/)
  assert.equal((await ada.post(place, { kind: 'webhook' })).json.field, 'url')
  assert.equal(
    (await ada.post(place, { kind: 'webhook', url: 'https://a.org/', email: 'a@b.de' })).json.field,
    'email',
  )
})

test('the Free plan delivers to one place: the email, or one webhook instead of it', () =>
  withReceiver(
    async (opened) => {
      const { service, receiver, ada, place } = opened
      const { id } = await addProven(opened)
      const { json } = await service.submit(ada.endpoint, { message: 'to the email' })
      await service.deliver()
      assert.equal(receiver.received.length, 1)
      const resent = await ada.post(`/submissions/${json.submission_id}/resend`, { destination_id: id })
      assert.equal(resent.json.code, 'plan_needed')
      assert.match(String(resent.json.message), /to one destination instead while email_notifications is off/)
      const form = `/endpoints/${ada.endpoint.form_id}`
      assert.equal((await ada.patch(form, { email_notifications: false })).status, 200)
      await service.submit(ada.endpoint, { message: 'to the webhook' })
      await service.deliver()
      assert.equal(receiver.received.length, 2)
      assert.equal((await ada.post(place, { kind: 'webhook', url: receiver.url })).json.code, 'limit_reached')
    },
    { FORMSLOT_SUBMIT_RATE: '0' },
  ))

test('spam is told to those who want it, and nobody else sees the destinations of an owner', () =>
  withReceiver(async (opened) => {
    const { service, receiver, ada, place } = opened
    const { at, id } = await addProven(opened)
    const spam = { _gotcha: 'bot', message: 'buy' }
    await service.submit(ada.endpoint, spam)
    await service.deliver()
    assert.equal(receiver.received.length, 1)
    assert.equal((await ada.patch(at, { events: ['submission.spam', 'submission.created'] })).status, 200)
    await service.submit(ada.endpoint, spam)
    await service.deliver()
    assert.equal(JSON.parse(receiver.received[1]?.body ?? '').type, 'submission.spam')
    assert.equal((await ada.patch(at, { events: ['watch.fired'] })).json.field, 'events')

    const bo = await signIn(service, 'bo@builds.dev')
    for (const [call, path] of [
      ['get', place],
      ['post', `${at}/test`],
      ['post', `${at}/rotate`],
      ['get', `${at}/deliveries`],
      ['delete', at],
    ] as const) {
      assert.equal((await bo[call](path)).json.code, 'endpoint_not_found', path)
    }
    assert.equal((await bo.patch(at, { active: false })).json.code, 'endpoint_not_found')
    assert.equal(
      (await bo.post(`${at}/recover`, { since: '2026-11-01T00:00:00.000Z' })).json.code,
      'endpoint_not_found',
    )
    const own = `/endpoints/${bo.endpoint.form_id}/destinations/${id}`
    assert.equal((await bo.get(`${own}/deliveries`)).json.code, 'destination_not_found')
  }))

test('a webhook gets a submission again only as one of its events, and learns when it is spam', () =>
  withReceiver(async (opened) => {
    const { service, receiver, ada } = opened
    const { at, id } = await addProven(opened)
    const { json } = await service.submit(ada.endpoint, { _gotcha: 'bot', message: 'buy' })
    const resend = () => ada.post(`/submissions/${json.submission_id}/resend`, { destination_id: id })
    const since = { since: '2026-11-01T00:00:00.000Z' }
    assert.equal((await ada.patch(at, { events: ['submission.spam'] })).status, 200)
    for (const refused of [await resend(), await ada.post(`${at}/recover`, since)]) {
      assert.deepEqual([refused.json.code, refused.json.field], ['value_invalid', 'destination_id'])
    }
    assert.equal((await ada.patch(at, { events: ['submission.created'] })).status, 200)
    assert.equal((await resend()).status, 202)
    await service.deliver()
    const { type, data } = JSON.parse(receiver.received.at(-1)?.body ?? '')
    assert.deepEqual([type, data.spam.verdict], ['submission.created', 'spam'])
  }))

test('a retired endpoint gives its webhooks no new signing secrets', () =>
  withReceiver(async (opened) => {
    const { ada } = opened
    const { at } = await addProven(opened)
    assert.equal((await ada.post(`/endpoints/${ada.endpoint.form_id}/retire`)).status, 200)
    assert.equal((await ada.post(`${at}/rotate`)).json.code, 'endpoint_retired')
  }))

test('a submission that is marked as not spam before its delivery is not called spam', () =>
  withReceiver(async (opened) => {
    const { service, receiver, ada } = opened
    const { at } = await addProven(opened)
    const events = ['submission.created', 'submission.spam']
    assert.equal((await ada.patch(at, { events })).status, 200)
    const { json } = await service.submit(ada.endpoint, { _gotcha: 'bot', message: 'no bot' })
    assert.equal((await ada.patch(`/submissions/${json.submission_id}`, { folder: 'inbox' })).status, 200)
    await service.deliver()
    const [, ...sent] = receiver.received.map(({ body }) => JSON.parse(body))
    assert.deepEqual(
      sent.map(({ type, data }) => [type, data.spam.verdict]),
      [['submission.created', 'ham']],
    )
    await service.sql(`update outbox set outcome = 'given_up' where channel = 'web'`)
    const since = { since: '2026-11-01T00:00:00.000Z' }
    // With the one before the webhook was added.
    assert.deepEqual((await ada.post(`${at}/recover`, since)).json, { recovered: 2, more: false })
  }))

test('a webhook gets the names of labels when a submission is sent again, and neither star nor note', () =>
  withReceiver(async (opened) => {
    const { service, receiver, ada } = opened
    const { id } = await addProven(opened)
    const { submission_id: submission } = (await service.submit(ada.endpoint, { message: 'one' })).json
    await service.deliver()
    const labels: unknown[] = []
    for (const name of ['Lead', '__proto__']) labels.push((await ada.post('/labels', { name })).json.id)
    await ada.patch(`/submissions/${submission}`, { labels, starred: true, note: 'Canary' })
    await ada.post(`/submissions/${submission}/resend`, { destination_id: id })
    await service.deliver()
    const [first, again] = receiver.received.slice(1).map(({ body }) => JSON.parse(body).data)
    assert.deepEqual([first.labels, again.labels], [[], ['__proto__', 'Lead']])
    assert.ok(!/Canary|starred/.test(JSON.stringify(again)))
  }))
