import assert from 'node:assert/strict'
import { test } from 'node:test'
import { latestSlot } from '../../../src/domain/outbox/spam-digest.ts'
import { later, SECOND } from '../../../src/domain/time.ts'
import { createCalls, FROM_HERE, type Owner, signIn } from '../../support/fixtures/owner.ts'
import { anyPostgres } from '../../support/postgres/postgres.ts'
import { aboutPostgres } from '../../support/postgres/test-database.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { until } from '../../support/service/until.ts'

const BROWSER = { accept: 'text/html' }
const ABOUT_SPAM = /spam folder/
const WEEK_MS = 7 * 24 * 3600 * SECOND

/** A message that the filter put into the spam folder for its links. */
async function receiveSpam(service: TestService, owner: Owner, fields: Record<string, string>) {
  const answer = await service.submit(owner.endpoint, { ...fields, _gotcha: 'x' })
  assert.equal(answer.status, 200)
  await service.sql(
    `update submissions set spam_reasons = '["links"]' where key = (select max(key) from submissions)`,
  )
}

/** Moves the clock to the beginning of the weekly hour of the only account; its session is used on the way. */
async function passToSlot(service: TestService, owner: Owner): Promise<void> {
  const [account] = await service.sql('select key from accounts')
  const next = later(latestSlot(Number(account?.key), service.now()), WEEK_MS)
  const milliseconds = (next.getTime() - service.now().getTime()) / 2
  service.pass({ milliseconds })
  assert.equal((await owner.get('/account')).status, 200)
  service.pass({ milliseconds })
}

async function listDigests(service: TestService) {
  await service.service.deliver()
  service.pass({ seconds: 1 })
  return (await service.emails()).filter(({ subject }) => ABOUT_SPAM.test(subject ?? ''))
}

/** Runs the hourly maintenance, and returns how many weekly emails were sent so far. */
async function countDigests(service: TestService): Promise<number> {
  await service.service.purge()
  return (await listDigests(service)).length
}

test('an owner gets one email a week about unseen spam, with the number for each form and the newest ones', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await receiveSpam(service, ada, { name: 'Bargain <b>Bob</b>', message: 'Buy at https://evil.dev now' })
  await receiveSpam(service, ada, { email: 'grace@navy.mil', message: 'Is this thing on?' })
  await service.submit(ada.endpoint, { message: 'a bot', _gotcha: 'x' })
  assert.equal(await countDigests(service), 0, 'not before the hour of the account')
  await passToSlot(service, ada)
  await Promise.all([service.service.purge(), service.service.purge()])
  await service.service.purge()
  const [email, ...others] = await listDigests(service)
  assert.deepEqual(others, [])
  assert.equal(email?.subject, '2 messages in your spam folder')
  for (const body of [email?.text ?? '', email?.html ?? '']) {
    assert.match(body, /hxxps:?\[?:?\]?\[?\/\/\]?evil\[\.\]dev/)
    assert.match(body, /grace\[@\]navy\[\.\]mil: Is this thing on\?/)
    assert.doesNotMatch(body, /a bot|https:\/\/evil/)
    assert.ok(body.includes(`${service.base}/app/inbox?folder=spam`))
    assert.match(body, /2 messages/)
  }
  assert.match(email?.text ?? '', /Bargain <b>Bob<\/b>/)
  assert.match(email?.html ?? '', /Bargain &lt;b&gt;Bob&lt;\/b&gt;/)
  assert.equal(await countDigests(service), 1)

  await passToSlot(service, ada)
  assert.equal(await countDigests(service), 1, 'nothing new arrived')
  await receiveSpam(service, ada, { message: 'the third' })
  await passToSlot(service, ada)
  assert.equal(await countDigests(service), 2)
  assert.equal((await listDigests(service)).at(-1)?.subject, '1 message in your spam folder')
})

test('what a hidden field caught alone causes no email', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await service.submit(ada.endpoint, { message: 'a bot', _gotcha: 'x' })
  await passToSlot(service, ada)
  assert.equal(await countDigests(service), 0)
})

test('an owner who has looked at the spam folder gets no email, also when it waits already', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const made = await ada.post('/keys', { name: 'reader', scopes: ['read'] })
  const key = createCalls(service, { authorization: `Bearer ${made.json.key}` })
  const look = async () => {
    assert.equal((await ada.get('/submissions?folder=spam')).status, 200)
  }
  await receiveSpam(service, ada, { message: 'the first' })
  service.pass({ minutes: 1 })
  await look()
  await passToSlot(service, ada)
  assert.equal(await countDigests(service), 0)

  await receiveSpam(service, ada, { message: 'the second' })
  service.pass({ minutes: 1 })
  await ada.get('/submissions?folder=inbox')
  assert.equal((await key.get('/submissions?folder=spam')).status, 200)
  await passToSlot(service, ada)
  await service.service.purge()
  await look()
  assert.equal((await listDigests(service)).length, 0, 'looked at while it waited')

  await receiveSpam(service, ada, { message: 'the third' })
  await key.get('/submissions?folder=spam')
  await passToSlot(service, ada)
  assert.equal(await countDigests(service), 1, 'a program that reads is no owner who looks')
})

