import assert from 'node:assert/strict'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import type { Posted } from '../../src/delivery/channels/email/mailer.ts'
import {
  MAX_EMAILS_PER_CONNECTION,
  openSmtpMailer,
  type SmtpMailerOptions,
} from '../../src/delivery/channels/email/smtp/smtp-mailer.ts'
import { sampleEmail } from '../support/fixtures/sample-email.ts'
import { startSmtpFaultServer } from '../support/smtp/fault-server.ts'
import { startSmtpSink } from '../support/smtp/sink.ts'

test('delivers an email to its one recipient', async () => {
  await using sink = await startSmtpSink()
  await using mailer = mailerFor(sink.port)
  const posted = await mailer.post(sampleEmail())
  assert.equal(posted.kind, 'accepted')
  assert.match(getAnswer(posted), /^250 /)
  assert.deepEqual(
    sink.emails.map(({ from, to }) => ({ from, to })),
    [{ from: 'forms@formslot.dev', to: ['ada@lovelace.org'] }],
  )
})

const TOKEN = '2xkq7v0c9m4t8r5wz1b3n6p8d0f2h4j6'
const BOUNCE_ADDRESS = { before: 'b+', after: '', domain: 'bounce.formslot.dev' }

test('the envelope sender and the header of an email name it, and a server that can is asked for reports', async () => {
  await using server = await startSmtpFaultServer({ extensions: ['DSN'] })
  await using mailer = mailerFor(server.port, { bounceAddress: BOUNCE_ADDRESS })
  await mailer.post(sampleEmail({ bounceToken: TOKEN }))
  assert.deepEqual(listEnvelopes(server.commands), [
    `MAIL FROM:<b+${TOKEN}@bounce.formslot.dev> RET=HDRS ENVID=${TOKEN}`,
    'RCPT TO:<ada@lovelace.org> NOTIFY=FAILURE,DELAY',
  ])
  const email = await PostalMime.parse(server.ledger[0]?.raw ?? '')
  assert.equal(email.headers.find(({ key }) => key === 'formslot-email')?.value, TOKEN)
  assert.equal(email.from?.address, 'forms@formslot.dev')
})

test('a server that does not offer reports gets the envelope sender alone', async () => {
  await using server = await startSmtpFaultServer()
  await using mailer = mailerFor(server.port, { bounceAddress: BOUNCE_ADDRESS })
  await mailer.post(sampleEmail({ bounceToken: TOKEN }))
  assert.deepEqual(listEnvelopes(server.commands), [
    `MAIL FROM:<b+${TOKEN}@bounce.formslot.dev>`,
    'RCPT TO:<ada@lovelace.org>',
  ])
})

test('without a bounce address, the sender is also that of the envelope and no report is asked for', async () => {
  await using server = await startSmtpFaultServer({ extensions: ['DSN'] })
  await using mailer = mailerFor(server.port)
  await mailer.post(sampleEmail({ bounceToken: TOKEN }))
  await mailer.post(sampleEmail())
  const envelope = ['MAIL FROM:<forms@formslot.dev>', 'RCPT TO:<ada@lovelace.org>']
  assert.deepEqual(listEnvelopes(server.commands), [...envelope, ...envelope])
  const headers = await Promise.all(
    server.ledger.map(async ({ raw }) => (await PostalMime.parse(raw)).headers),
  )
  const counts = headers.map((list) => list.filter(({ key }) => key === 'formslot-email').length)
  assert.deepEqual(counts, [1, 0])
})

test('a second attempt sends the same Message-ID, date and bytes', async () => {
  await using server = await startSmtpFaultServer()
  await using mailer = mailerFor(server.port)
  server.script('end_of_data', { kind: 'reset' })
  assert.equal((await mailer.post(sampleEmail())).kind, 'failed')
  assert.equal((await mailer.post(sampleEmail())).kind, 'accepted')
  assert.equal(server.ledger.length, 2)
  assert.deepEqual(server.ledger[1]?.raw, server.ledger[0]?.raw)
})

