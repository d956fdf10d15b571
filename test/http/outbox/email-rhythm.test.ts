import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FROM_HERE, type Owner, signIn } from '../../support/fixtures/owner.ts'
import { anyPostgres } from '../../support/postgres/postgres.ts'
import { aboutPostgres } from '../../support/postgres/test-database.ts'
import { ADA, startService, type TestService } from '../../support/service/service.ts'
import { startSmtpFaultServer } from '../../support/smtp/fault-server.ts'

const BROWSER = { accept: 'text/html' }

/** Ada with these settings for her emails; those that were sent before are forgotten. */
async function adaWith(service: TestService, email: Record<string, unknown>) {
  const ada = await signIn(service)
  const place = `/endpoints/${ada.endpoint.form_id}`
  const changed = await ada.patch(place, { name: 'Contact', email })
  assert.equal(changed.status, 200, changed.text)
  await service.deliver()
  const before = (await service.emails()).length
  /** Delivers what is due, and returns the subjects since then. */
  async function subjects(): Promise<string[]> {
    await service.deliver()
    return (await service.emails()).slice(before).map(({ subject }) => subject ?? '')
  }
  return { ada, place, subjects }
}

async function send(service: TestService, ada: Owner, name: string, more: Record<string, string> = {}) {
  return service.submit(ada.endpoint, {
    name,
    email: `${name.toLowerCase()}@navy.mil`,
    message: `I am ${name}`,
    ...more,
  })
}

async function move(ada: Owner, name: string, folder: 'trash' | 'spam'): Promise<string> {
  const { json } = await ada.get(`/submissions?q=${name}`)
  const [{ id } = { id: '' }] = json.data as { id: string }[]
  assert.ok((await ada.patch(`/submissions/${id}`, { folder })).status < 300)
  return id
}

/** States of the deliveries of all submissions of Ada, oldest first. */
async function states(ada: Owner): Promise<string[]> {
  const { json } = await ada.get('/submissions?folder=inbox&limit=100')
  const list = (json.data as { id: string }[]).toReversed()
  const found = await Promise.all(list.map(({ id }) => ada.get(`/submissions/${id}/deliveries`)))
  return found.flatMap((one) => {
    const [delivery] = one.json.data as { state: string; digest: boolean; attempts: unknown[] }[]
    return delivery
      ? [`${delivery.state}${delivery.digest ? ` in digest, ${delivery.attempts.length}` : ''}`]
      : []
  })
}

test('sends at most one email an hour: the first immediately, then all others together', async () => {
  await using service = await startService()
  const { ada, subjects } = await adaWith(service, { mode: 'hourly' })
  await send(service, ada, 'Grace')
  assert.deepEqual(await subjects(), ['New message from Grace · Contact'])
  service.pass({ minutes: 20 })
  await send(service, ada, 'Alan')
  await send(service, ada, 'Mary', { message: 'See https://evil.dev' })
  assert.equal((await subjects()).length, 1)
  assert.deepEqual((await states(ada)).slice(-3), ['sent', 'held', 'held'])
  service.pass({ minutes: 39 })
  assert.equal((await subjects()).length, 1, 'a minute too early')
  service.pass({ minutes: 1 })
  assert.deepEqual((await subjects()).slice(1), ['2 new messages · Contact'])
  assert.deepEqual((await states(ada)).slice(-2), ['sent in digest, 1', 'sent in digest, 1'])
  const email = (await service.emails()).at(-1)
  assert.equal(email?.replyTo, undefined)
  for (const body of [email?.text ?? '', email?.html ?? '']) {
    assert.match(body, /Alan: I am Alan/)
    assert.match(body, /hxxps:?\[?:?\]?\[?\/\/\]?evil\[\.\]dev/)
    assert.match(body, /\/app\/inbox\/sub_[0-9a-z]+/)
    assert.match(body, /Reply to alan@navy\.mil/)
    assert.doesNotMatch(body, /Grace/)
  }
  assert.match(email?.html ?? '', /href="mailto:alan@navy\.mil"/)
  service.pass({ minutes: 61 })
  await send(service, ada, 'Joan')
  assert.deepEqual((await subjects()).slice(2), ['New message from Joan · Contact'])
})

test('sends one email a day at the owner’s time; a single message is sent as usual, with its reply address', async () => {
  await using service = await startService({ now: new Date('2026-11-10T09:00:00.000Z') })
  const { ada, subjects } = await adaWith(service, {
    mode: 'daily',
    daily_at: '08:00',
    time_zone: 'Europe/Berlin',
  })
  await send(service, ada, 'Grace')
  assert.deepEqual(await subjects(), [])
  const due = await service.sql('select due_at from outbox where held_at is not null')
  assert.equal(new Date(Number(due[0]?.due_at)).toISOString(), '2026-11-11T07:00:00.000Z')
  service.pass({ hours: 22 })
  assert.deepEqual(await subjects(), ['New message from Grace · Contact'])
  assert.equal((await service.emails()).at(-1)?.replyTo?.[0]?.address, 'grace@navy.mil')
  await send(service, ada, 'Alan')
  await send(service, ada, 'Mary')
  assert.equal((await subjects()).length, 1)
  service.pass({ hours: 24 })
  assert.deepEqual((await subjects()).slice(1), ['2 new messages · Contact'])
})

