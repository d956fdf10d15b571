import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { BlockList, connect } from 'node:net'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Config } from '../config/config.ts'
import { openSmtpMailer } from '../delivery/channels/email/smtp/smtp-mailer.ts'
import { describeServer, SMTP_TIMEOUTS } from '../delivery/channels/email/smtp/smtp-server.ts'
import { readPlainAddress } from '../domain/accounts/mailbox.ts'
import { SECOND } from '../domain/time.ts'
import { findCertificateFix } from './certificate.ts'
import { type Finding, fail, getErrorMessage, ok, warn } from './finding.ts'

const TIMEOUT_MS = 10 * SECOND

const THIS_MACHINE = new BlockList()
THIS_MACHINE.addSubnet('127.0.0.0', 8, 'ipv4')
THIS_MACHINE.addAddress('::1', 'ipv6')

/** Checks the mail server step by step: name, port, conversation. Stops at the first failure. */
export async function checkMail(config: Config): Promise<Finding[]> {
  const { smtp } = config
  if (!smtp) {
    return [
      warn(
        'mail server',
        'not set; emails stay in the embedded mailbox',
        'set FORMSLOT_SMTP_URL and FORMSLOT_MAIL_FROM',
      ),
    ]
  }
  const findings: Finding[] = []
  for (const step of [checkName, checkConnection, checkConversation]) {
    const found = await step(smtp)
    findings.push(...found)
    if (found.some((finding) => finding.status === 'fail')) break
  }
  return findings
}

/** Sends one email through the configured server, as the worker does. */
export async function sendTestEmail(config: Config, given: string, now: Date): Promise<Finding> {
  const name = 'test email'
  const to = readPlainAddress(given)
  if (to === null)
    return fail(name, `"${given}" is not an email address`, 'pass one address: --send-test you@your-domain')
  if (!config.smtp) return fail(name, 'no mail server is set', 'set FORMSLOT_SMTP_URL and FORMSLOT_MAIL_FROM')
  const mailer = openSmtpMailer({ smtp: config.smtp, dkim: config.dkim })
  const text = `This test email was sent by "formslot-server doctor" at ${config.baseUrl}. Sending works.\n`
  const posted = await mailer.post({
    from: config.mailFrom,
    to,
    replyTo: null,
    subject: 'Formslot test email',
    text,
    html: `<!doctype html><html lang="en"><head><title>Formslot</title></head><body><p>This test email was sent by Formslot's doctor. Sending works.</p></body></html>`,
    messageId: `<doctor.${now.getTime()}@${config.mailFrom.address.split('@').at(-1)}>`,
    date: now,
    conversationId: null,
    unsubscribeUrl: null,
    attachments: [],
    formId: 'doctor',
    bounceToken: null,
    feedbackGroup: 'notice',
  })
  await mailer.close()
  return posted.kind === 'accepted'
    ? ok(name, `accepted: ${posted.answer}`)
    : fail(
        name,
        `${posted.failure.stage}: ${posted.failure.text}`,
        'ask the operator of the mail server about this answer',
      )
}

type Smtp = NonNullable<Config['smtp']>

async function checkName({ host }: Smtp): Promise<Finding[]> {
  try {
    const { address } = await lookup(host)
    return [ok('mail server name', `${host} resolves to ${address}`)]
  } catch (error) {
    return [
      fail(
        'mail server name',
        getErrorMessage(error),
        'correct the host in FORMSLOT_SMTP_URL, or fix the DNS of this machine',
      ),
    ]
  }
}

async function checkConnection({ host, port }: Smtp): Promise<Finding[]> {
  const socket = connect({ host, port })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return [ok('mail server port', `${host}:${port} answers`)]
  } catch (error) {
    return [
      fail(
        'mail server port',
        `${host}:${port}: ${getErrorMessage(error)}`,
        'check the port in FORMSLOT_SMTP_URL, and that firewalls allow it',
      ),
    ]
  } finally {
    socket.destroy()
  }
}

async function checkConversation(smtp: Smtp): Promise<Finding[]> {
  const server = describeServer(smtp, { ...SMTP_TIMEOUTS, connection: TIMEOUT_MS, greeting: TIMEOUT_MS })
  const connection = new SMTPConnection(server.connection)
  const findings: Finding[] = []
  try {
    await waitFor(connection, (done) => connection.connect(done))
    findings.push(await checkEncryption(smtp, connection))
    const { login } = server
    if (!login) return [...findings, ok('mail sign-in', 'not configured')]
    await waitFor(connection, (done) => connection.login({ credentials: login }, done))
    return [...findings, ok('mail sign-in', `accepted for ${login.user}`)]
  } catch (error) {
    const step = findings.length > 0 ? 'mail sign-in' : 'mail conversation'
    return [
      ...findings,
      fail(
        step,
        getErrorMessage(error),
        findCertificateFix(error) ?? 'correct the user, password or port in FORMSLOT_SMTP_URL',
      ),
    ]
  } finally {
    connection.close()
  }
}

async function checkEncryption({ host }: Smtp, connection: SMTPConnection): Promise<Finding> {
  const name = 'mail encryption'
  if (connection.secure) return ok(name, 'the connection is encrypted')
  const { address, family } = await lookup(host)
  if (THIS_MACHINE.check(address, family === 6 ? 'ipv6' : 'ipv4')) {
    return ok(name, 'not needed, because the server is on this machine')
  }
  return warn(
    name,
    'the server offers no STARTTLS',
    'emails are sent unencrypted; use a server that offers it',
  )
}

/** Waits for a step: the connection reports failures by event and success by callback. */
function waitFor(
  connection: SMTPConnection,
  start: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.once('error', reject)
    start((error) => {
      connection.removeListener('error', reject)
      // A later failure is not a failure of this step.
      connection.on('error', () => connection.close())
      if (error) reject(error)
      else resolve()
    })
  })
}
