import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { CLAIM_EMAILS_PER_DAY } from '../../src/domain/outbox/email-budget.ts'
import { FROM_HERE } from '../support/fixtures/owner.ts'
import { ADA, BO, startService, type TestService } from '../support/service/service.ts'
import { until } from '../support/service/until.ts'
import { startSmtpFaultServer } from '../support/smtp/fault-server.ts'

const UNLIMITED = { FORMSLOT_SUBMIT_RATE: '0' }
/** Number of deliveries that the worker has in progress at once. */
const CONCURRENT_EMAILS = 12

/** Number of attempts that ended in this way. */
function getCount(metrics: string, result: string): number {
  return Number(
    new RegExp(`^formslot_deliveries_total\\{channel="email",result="${result}"\\} (\\d+)$`, 'm').exec(
      metrics,
    )?.[1] ?? 0,
  )
}

async function sendMany(
  service: TestService,
  endpoint: { endpoint_url: string },
  count: number,
): Promise<void> {
  for (let sent = 1; sent <= count; sent += 1) {
    const answer = await service.post(endpoint.endpoint_url, { form: { message: `message ${sent}` } })
    assert.equal(answer.status, 200)
  }
}

test('sends an address that has confirmed nothing ten emails an hour and thirty a day, and holds the rest', async () => {
  await using service = await startService({ env: UNLIMITED })
  const endpoint = await service.createEndpoint()
  await sendMany(service, endpoint, 40)
  await service.deliver()
  assert.equal((await service.emails()).length, 10)
  service.pass({ minutes: 59 })
  await service.deliver()
  assert.equal((await service.emails()).length, 10)
  service.pass({ minutes: 1 })
  await service.deliver()
  assert.equal((await service.emails()).length, 20)
  service.pass({ hours: 1 })
  await service.deliver()
  assert.equal((await service.emails()).length, 30)
  service.pass({ hours: 1 })
  await service.deliver()
  assert.equal((await service.emails()).length, 30)
  service.pass({ hours: 22 })
  await service.deliver()
  assert.equal((await service.emails()).length, 40, 'none was lost')
})

test('holds the fourth claim email of a day, for any number of endpoints and spellings of the address', async () => {
  await using service = await startService({ env: { FORMSLOT_CREATE_PER_HOUR: '0' } })
  for (const recipient of [
    'bo.b@gmail.com',
    'Bob@gmail.com',
    'b.o.b+forms@googlemail.com',
    'bob@gmail.com',
  ]) {
    const endpoint = await service.createEndpoint(recipient)
    await service.submit(endpoint, { message: 'x' })
  }
  await service.deliver()
  assert.equal((await service.emails()).length, 3)
  service.pass({ hours: 24 })
  await service.deliver()
  assert.equal((await service.emails()).length, 4)
})

test('emails of an endpoint wait behind its claim email', async () => {
  await using service = await startService({ env: { FORMSLOT_CREATE_PER_HOUR: '0' } })
  for (let made = 0; made < 5; made += 1) {
    const endpoint = await service.createEndpoint()
    await sendMany(service, endpoint, 2)
  }
  await service.deliver()
  const subjects = (await service.emails()).map(
    (email) => email.headers.find((each) => each.key === 'x-form-id')?.value,
  )
  assert.equal(subjects.length, 6)
  assert.equal(new Set(subjects).size, 3, 'emails of three endpoints came')
  service.pass({ hours: 24 })
  await service.deliver()
  service.pass({ seconds: 2 })
  await service.deliver()
  assert.equal((await service.emails()).length, 10)
})

test("emails beyond an address's budget are held together and delay no other emails", async () => {
  await using service = await startService({ env: UNLIMITED })
  const endpoint = await service.createEndpoint()
  await sendMany(service, endpoint, 40)
  const bo = await service.createEndpoint(BO)
  await sendMany(service, bo, 2)
  await service.deliver()
  assert.equal((await service.emails()).filter((email) => email.to?.[0]?.address === BO).length, 2)
  const metrics = await service.service.metrics.render()
  assert.match(metrics, /^formslot_deliveries_held 30$/m)
  assert.ok(
    getCount(metrics, 'held') <= CONCURRENT_EMAILS,
    `${getCount(metrics, 'held')} were looked at one by one`,
  )
})