test('sends emails that waited for the daily one together when the owner changes the mode, and does not call them snoozed', async () => {
  await using service = await startService()
  const { ada, place, subjects } = await adaWith(service, { mode: 'daily' })
  await send(service, ada, 'Grace')
  await send(service, ada, 'Alan')
  assert.deepEqual(await subjects(), [])
  assert.equal((await ada.patch(place, { email: { mode: 'every' } })).status, 200)
  assert.deepEqual(await subjects(), ['2 new messages · Contact'])
  const text = (await service.emails()).at(-1)?.text ?? ''
  assert.match(text, /They arrived since the last email/)
  assert.doesNotMatch(text, /snoozed/)
})

test('tests and emails that the owner sends again do not wait', async () => {
  await using service = await startService()
  const { ada, place, subjects } = await adaWith(service, { mode: 'daily' })
  await send(service, ada, 'Grace')
  assert.equal((await subjects()).length, 0)
  const tested = await ada.post(`${place}/test`)
  assert.ok(tested.status < 300, tested.text)
  assert.equal((await subjects()).length, 1)
  service.pass({ hours: 25 })
  assert.equal((await subjects()).length, 2)
  const { json } = await ada.get('/submissions?q=Grace')
  const [{ id } = { id: '' }] = json.data as { id: string }[]
  assert.ok((await ada.post(`/submissions/${id}/resend`)).status < 300)
  assert.equal((await subjects()).length, 3)
})

test('emails wait during quiet hours, and are then sent one by one', async () => {
  await using service = await startService({ now: new Date('2026-11-10T21:30:00.000Z') })
  const quiet_hours = { from: '22:00', to: '07:00' }
  const { ada, subjects } = await adaWith(service, { time_zone: 'Europe/Berlin', quiet_hours })
  await send(service, ada, 'Grace')
  await send(service, ada, 'Alan')
  assert.deepEqual(await subjects(), [])
  service.pass({ hours: 8, minutes: 31 })
  assert.deepEqual(await subjects(), ['New message from Grace · Contact', 'New message from Alan · Contact'])
})

test('a sign-in email does not wait during quiet hours', async () => {
  await using service = await startService()
  const { subjects } = await adaWith(service, { quiet_hours: { from: '00:00', to: '23:59' } })
  await service.post('/sign-in', { form: { email: ADA }, headers: FROM_HERE })
  assert.match((await subjects()).join(), /sign in/i)
})

test('a link in the email snoozes a form for a week, ends it, and tells the owner', async () => {
  await using service = await startService()
  const { ada, place, subjects } = await adaWith(service, {})
  await send(service, ada, 'Grace')
  await subjects()
  const text = (await service.emails()).at(-1)?.text ?? ''
  const link = /https?:\/\/\S+\/snooze\/[0-9a-z]+/.exec(text)?.[0] ?? assert.fail(text)
  const asked = await service.get(link, BROWSER)
  assert.equal(asked.status, 200)
  assert.match(asked.text, /Snooze these emails for a week\?/)
  await send(service, ada, 'Alan')
  assert.equal((await subjects()).length, 2, 'a page that was only opened changes nothing')
  for (const headers of [{}, { ...FROM_HERE, origin: 'https://evil.dev', 'sec-fetch-site': 'cross-site' }])
    assert.equal((await service.post(link, { headers })).status, 403)
  const snoozed = await service.post(link, { headers: FROM_HERE })
  assert.match(snoozed.text, /Emails are snoozed/)
  const settings = async () =>
    ((await ada.get(place)).json.settings as { email: { snoozed_until: string } }).email
  const { snoozed_until: until } = await settings()
  assert.ok(until)
  service.pass({ hours: 1 })
  await service.post(link, { headers: FROM_HERE })
  assert.equal((await settings()).snoozed_until, until, 'never longer than a week')
  await send(service, ada, 'Mary')
  await send(service, ada, 'Joan')
  const [, , told, ...none] = await subjects()
  assert.deepEqual([told, none], ['Emails from Contact are snoozed', []])
  assert.match((await ada.get('/activity')).text + (await ada.get('/audit')).text, /emails_snoozed/)
  service.pass({ hours: 7 * 24 - 1 })
  assert.deepEqual((await subjects()).slice(3), ['2 new messages · Contact'])
  assert.match((await service.emails()).at(-1)?.text ?? '', /while emails from this form were snoozed/)

  for (const again of [await service.post(link, { headers: FROM_HERE }), await service.get(link, BROWSER)])
    assert.equal(again.status, 429, 'not one week after the other')
  service.pass({ days: 7, minutes: 1 })
  assert.match((await service.post(link, { headers: FROM_HERE })).text, /Emails are snoozed/)
  await send(service, ada, 'Ada')
  await send(service, ada, 'Emmy')
  const { length } = await subjects()
  const ended = await service.post(`${link}/start`, { headers: FROM_HERE })
  assert.match(ended.text, /Everything that arrived in the meantime is sent as one email now/)
  assert.deepEqual((await subjects()).slice(length), ['2 new messages · Contact'])
  await send(service, ada, 'Hedy')
  assert.deepEqual((await subjects()).slice(length + 1), ['New message from Hedy · Contact'])
})