test('delivers a 100 KB line, lone dots, bare CR, NUL and 8-bit text unchanged', async () => {
  await using sink = await startSmtpSink()
  await using mailer = mailerFor(sink.port)
  const text = `${'x'.repeat(100 * 1024)}\n.\n..\n.leading\nbare\rreturn\n\r.\r\nnul\0nul\nÄé😀\n\n.\n`
  await mailer.post(sampleEmail({ text, html: text }))
  const email = await PostalMime.parse(sink.emails[0]?.raw ?? '')
  // postal-mime ends a part with a line end of its own.
  const expected = `${text.replaceAll('\r\n', '\n')}\n`
  assert.ok(email.text === expected)
  assert.ok(email.html === expected)
})

test('reuses the connection for the next email, even after a rejection', async () => {
  await using server = await startSmtpFaultServer()
  await using mailer = mailerFor(server.port)
  server.script('rcpt_to', { kind: 'answer', line: '550 5.1.1 no such user' })
  assert.equal((await mailer.post(sampleEmail())).kind, 'failed')
  assert.equal((await mailer.post(sampleEmail())).kind, 'accepted')
  assert.equal((await mailer.post(sampleEmail())).kind, 'accepted')
  assert.equal(server.connections(), 1)
})

test('opens a new connection for the hundred and first email', async () => {
  await using server = await startSmtpFaultServer()
  await using mailer = mailerFor(server.port)
  for (let count = 1; count <= MAX_EMAILS_PER_CONNECTION; count += 1) await mailer.post(sampleEmail())
  assert.equal(server.connections(), 1)
  await mailer.post(sampleEmail())
  assert.equal(server.connections(), 2)
  assert.equal(server.ledger.length, MAX_EMAILS_PER_CONNECTION + 1)
})

test('the next email on a connection takes no more commands than the first', async () => {
  await using server = await startSmtpFaultServer()
  await using mailer = mailerFor(server.port)
  await mailer.post(sampleEmail())
  const first = server.commands.splice(0)
  await mailer.post(sampleEmail())
  assert.deepEqual(
    server.commands.map((line) => line.slice(0, 4)),
    ['MAIL', 'RCPT', 'DATA'],
  )
  assert.match(first[0] ?? '', /^EHLO/)
})

for (const extensions of [[], ['PIPELINING']]) {
  test(`a connection that the server closed while idle costs no attempt (${extensions.join() || 'plain'})`, async () => {
    await using server = await startSmtpFaultServer({ extensions })
    await using mailer = mailerFor(server.port)
    await mailer.post(sampleEmail())
    const losses = [
      { kind: 'answer_and_close', line: '421 4.4.2 idle for too long' },
      { kind: 'reset' },
      // It says that it closes, and does not.
      { kind: 'answer', line: '421 4.3.2 shutting down' },
    ] as const
    for (const [index, loss] of losses.entries()) {
      server.script('mail_from', loss)
      assert.equal((await mailer.post(sampleEmail())).kind, 'accepted')
      assert.equal(server.connections(), index + 2)
    }
    server.script('rcpt_to', { kind: 'answer', line: '550 5.1.1 no such user' })
    assert.equal((await mailer.post(sampleEmail())).kind, 'failed')
    server.script('rset', { kind: 'reset' })
    assert.equal((await mailer.post(sampleEmail())).kind, 'accepted')
    assert.equal(server.connections(), 5)
    assert.equal(server.ledger.length, 5)
  })

  test(`an email that a server refuses on a new connection too is refused once (${extensions.join() || 'plain'})`, async () => {
    await using server = await startSmtpFaultServer({ extensions })
    await using mailer = mailerFor(server.port)
    await mailer.post(sampleEmail())
    const line = '421 4.7.0 too many emails'
    server.script('mail_from', { kind: 'answer_and_close', line })
    server.script('mail_from', { kind: 'answer_and_close', line })
    const posted = await mailer.post(sampleEmail())
    assert.deepEqual(posted, { kind: 'failed', failure: { stage: 'mail_from', code: 421, text: line } })
    assert.equal(server.connections(), 2)
    assert.equal(server.ledger.length, 1)
  })
}