test('emails behind a held claim email are held together with it', async () => {
  await using service = await startService({ env: { ...UNLIMITED, FORMSLOT_CREATE_PER_HOUR: '0' } })
  const early = await service.createEndpoint()
  await sendMany(service, early, 1)
  for (let made = 1; made < CLAIM_EMAILS_PER_DAY; made += 1) {
    await sendMany(service, await service.createEndpoint(), 1)
  }
  await service.deliver()
  await sendMany(service, await service.createEndpoint(), 20)
  await sendMany(service, early, 1)
  await service.deliver()
  assert.equal((await service.emails()).length, CLAIM_EMAILS_PER_DAY + 1, 'other endpoints are not held')
  const metrics = await service.service.metrics.render()
  assert.match(metrics, /^formslot_deliveries_held 20$/m)
  assert.ok(
    getCount(metrics, 'held') <= CONCURRENT_EMAILS,
    `${getCount(metrics, 'held')} were looked at one by one`,
  )
})

test('retries an email that was already attempted while others are held', async () => {
  await using server = await startSmtpFaultServer()
  await using service = await startService({ mail: server.port, env: UNLIMITED })
  const endpoint = await service.createEndpoint()
  await sendMany(service, endpoint, 1)
  await service.deliver()
  server.script('rcpt_to', { kind: 'answer', line: '451 4.7.1 greylisted' })
  await service.submit(endpoint, { message: 'has begun' })
  await service.deliver()
  await sendMany(service, endpoint, 20)
  service.pass({ minutes: 5 })
  await service.deliver()
  const texts = await Promise.all(server.ledger.map(async ({ raw }) => (await PostalMime.parse(raw)).text))
  assert.equal(texts.length, 10)
  assert.ok(texts.some((text) => text?.includes('has begun')))
})

test('an email dropped while emails were stopped is not sent later', async () => {
  await using service = await startService({ env: UNLIMITED })
  const endpoint = await service.claimedEndpoint()
  await sendMany(service, endpoint, 1)
  const stop = await service.linkIn('emails')
  await service.submit(endpoint, { message: 'not mailed' })
  await service.post(stop)
  await service.deliver()
  await service.post(`${stop}/start`, { headers: FROM_HERE })
  await sendMany(service, endpoint, 12)
  await service.deliver()
  service.pass({ hours: 1 })
  await service.deliver()
  const texts = (await service.emails()).map((email) => email.text ?? '')
  assert.equal(texts.filter((text) => /^New message/m.test(text)).length, 13)
  assert.ok(!texts.some((text) => text.includes('not mailed')))
})

test('a claim by link keeps the email budget, and a button pressed by a person lifts it at once', async () => {
  await using service = await startService({ env: UNLIMITED })
  const endpoint = await service.createEndpoint()
  await sendMany(service, endpoint, 15)
  const claim = await service.linkIn('claim')
  assert.equal((await service.get(claim, { accept: 'text/html' })).status, 200)
  await service.deliver()
  assert.equal((await service.emails()).length, 10)
  const opened = await service.post(`${claim}/open`, { headers: { 'sec-fetch-site': 'same-origin' } })
  assert.equal(opened.status, 303, 'she is taken to her dashboard')
  await service.deliver()
  assert.equal((await service.emails()).length, 15)
})

test('accepts submissions while the mail server is down, and delivers each email once when it is back', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-'))
  await using server = await startSmtpFaultServer()
  const { port } = server
  await server.close()
  let now: Date
  {
    await using service = await startService({ dataDir, mail: port, env: UNLIMITED })
    const endpoint = await service.createEndpoint()
    await sendMany(service, endpoint, 3)
    await service.deliver()
    const bo = await service.createEndpoint(BO)
    await sendMany(service, bo, 1)
    now = service.now()
  }
  await using sinkService = await startService({ dataDir, now, env: UNLIMITED })
  sinkService.pass({ minutes: 2 })
  await sinkService.deliver()
  const ids = (await sinkService.emails()).map((email) => email.messageId)
  assert.equal(ids.length, 4)
  assert.equal(new Set(ids).size, 4)
  await sinkService.close()
  await rm(dataDir, { recursive: true })
})

test('a slow email delays no later one', async () => {
  await using server = await startSmtpFaultServer()
  await using service = await startService({ mail: server.port, work: 'at once' })
  const [slow, quick] = [await service.createEndpoint(), await service.createEndpoint(BO)]
  server.script('mail_from', { kind: 'hold' })
  await sendMany(service, slow, 1)
  await server.reached('mail_from')
  await sendMany(service, quick, 2)
  await server.received(2)
  assert.deepEqual(
    server.ledger.map(({ to }) => to),
    [[BO], [BO]],
  )
  server.release()
  await server.received(3)
})