test('an owner snoozes a form and ends the snooze with the API; waiting emails are sent as one', async () => {
  await using service = await startService()
  const { ada, place, subjects } = await adaWith(service, {})
  const until = new Date(service.now().getTime() + 3 * 24 * 3_600_000).toISOString()
  assert.equal((await ada.patch(place, { email: { snoozed_until: until } })).status, 200)
  await send(service, ada, 'Grace')
  await send(service, ada, 'Alan')
  assert.deepEqual(await subjects(), [])
  await ada.patch(place, { email: { snoozed_until: null } })
  assert.deepEqual(await subjects(), ['2 new messages · Contact'])
})

test('settings that were read after a snooze can be sent back as they are', async () => {
  await using service = await startService()
  const { ada, place } = await adaWith(service, {})
  const until = new Date(service.now().getTime() + 24 * 3_600_000).toISOString()
  assert.equal((await ada.patch(place, { email: { snoozed_until: until } })).status, 200)
  service.pass({ days: 2 })
  const { email } = (await ada.get(place)).json.settings as { email: Record<string, unknown> }
  const changed = await ada.patch(place, { email: { ...email, mode: 'hourly' } })
  assert.equal(changed.status, 200, changed.text)
  const early = new Date(service.now().getTime() - 1).toISOString()
  assert.equal((await ada.patch(place, { email: { snoozed_until: early } })).status, 400)
})

test('a form with more than 30 emails within an hour switches to one an hour, and says so', async () => {
  await using service = await startService({
    env: { FORMSLOT_SUBMIT_RATE: '0', FORMSLOT_FORM_EMAILS_PER_HOUR: '30' },
  })
  const { ada, subjects } = await adaWith(service, {})
  await service.sql(`update accounts set plan = 'pro'`)
  for (let at = 0; at < 33; at += 1) await send(service, ada, `Grace${at}`)
  assert.equal((await subjects()).length, 30)
  service.pass({ minutes: 30 })
  await send(service, ada, 'Alan')
  assert.equal((await subjects()).length, 30)
  service.pass({ minutes: 30 })
  assert.deepEqual((await subjects()).slice(30), ['4 new messages · Contact'])
  assert.match((await service.emails()).at(-1)?.text ?? '', /you get one email an hour/)
  service.pass({ minutes: 61 })
  await send(service, ada, 'Mary')
  assert.deepEqual((await subjects()).slice(31), ['New message from Mary · Contact'])
})

test('a digest leaves out submissions that were withdrawn or deleted, and is not sent after emails were stopped', async () => {
  await using service = await startService()
  const { ada, place, subjects } = await adaWith(service, { mode: 'daily' })
  for (const name of ['Grace', 'Alan', 'Mary', 'Joan']) await send(service, ada, name)
  await subjects()
  await move(ada, 'Alan', 'trash')
  service.pass({ hours: 25 })
  assert.deepEqual(await subjects(), ['3 new messages · Contact'])
  assert.doesNotMatch((await service.emails()).at(-1)?.text ?? '', /Alan/)
  for (const name of ['Ada', 'Emmy']) await send(service, ada, name)
  await subjects()
  await ada.patch(place, { email_notifications: false })
  service.pass({ hours: 25 })
  assert.equal((await subjects()).length, 1)
  const pending = await service.sql('select key from outbox where settled_at is null')
  assert.deepEqual(pending, [])
})

test('if one of two waiting messages is deleted, the other is sent as an ordinary email', async () => {
  await using service = await startService()
  const { ada, subjects } = await adaWith(service, { mode: 'daily' })
  for (const name of ['Grace', 'Alan']) await send(service, ada, name)
  await subjects()
  await move(ada, 'Grace', 'trash')
  service.pass({ hours: 25 })
  assert.deepEqual(await subjects(), ['New message from Alan · Contact'])
})