test('an email that a kept connection lost after MAIL FROM, or that was refused there, is not sent again', async () => {
  for (const [stage, fault, code] of [
    ['mail_from', { kind: 'answer', line: '451 4.3.0 try later' }, 451],
    ['rcpt_to', { kind: 'reset' }, null],
    ['end_of_data', { kind: 'reset' }, null],
  ] as const) {
    await using server = await startSmtpFaultServer()
    await using mailer = mailerFor(server.port)
    await mailer.post(sampleEmail())
    server.script(stage, fault)
    const posted = await mailer.post(sampleEmail())
    assert.deepEqual([getStage(posted), posted.kind === 'failed' && posted.failure.code], [stage, code])
    assert.equal(server.connections(), 1)
  }
})

test('opens no more connections than allowed, and further emails wait', async () => {
  await using server = await startSmtpFaultServer()
  await using mailer = mailerFor(server.port, { maxConnections: 2 })
  server.script('end_of_data', { kind: 'hold' })
  server.script('end_of_data', { kind: 'hold' })
  const posts = [1, 2, 3].map((n) => mailer.post({ ...sampleEmail(), to: `ada@lovelace${n}.dev` }))
  await server.reached('end_of_data', 2)
  assert.equal(server.connections(), 2)
  server.release()
  assert.deepEqual(
    (await Promise.all(posts)).map(({ kind }) => kind),
    ['accepted', 'accepted', 'accepted'],
  )
  assert.equal(server.connections(), 2)
})

test('does not send an email whose time ran out while it waited for a connection', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  await using server = await startSmtpFaultServer()
  await using mailer = mailerFor(server.port, { maxConnections: 1, timeouts: { email: 3000 } })
  server.script('end_of_data', { kind: 'silence' })
  const posted = Promise.all([mailer.post(sampleEmail()), mailer.post(sampleEmail())])
  await server.reached('end_of_data')
  t.mock.timers.tick(3000)
  const [first, second] = await posted
  assert.equal(getStage(first), 'end_of_data')
  assert.match(getStage(second), /^(connect|greeting)$/)
  assert.equal(server.ledger.length, 1)
})

test('closing waits for the email being sent', async () => {
  await using server = await startSmtpFaultServer()
  const mailer = mailerFor(server.port)
  server.script('end_of_data', { kind: 'hold' })
  const posted = mailer.post(sampleEmail())
  await server.reached('end_of_data')
  const closed = mailer.close()
  assert.equal(getStage(await mailer.post(sampleEmail())), 'connect')
  server.release()
  assert.equal((await posted).kind, 'accepted')
  await closed
  assert.equal(server.ledger.length, 1)
})

test('opens no connection for an email that lost its own while the mailer closes', async () => {
  await using server = await startSmtpFaultServer()
  const mailer = mailerFor(server.port)
  await mailer.post(sampleEmail())
  const closed = Promise.withResolvers<void>()
  server.play((point) => {
    if (point !== 'mail_from') return null
    mailer.close().then(closed.resolve, closed.reject)
    return { kind: 'reset' }
  })
  assert.equal(getStage(await mailer.post(sampleEmail())), 'mail_from')
  await closed.promise
  assert.equal(server.connections(), 1)
})

test('closing waits only briefly for a silent server', async () => {
  await using server = await startSmtpFaultServer()
  const mailer = mailerFor(server.port, { timeouts: { close: 100 } })
  server.script('end_of_data', { kind: 'silence' })
  const posted = mailer.post(sampleEmail())
  await server.reached('end_of_data')
  await mailer.close()
  assert.equal(getStage(await posted), 'end_of_data')
})

function mailerFor(port: number, options: Partial<SmtpMailerOptions> = {}) {
  const mailer = openSmtpMailer({
    smtp: { host: '127.0.0.1', port, secure: false, user: null, password: null },
    dkim: null,
    ...options,
  })
  return { ...mailer, [Symbol.asyncDispose]: mailer.close }
}

function listEnvelopes(commands: readonly string[]): string[] {
  return commands.filter((line) => /^(?:MAIL|RCPT) /.test(line))
}

function getAnswer(posted: Posted): string {
  return posted.kind === 'accepted' ? posted.answer : posted.failure.text
}

function getStage(posted: Posted): string {
  return posted.kind === 'accepted' ? 'accepted' : posted.failure.stage
}