/** As if a person had claimed and confirmed every endpoint: no email waits for its budget. */
async function confirmAll(service: TestService): Promise<void> {
  await service.sql('update endpoints set claimed_at = 1, confirmed_at = 1')
}

test('simultaneous failures to reach the mail server count as one outage', async () => {
  await using server = await startSmtpFaultServer()
  await using service = await startService({ mail: server.port, env: { FORMSLOT_CREATE_PER_HOUR: '0' } })
  for (let each = 0; each < CONCURRENT_EMAILS; each += 1) server.script('greeting', { kind: 'half_close' })
  for (let each = 0; each <= CONCURRENT_EMAILS; each += 1) {
    const endpoint = await service.createEndpoint(`ada@lovelace${each}.dev`)
    await sendMany(service, endpoint, 1)
  }
  await confirmAll(service)
  await service.deliver()
  assert.equal(server.connections(), CONCURRENT_EMAILS)
  service.pass({ seconds: 4, milliseconds: 999 })
  await service.deliver()
  assert.equal(server.connections(), CONCURRENT_EMAILS)
  service.pass({ milliseconds: 1 })
  await service.deliver()
  assert.equal(server.ledger.length, 1, 'the email that was in no hand goes first')
})

test('asks less often the longer the mail server is down, but at least once a minute', async () => {
  await using server = await startSmtpFaultServer()
  await using service = await startService({ mail: server.port })
  const endpoint = await service.createEndpoint()
  for (let each = 0; each < 20; each += 1) server.script('greeting', { kind: 'half_close' })
  await sendMany(service, endpoint, 20)
  await confirmAll(service)
  await service.deliver()
  let connections = server.connections()
  for (const seconds of [5, 10, 20, 40, 60, 60]) {
    service.pass({ seconds, milliseconds: -1 })
    await service.deliver()
    assert.equal(server.connections(), connections, `not before ${seconds} seconds`)
    service.pass({ milliseconds: 1 })
    await service.deliver()
    connections += 1
    assert.equal(server.connections(), connections, `after ${seconds} seconds`)
  }
})

test('emails not yet started when the mail server went down are not delayed by a lease', async () => {
  await using server = await startSmtpFaultServer()
  await using service = await startService({ mail: server.port, env: UNLIMITED })
  const endpoint = await service.createEndpoint()
  await sendMany(service, endpoint, 30)
  await confirmAll(service)
  await server.close()
  const attempted = await service.deliver()
  assert.ok(attempted > 0 && attempted < 30, `${attempted} emails were tried`)
  assert.deepEqual(await service.sql('select key from outbox where leased_by is not null'), [])
})

test('retries a deferred email on schedule, as the same email', async () => {
  await using server = await startSmtpFaultServer()
  await using service = await startService({ mail: server.port })
  const endpoint = await service.createEndpoint()
  server.script('rcpt_to', { kind: 'answer', line: '451 4.7.1 greylisted' })
  await service.submit(endpoint, { message: 'patience' })
  await service.deliver()
  assert.equal(server.ledger.length, 0)
  service.pass({ minutes: 4, seconds: 59 })
  await service.deliver()
  assert.equal(server.ledger.length, 0, 'a greylisting server is left alone for five minutes')
  service.pass({ seconds: 1 })
  await service.deliver()
  assert.equal(server.ledger.length, 1)
})

test('resends an email without acknowledgement once, with the same Message-ID', async () => {
  await using server = await startSmtpFaultServer()
  await using service = await startService({ mail: server.port })
  const endpoint = await service.createEndpoint()
  server.script('end_of_data', { kind: 'reset' })
  await service.submit(endpoint, { message: 'twice at most' })
  await service.deliver()
  service.pass({ minutes: 2 })
  await service.deliver()
  service.pass({ days: 1 })
  await service.deliver()
  assert.equal(server.ledger.length, 2)
  const parsed = await Promise.all(server.ledger.map((entry) => PostalMime.parse(entry.raw)))
  assert.equal(parsed[0]?.messageId, parsed[1]?.messageId)
})

