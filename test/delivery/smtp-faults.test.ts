import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Posted } from '../../src/delivery/channels/email/mailer.ts'
import { openSmtpMailer } from '../../src/delivery/channels/email/smtp/smtp-mailer.ts'
import { describeServer, SMTP_TIMEOUTS } from '../../src/delivery/channels/email/smtp/smtp-server.ts'
import { createSession, type Stage } from '../../src/delivery/channels/email/smtp/smtp-session.ts'
import { sampleEmail } from '../support/fixtures/sample-email.ts'
import type { FailpointName, Fault } from '../support/smtp/fault.ts'
import { type SmtpFaultServer, startSmtpFaultServer } from '../support/smtp/fault-server.ts'

/** Where a server must be silent for too long: enough for its other replies on a machine that is busy with other things. */
const SHORT = 1000
/** Where none must. */
const PATIENT = 120_000

const STEPS: { point: FailpointName; stage: Stage }[] = [
  { point: 'greeting', stage: 'greeting' },
  { point: 'ehlo', stage: 'greeting' },
  { point: 'starttls', stage: 'tls' },
  { point: 'auth', stage: 'auth' },
  { point: 'mail_from', stage: 'mail_from' },
  { point: 'rcpt_to', stage: 'rcpt_to' },
  { point: 'data', stage: 'data' },
  { point: 'end_of_data', stage: 'end_of_data' },
]

const ANSWERS = ['450 4.3.0 try again', '550 5.7.1 not from you', '421 4.3.2 shutting down']
const LOSSES: Fault[] = [{ kind: 'reset' }, { kind: 'half_close' }, { kind: 'silence' }]

// Most of them wait for a timeout.
describe('reports each step of an SMTP conversation', { concurrency: true }, () => {
  for (const { point, stage } of STEPS) {
    for (const line of ANSWERS) {
      const code = Number(line.slice(0, 3))

      test(`reports ${code} at ${point} as ${stage} with its code`, async () => {
        await using server = await serverFor(point)
        server.script(point, { kind: code === 421 ? 'answer_and_close' : 'answer', line })
        // A server that does not know EHLO is greeted a second time, with HELO.
        if (point === 'ehlo') server.script(point, { kind: 'answer', line })
        assert.deepEqual(failureIn(await postTo(server, point)), { stage, code, text: line })
      })
    }

    for (const fault of LOSSES) {
      // A reset before the greeting may arrive before the connection is established: tested separately below.
      if (point === 'greeting' && fault.kind === 'reset') continue

      test(`reports a connection closed by ${fault.kind} at ${point} as ${stage} without a code`, async () => {
        await using server = await serverFor(point)
        server.script(point, fault)
        const limits = fault.kind === 'silence' ? { greeting: SHORT, socket: SHORT } : {}
        const { code, ...failure } = failureIn(await postTo(server, point, limits))
        assert.deepEqual({ stage: failure.stage, code }, { stage, code: null })
        assert.equal(server.ledger.length, stage === 'end_of_data' ? 1 : 0)
      })
    }
  }
})

for (const { point, stage } of STEPS)
  test(`gives up a tarpit at ${point} after the time for one email and reports ${stage}`, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    await using server = await serverFor(point)
    server.script(point, { kind: 'drip', everyMilliseconds: 10 })
    const posted = postTo(server, point, { email: PATIENT / 2 })
    await server.reached(point)
    // The client has seen that it is connected, too.
    await nextTurn()
    t.mock.timers.tick(PATIENT / 2)
    const { code, ...failure } = failureIn(await posted)
    assert.deepEqual({ stage: failure.stage, code }, { stage, code: null })
  })

for (const { point, stage } of STEPS.filter(({ point }) =>
  /mail_from|rcpt_to|^data|end_of_data/.test(point),
)) {
  for (const line of ANSWERS) {
    const code = Number(line.slice(0, 3))

    test(`reports ${code} at ${point} as ${stage} with pipelining`, async () => {
      await using server = await startSmtpFaultServer({ extensions: ['PIPELINING'] })
      server.script(point, { kind: code === 421 ? 'answer_and_close' : 'answer', line })
      assert.deepEqual(failureIn(await postTo(server, point)), { stage, code, text: line })
    })
  }

  test(`reports a connection closed at ${point} as ${stage} with pipelining`, async () => {
    await using server = await startSmtpFaultServer({ extensions: ['PIPELINING'] })
    server.script(point, { kind: 'half_close' })
    const failure = failureIn(await postTo(server, point))
    assert.deepEqual({ stage: failure.stage, code: failure.code }, { stage, code: null })
  })
}

