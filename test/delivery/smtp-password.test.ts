import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SMTPServerOptions } from 'smtp-server'
import { openSmtpMailer, type SmtpMailerOptions } from '../../src/delivery/channels/email/smtp/smtp-mailer.ts'
import { sampleEmail } from '../support/fixtures/sample-email.ts'
import { startSmtpFaultServer } from '../support/smtp/fault-server.ts'
import { startSmtpSink } from '../support/smtp/sink.ts'

/** Reaches this machine, but does not look like it. */
const ELSEWHERE = '0.0.0.0'
const LOGIN = { user: 'forms', password: 'open sesame' }
const SECRETS = /AUTH|sesame|b3BlbiBzZXNhbWU|AGZvcm1zAG9wZW4gc2VzYW1l/

test('sends no password in clear text to another machine without TLS', async () => {
  await using server = await startSmtpFaultServer({ extensions: ['AUTH PLAIN LOGIN'] })
  server.script('starttls', { kind: 'answer', line: '454 4.7.0 no TLS here' })
  const posted = await post({ host: ELSEWHERE, port: server.port, ...LOGIN })
  assert.equal(posted.kind, 'failed')
  assert.deepEqual('failure' in posted && [posted.failure.stage, posted.failure.code], ['tls', 454])
  assert.doesNotMatch(server.commands.join('\n'), SECRETS)
})

test('sends no password when the TLS handshake fails', async () => {
  await using server = await startSmtpFaultServer({ extensions: ['STARTTLS', 'AUTH PLAIN LOGIN'] })
  server.script('starttls', { kind: 'answer', line: '220 go ahead\r\n250 but this is not TLS' })
  const posted = await post(
    { host: ELSEWHERE, port: server.port, ...LOGIN },
    { timeouts: { greeting: 1000, socket: 1000 } },
  )
  assert.equal('failure' in posted && posted.failure.stage, 'tls')
  assert.doesNotMatch(server.commands.join('\n'), SECRETS)
})

test('sends no password to a server with an untrusted certificate', async () => {
  const seen: string[] = []
  await using sink = await startSmtpSink(takingLogins(seen))
  const posted = await post({ host: ELSEWHERE, port: sink.port, ...LOGIN })
  assert.deepEqual('failure' in posted && [posted.failure.stage, posted.failure.code], ['tls', null])
  assert.deepEqual(seen, [])
})

test('reports an untrusted certificate as tls with implicit TLS', async () => {
  const seen: string[] = []
  await using sink = await startSmtpSink({ ...takingLogins(seen), secure: true })
  const posted = await post({ host: ELSEWHERE, port: sink.port, secure: true, ...LOGIN })
  assert.deepEqual('failure' in posted && [posted.failure.stage, posted.failure.code], ['tls', null])
  assert.deepEqual(seen, [])
})

test('reports a plain SMTP server as tls with implicit TLS', async () => {
  await using server = await startSmtpFaultServer()
  const posted = await post({ host: '127.0.0.1', port: server.port, secure: true, ...LOGIN })
  assert.equal('failure' in posted && posted.failure.stage, 'tls')
})

test('signs in over TLS', async () => {
  const seen: string[] = []
  await using sink = await startSmtpSink(takingLogins(seen))
  const posted = await post(
    { host: ELSEWHERE, port: sink.port, ...LOGIN },
    { tls: { rejectUnauthorized: false } },
  )
  assert.equal(posted.kind, 'accepted')
  assert.deepEqual(seen, ['forms:open sesame over TLS'])
})

test('signs in without TLS on this machine', async () => {
  await using server = await startSmtpFaultServer({ extensions: ['AUTH PLAIN LOGIN'] })
  const posted = await post({ host: '127.0.0.1', port: server.port, ...LOGIN })
  assert.equal(posted.kind, 'accepted')
  assert.match(server.commands.join('\n'), SECRETS)
})

test('accepts any certificate when no password is configured', async () => {
  const over: boolean[] = []
  await using sink = await startSmtpSink({
    disabledCommands: ['AUTH'],
    onMailFrom(_address, session, done) {
      over.push(session.secure)
      done()
    },
  })
  const posted = await post({ host: ELSEWHERE, port: sink.port })
  assert.equal(posted.kind, 'accepted')
  assert.deepEqual(over, [true])
})

function takingLogins(seen: string[]): SMTPServerOptions {
  return {
    authOptional: false,
    disabledCommands: [],
    onAuth(login, session, done) {
      seen.push(`${login.username}:${login.password} ${session.secure ? 'over TLS' : 'in clear'}`)
      done(null, { user: login.username })
    },
  }
}

async function post(
  smtp: Partial<SmtpMailerOptions['smtp']> & { host: string; port: number },
  options: Partial<SmtpMailerOptions> = {},
) {
  const mailer = openSmtpMailer({
    smtp: { secure: false, user: null, password: null, ...smtp },
    dkim: null,
    timeouts: { greeting: 5000, socket: 5000 },
    ...options,
  })
  const posted = await mailer.post(sampleEmail())
  await mailer.close()
  return posted
}