test('a permanent rejection of the recipient ends the email after one attempt', async () => {
  await using server = await startSmtpFaultServer()
  await using service = await startService({ mail: server.port })
  const endpoint = await service.createEndpoint()
  server.script('rcpt_to', { kind: 'answer', line: '550 5.1.1 no such user' })
  await service.submit(endpoint, { message: 'nobody home' })
  await service.deliver()
  service.pass({ days: 2 })
  await service.deliver()
  assert.equal(server.ledger.length, 0)
  assert.match(
    await service.service.metrics.render(),
    /formslot_deliveries_total\{channel="email",result="bounced"\} 1/,
  )
})

test("a recipient's server that requires a login delays only its own email", async () => {
  await using server = await startSmtpFaultServer()
  await using service = await startService({ mail: server.port })
  const endpoint = await service.createEndpoint()
  const bo = await service.createEndpoint(BO)
  server.script('rcpt_to', { kind: 'answer', line: '530 5.7.0 authentication required' })
  await service.submit(endpoint, { message: 'not now' })
  await service.deliver()
  await service.submit(bo, { message: 'at once' })
  await service.deliver()
  assert.deepEqual(
    server.ledger.map((email) => email.to),
    [[BO]],
  )
  service.pass({ minutes: 1 })
  await service.deliver()
  assert.deepEqual(server.ledger[1]?.to, [ADA])
})

test('when the server rejects the service, all emails wait five minutes and then one goes first', async () => {
  await using server = await startSmtpFaultServer()
  await using service = await startService({ mail: server.port, env: UNLIMITED })
  const endpoint = await service.createEndpoint()
  await sendMany(service, endpoint, 3)
  // All three may be in progress when the first is refused.
  for (let each = 0; each < 3; each += 1) {
    server.script('mail_from', { kind: 'answer', line: '550 5.7.1 not for you' })
  }
  await service.deliver()
  assert.match(await service.service.metrics.render(), /^formslot_channel_paused\{channel="email"\} 1$/m)
  service.pass({ minutes: 4 })
  assert.equal(await service.deliver(), 0)
  service.pass({ minutes: 1 })
  await service.deliver()
  service.pass({ minutes: 5 })
  await service.deliver()
  assert.equal(server.ledger.length, 3, 'no email was marked as bounced')
  assert.match(await service.service.metrics.render(), /^formslot_channel_unreachable\{channel="email"\} 0$/m)
  assert.match(await service.service.metrics.render(), /^formslot_channel_paused\{channel="email"\} 0$/m)
})

test("stopping does not wait for a silent mail server's timeout", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-'))
  await using server = await startSmtpFaultServer()
  await using service = await startService({ mail: server.port, dataDir, smtpTimeouts: { close: 100 } })
  const endpoint = await service.createEndpoint()
  server.script('rcpt_to', { kind: 'silence' })
  await service.submit(endpoint, { message: 'into the void' })
  const delivering = service.deliver()
  await server.reached('rcpt_to')
  await service.close()
  // A stop that waited would find the socket timed out.
  const attempts = await service.sql('select outcome, answer from attempts')
  assert.deepEqual(
    attempts.map(({ outcome, answer }) => [outcome, answer]),
    [['deferred', 'rcpt_to: no answer in time']],
  )
  await delivering
  await rm(dataDir, { recursive: true })
})

test('an attempt that failed because the server rejected the service does not count against the email', async () => {
  await using server = await startSmtpFaultServer()
  await using service = await startService({ mail: server.port })
  const endpoint = await service.createEndpoint()
  server.script('mail_from', { kind: 'answer', line: '550 5.7.1 not for you' })
  server.script('rcpt_to', { kind: 'answer', line: '452 4.2.2 mailbox full' })
  await service.submit(endpoint, { message: 'x' })
  await service.deliver()
  service.pass({ minutes: 5 })
  await service.deliver()
  service.pass({ seconds: 59 })
  await service.deliver()
  assert.equal(server.ledger.length, 0)
  service.pass({ seconds: 1 })
  await service.deliver()
  assert.equal(server.ledger.length, 1, 'a minute, as after the first attempt')
})