test('the link of the email turns it off and on, and mail programs turn it off with one click', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await receiveSpam(service, ada, { message: 'the first' })
  await passToSlot(service, ada)
  await service.service.purge()
  const link = await service.linkIn('digest')
  const email = (await listDigests(service)).at(-1)
  const header = (name: string) => email?.headers.find((one) => one.key === name)?.value
  assert.equal(header('list-unsubscribe'), `<${link}>`)
  assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
  const isOn = async () => (await ada.get('/account')).json.spam_digest

  const asked = await service.get(link, BROWSER)
  assert.equal(asked.status, 200)
  assert.match(asked.text, /weekly email about your spam folder/)
  assert.equal(await isOn(), true, 'opening the page changes nothing')
  const foreign = { ...BROWSER, origin: 'https://evil.dev', 'sec-fetch-site': 'cross-site' }
  assert.equal((await service.post(link, { headers: foreign })).status, 403)
  const click = { form: { 'List-Unsubscribe': 'One-Click' } }
  assert.equal((await service.post(link, click)).status, 200)
  assert.equal(await isOn(), false)
  await receiveSpam(service, ada, { message: 'the second' })
  await passToSlot(service, ada)
  assert.equal(await countDigests(service), 1)

  assert.equal((await service.post(`${link}/start`, { headers: BROWSER })).status, 403)
  const started = await service.post(`${link}/start`, { headers: { ...BROWSER, ...FROM_HERE } })
  assert.match(started.text, /<h1>The weekly spam email is back on</)
  assert.equal(await isOn(), true)
  assert.equal(await countDigests(service), 2, 'within a day after its hour')

  const changed = await ada.patch('/account', { spam_digest: false })
  assert.deepEqual([changed.status, changed.json.spam_digest], [200, false])
  const actions = ((await ada.get('/audit')).json.data as { action: string; detail: string | null }[])
    .filter(({ detail }) => detail === 'spam_digest')
    .map(({ action }) => action)
  assert.deepEqual(actions, ['emails_stopped', 'emails_started', 'emails_stopped'])
  const unknown = link.replace(/.{4}$/, '0000')
  assert.equal((await service.get(unknown, BROWSER)).status, 404)
  assert.equal((await service.post(unknown, click)).status, 404)
})

test('only forms that their owner has confirmed, and whose emails are on, are in the email', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await receiveSpam(service, ada, { message: 'the first' })
  await passToSlot(service, ada)
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { email_notifications: false })
  assert.equal(await countDigests(service), 0)
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { email_notifications: true })
  await service.sql('update endpoints set confirmed_at = null')
  assert.equal(await countDigests(service), 0)
  await service.sql(`update endpoints set confirmed_at = ${service.now().getTime()}`)
  await service.service.purge()
  await service.sql(`update endpoints set retired_at = ${service.now().getTime()}`)
  assert.equal((await listDigests(service)).length, 0, 'retired while it waited')
})

test('two nodes that find the same account due at the same time send one email', {
  skip: aboutPostgres,
}, async () => {
  await using postgres = await anyPostgres()
  const env = {
    FORMSLOT_DATABASE_URL: await postgres.createDatabase(),
    FORMSLOT_SECRET: 'a secret that both of them know, long enough',
  }
  await using one = await startService({ env })
  const ada = await signIn(one)
  await receiveSpam(one, ada, { message: 'the first' })
  await passToSlot(one, ada)
  await using other = await startService({ env, now: one.now() })
  const nodes = [one, other]
  {
    // Both read that the email is due, and both wait to save it.
    await using account = await one.outside()
    await account.all('begin')
    await account.all('select key from accounts for update')
    const rounds = nodes.map((node) => node.service.purge())
    await until(async () => {
      const waiting = await one.sql(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return waiting.length === nodes.length
    })
    await account.all('commit')
    await Promise.all(rounds)
  }
  const sent = await Promise.all(nodes.map(listDigests))
  assert.equal(sent.flat().length, 1)
  for (const node of nodes) await node.service.purge()
  assert.equal((await Promise.all(nodes.map(listDigests))).flat().length, 1)
})