test('what became spam while it waited is not in the digest, unless the owner asks for its email', async () => {
  await using service = await startService()
  const { ada, subjects } = await adaWith(service, { mode: 'daily' })
  for (const name of ['Grace', 'Alan', 'Mary']) await send(service, ada, name)
  await subjects()
  const moved = await move(ada, 'Mary', 'spam')
  service.pass({ hours: 25 })
  assert.deepEqual(await subjects(), ['2 new messages · Contact'])
  assert.doesNotMatch((await service.emails()).at(-1)?.text ?? '', /Mary/)
  assert.ok((await ada.post(`/submissions/${moved}/resend`)).status < 300)
  assert.match((await subjects()).at(-1) ?? '', /Mary/)
  await send(service, ada, 'Bot', { _gotcha: 'yes' })
  const [{ id } = { id: '' }] = (await ada.get('/submissions?folder=spam&q=Bot')).json.data as {
    id: string
  }[]
  assert.ok((await ada.post(`/submissions/${id}/resend`)).status < 300)
  assert.match((await subjects()).at(-1) ?? '', /Bot/, 'spam from the start')
})

test('a message that became spam while it waited alone is not emailed', async () => {
  await using service = await startService()
  const { ada, subjects } = await adaWith(service, { mode: 'daily' })
  await send(service, ada, 'Grace')
  await subjects()
  await move(ada, 'Grace', 'spam')
  service.pass({ hours: 25 })
  assert.deepEqual(await subjects(), [])
})

test('a retried digest is the same, except for submissions deleted since, and ends when the emails of the form are stopped', async () => {
  await using smtp = await startSmtpFaultServer()
  await using service = await startService({ mail: smtp })
  const { ada, place, subjects } = await adaWith(service, { mode: 'daily' })
  for (const name of ['Grace', 'Alan', 'Mary']) await send(service, ada, name)
  await subjects()
  service.pass({ hours: 25 })
  const busy = { kind: 'answer', line: '451 4.3.0 try again' } as const
  smtp.script('end_of_data', busy)
  smtp.script('end_of_data', busy)
  await service.deliver()
  service.pass({ minutes: 7 })
  await service.deliver()
  const [first, again] = smtp.ledger.slice(-2).map(({ raw }) => raw.toString('latin1'))
  assert.ok(first === again, 'the same, byte for byte')
  await move(ada, 'Alan', 'trash')
  service.pass({ minutes: 10 })
  assert.equal((await subjects()).at(-1), '2 new messages · Contact')
  assert.doesNotMatch((await service.emails()).at(-1)?.text ?? '', /Alan/)
  const outcomes = async () =>
    (await service.sql('select outcome from outbox where digest_key > 0 order by key')).map(
      ({ outcome }) => outcome,
    )
  assert.deepEqual(await outcomes(), ['sent', 'suppressed', 'sent'])

  for (const name of ['Joan', 'Emmy']) await send(service, ada, name)
  await service.deliver()
  service.pass({ hours: 24 })
  smtp.script('end_of_data', busy)
  await service.deliver()
  await ada.patch(place, { email_notifications: false })
  const { length } = smtp.ledger
  service.pass({ minutes: 10 })
  await service.deliver()
  assert.equal(smtp.ledger.length, length)
  assert.deepEqual((await outcomes()).slice(3), ['suppressed', 'suppressed'])
})

test('two nodes send every submission once', { skip: aboutPostgres }, async () => {
  await using postgres = await anyPostgres()
  const url = await postgres.createDatabase()
  const env = { FORMSLOT_DATABASE_URL: url, FORMSLOT_SECRET: 'of-both-nodes-'.repeat(4) }
  await using one = await startService({ env })
  await using other = await startService({ env })
  const { ada, subjects } = await adaWith(one, { mode: 'daily' })
  for (let at = 0; at < 18; at += 1) await send(one, ada, `Grace${at}`)
  await subjects()
  for (const service of [one, other]) service.pass({ hours: 25 })
  await Promise.all([one.deliver(), other.deliver()])
  // The nodes skip deliveries that the other one is about to begin.
  await one.deliver()
  const emails = [...(await one.emails()), ...(await other.emails())].map(
    ({ subject, text }) => `${subject} ${text}`,
  )
  for (let at = 0; at < 18; at += 1) {
    const found = emails.filter((email) => new RegExp(`I am Grace${at}\\b`).test(email))
    assert.equal(found.length, 1, `Grace${at}: ${found.length}`)
  }
  const states = await one.sql(
    'select outcome, count(*) as count from outbox where digest_key > 0 group by outcome',
  )
  assert.deepEqual(
    states.map(({ outcome }) => outcome),
    ['sent'],
  )
})