test('the outcome of an email whose lease was lost changes nothing, and pauses nothing', async () => {
  await using server = await startSmtpFaultServer()
  await using service = await startService({ mail: server.port })
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'x' })
  server.script('ehlo', { kind: 'hold' })
  server.script('mail_from', { kind: 'answer', line: '550 5.7.1 not for you' })
  const delivered = service.deliver()
  await server.reached('ehlo')
  // As by another node, after this one stood still for longer than its lease.
  const until = service.now().getTime() + 120_000
  await service.sql(`update outbox set lease = 'x', leased_by = 'another', leased_until = ${until}`)
  server.release()
  await delivered
  const metrics = await service.service.metrics.render()
  assert.deepEqual([getCount(metrics, 'lost_lease'), getCount(metrics, 'service_refused')], [1, 0])
  assert.match(metrics, /^formslot_channel_paused\{channel="email"\} 0$/m)
  const [row] = await service.sql('select leased_by, attempts from outbox')
  assert.deepEqual({ ...row }, { leased_by: 'another', attempts: 1 })
})

test('a clock that jumps forward while an email is being sent does not send it twice', async () => {
  await using server = await startSmtpFaultServer()
  await using service = await startService({ mail: server.port, work: 'at once' })
  const [slow, later] = [await service.createEndpoint(), await service.createEndpoint(BO)]
  server.script('end_of_data', { kind: 'hold' })
  await sendMany(service, slow, 1)
  await server.reached('end_of_data')
  // Far beyond the end of the lease; the next email makes the worker look for what is due.
  service.pass({ minutes: 10 })
  await sendMany(service, later, 1)
  await server.received(2)
  await sendMany(service, later, 1)
  await server.received(3)
  server.release()
  await until(async () => getCount(await service.service.metrics.render(), 'sent') === 3)
  assert.deepEqual(
    server.ledger.map(({ to }) => to),
    [[ADA], [BO], [BO]],
  )
  assert.equal(getCount(await service.service.metrics.render(), 'lost_lease'), 0)
})

test('sends email only to the recipient, whatever the fields say', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, {
    _cc: 'mallory@evil.dev',
    _bcc: 'mallory@evil.dev',
    to: 'mallory@evil.dev',
    email: 'mallory@evil.dev\r\nBcc: mallory@evil.dev',
    _subject: 'Your bank',
    message: 'see https://evil.dev/login and <script>alert(1)</script>',
  })
  await service.deliver()
  const [stored] = service.receivedEmails
  assert.deepEqual(stored?.to, ['ada@lovelace.dev'])
  const [email] = await service.emails()
  assert.equal(email?.cc, undefined)
  assert.equal(email?.bcc, undefined)
  assert.doesNotMatch(email?.subject ?? '', /bank/)
  assert.doesNotMatch(email?.html ?? '', /<script|href="https:\/\/evil/)
  assert.match(email?.text ?? '', /hxxps:\/\/evil/)
})

test('an unreadable email stops no other', async () => {
  await using service = await startService()
  const endpoint = await service.claimedEndpoint()
  await sendMany(service, endpoint, 3)
  await service.sql(
    `update submissions set fields = 'damaged'
     where key = (select key from submissions order by key limit 1 offset 1)`,
  )
  await service.deliver()
  const texts = (await service.emails()).map((email) => email.text ?? '')
  assert.equal(texts.length, 3, 'the first email and two of the three')
  assert.ok(texts.some((text) => text.includes('message 3')))
  assert.match(await service.service.metrics.render(), /^formslot_worker_faults_total 1$/m)
})

/** Write transactions of a service so far. */
async function getTransactions(service: TestService): Promise<number> {
  const metrics = await service.service.metrics.render()
  return Number(/^formslot_commit_duration_seconds_count (\d+)$/m.exec(metrics)?.[1])
}

test('an email takes two write transactions, and an idle worker none', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await sendMany(service, endpoint, 1)
  const before = await getTransactions(service)
  await service.deliver()
  assert.equal((await service.emails()).length, 1)
  assert.equal((await getTransactions(service)) - before, 2, 'begin, settle')
  await service.deliver()
  assert.equal((await getTransactions(service)) - before, 2)
})

test('many due emails share their write transactions', async () => {
  await using service = await startService({ env: UNLIMITED })
  const endpoint = await service.createEndpoint()
  await sendMany(service, endpoint, 4 * CONCURRENT_EMAILS)
  await confirmAll(service)
  const before = await getTransactions(service)
  await service.deliver()
  assert.equal((await service.emails()).length, 4 * CONCURRENT_EMAILS)
  const transactions = (await getTransactions(service)) - before
  assert.ok(transactions <= 2 * CONCURRENT_EMAILS, `${transactions} transactions`)
})