test('reports a refused connection as connect', async () => {
  const server = await startSmtpFaultServer()
  await server.close()
  const failure = failureIn(await postTo(server, 'greeting'))
  assert.deepEqual({ stage: failure.stage, code: failure.code }, { stage: 'connect', code: null })
  assert.match(failure.text, /ECONNREFUSED/)
})

test('a connection reset before the greeting is not blamed on the email', async () => {
  await using server = await startSmtpFaultServer()
  server.script('greeting', { kind: 'reset' })
  const failure = failureIn(await postTo(server, 'greeting'))
  assert.ok(failure.stage === 'connect' || failure.stage === 'greeting', failure.stage)
  assert.equal(failure.code, null)
})

test('reports an unknown host name as connect', async () => {
  const mailer = openSmtpMailer({
    smtp: { host: 'no-such-host.invalid', port: 25, secure: false, user: null, password: null },
    dkim: null,
    timeouts: { dns: 2000, connection: 2000 },
  })
  const failure = failureIn(await mailer.post(sampleEmail()))
  await mailer.close()
  assert.deepEqual({ stage: failure.stage, code: failure.code }, { stage: 'connect', code: null })
})

for (const fault of LOSSES) {
  test(`reports a connection closed by ${fault.kind} before the end of the email as data`, async () => {
    await using server = await startSmtpFaultServer()
    server.script('body', fault)
    const session = createSession(describeServer(getAddress(server), { ...SMTP_TIMEOUTS, socket: SHORT }))
    const patience = new AbortController()
    await session.open(patience.signal)
    const message = Buffer.alloc(64 * 1024 * 1024, 'far too much for any buffer on the way\r\n')
    const failure = failureIn(
      await session.post(
        { from: 'forms@formslot.dev', to: 'ada@lovelace.org', message, size: null, envelopeId: null },
        patience.signal,
      ),
    )
    assert.deepEqual({ stage: failure.stage, code: failure.code }, { stage: 'data', code: null })
    assert.equal(session.isOpen(), false)
    assert.equal(server.ledger.length, 0)
  })
}

test('never takes a reply before the end of the email for success', async () => {
  await using server = await startSmtpFaultServer()
  server.script('body', { kind: 'answer', line: '250 2.0.0 taken, it says' })
  const session = createSession(describeServer(getAddress(server), SMTP_TIMEOUTS))
  const patience = new AbortController()
  await session.open(patience.signal)
  const message = Buffer.alloc(64 * 1024 * 1024, 'far too much for any buffer on the way\r\n')
  const failure = failureIn(
    await session.post(
      { from: 'forms@formslot.dev', to: 'ada@lovelace.org', message, size: null, envelopeId: null },
      patience.signal,
    ),
  )
  assert.deepEqual({ stage: failure.stage, code: failure.code }, { stage: 'data', code: null })
  assert.equal(session.isOpen(), false)
})

test('keeps server replies as one line of 300 characters without email addresses', async () => {
  await using server = await startSmtpFaultServer()
  server.script('rcpt_to', {
    kind: 'answer',
    line: `550-5.1.1 <ada@lovelace.org>: no such user\r\n550 ask postmaster@relay.test. ${'why '.repeat(100)}`,
  })
  const { text } = failureIn(await postTo(server, 'rcpt_to'))
  assert.match(text, /^550-5\.1\.1 <…>: no such user 550 ask … why why/)
  assert.equal(text.length, 300)
})

async function serverFor(point: FailpointName): Promise<SmtpFaultServer> {
  return startSmtpFaultServer({
    extensions: point === 'starttls' ? ['STARTTLS'] : ['AUTH PLAIN LOGIN'],
  })
}

async function postTo(
  server: SmtpFaultServer,
  point: FailpointName,
  limits: { email?: number; greeting?: number; socket?: number } = {},
): Promise<Posted> {
  const mailer = openSmtpMailer({
    smtp: getAddress(server, point === 'auth' ? 'forms' : null),
    dkim: null,
    timeouts: { greeting: PATIENT, socket: PATIENT, email: PATIENT, ...limits },
  })
  const posted = await mailer.post(sampleEmail())
  await mailer.close()
  return posted
}

function getAddress(server: SmtpFaultServer, user: string | null = null) {
  return { host: '127.0.0.1', port: server.port, secure: false, user, password: user && 'open sesame' }
}

function failureIn(posted: Posted) {
  assert.equal(posted.kind, 'failed')
  assert.ok('failure' in posted)
  return posted.failure
}
