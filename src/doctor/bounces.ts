import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { takesBounces } from '../config/bounces.ts'
import type { Config } from '../config/config.ts'
import { openSmtpMailer } from '../delivery/channels/email/smtp/smtp-mailer.ts'
import { canonicalMailbox, getMailboxDomain } from '../domain/accounts/mailbox.ts'
import type { Keys } from '../domain/keys.ts'
import { BOUNCE_VENDORS } from '../domain/outbox/bounce-vendors.ts'
import { SECOND } from '../domain/time.ts'
import type { Store } from '../store/store.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const NAME = 'bounces'
const TEST_NAME = 'bounce test'
/** Time for a bounce to come back. */
const PATIENCE_MS = 90 * SECOND
const POLL_MS = SECOND / 2
/** Amazon bounces mail to this address without counting it against the sender. */
const SES_SIMULATOR = 'bounce@simulator.amazonses.com'

/** Reports by which ways bounces and complaints come in, and how to set one up. */
export function checkBounces(config: Config): Finding[] {
  const { bounces, operatorToken } = config
  if (!config.smtp) return []
  if (!takesBounces(bounces, operatorToken)) {
    const message = 'not set up: an email counts as sent once the mail server has accepted it'
    return [warn(NAME, message, describeSetup(config))]
  }
  const ways = [
    ...(bounces.listen ? [`${bounces.listen.protocol.toUpperCase()} on port ${bounces.listen.port}`] : []),
    ...(operatorToken ? ['POST /operator/bounces'] : []),
    ...BOUNCE_VENDORS.filter((vendor) => bounces.vendors[vendor]).map((name) => `the webhook of ${name}`),
  ]
  if (ways.length === 0) {
    const message = 'received only if a mail server pipes them into formslot-server bounce'
    return [ok(NAME, message)]
  }
  return [ok(NAME, `received by ${ways.join(', ')}`)]
}

function describeSetup({ mailFrom, baseUrl }: Config): string {
  const domain = `bounce.${getMailboxDomain(mailFrom.address)}`
  return [
    `with your own mail server, set FORMSLOT_BOUNCE_ADDRESS=b+{token}@${domain} and FORMSLOT_BOUNCE_LISTEN=lmtp:127.0.0.1:2424,`,
    `and let it deliver mail for ${domain} there.`,
    `With a mail provider (${BOUNCE_VENDORS.join(', ')}), point its webhook to ${baseUrl}/operator/bounces/ and that name.`,
    'docs/bounces.md has each step, also for an alias or a pipe',
  ].join(' ')
}

/**
 * Sends an email that must bounce through the configured mail server, and waits until the bounce is recorded, by the running
 * service or through a pipe.
 *
 * @param options.patienceMs milliseconds to wait
 */
export async function testBounce(
  config: Config,
  parts: { store: Store; keys: Keys },
  options: { now: Date; patienceMs?: number },
): Promise<Finding> {
  const { smtp, bounces, dkim, mailFrom } = config
  if (!smtp) return fail(TEST_NAME, 'no mail server is set', 'set FORMSLOT_SMTP_URL and FORMSLOT_MAIL_FROM')
  if (!takesBounces(bounces, config.operatorToken))
    return fail(TEST_NAME, 'no way is set up by which bounces come in', describeSetup(config))
  const { store, keys } = parts
  const to = chooseRecipient(config)
  const mailboxKey = keys.mailboxKey(canonicalMailbox(to))
  const deliveryKey = await store.emailReports.addTest({ address: to, mailboxKey, now: options.now })
  const vendors = BOUNCE_VENDORS.filter((vendor) => bounces.vendors[vendor])
  const mailer = openSmtpMailer({ smtp, dkim, bounceAddress: bounces.address, vendors })
  const posted = await mailer.post({
    from: mailFrom,
    to,
    replyTo: null,
    subject: 'Formslot bounce test',
    text: 'This email was sent by "formslot-server doctor --bounce" to an address that does not exist.\n',
    html: '<!doctype html><html lang="en"><head><title>Formslot</title></head><body><p>This email was sent by "formslot-server doctor --bounce" to an address that does not exist.</p></body></html>',
    messageId: `<bounce-test.${options.now.getTime()}@${getMailboxDomain(mailFrom.address)}>`,
    date: options.now,
    conversationId: null,
    unsubscribeUrl: null,
    attachments: [],
    formId: 'doctor',
    bounceToken: keys.bounceToken(deliveryKey),
    feedbackGroup: 'notice',
  })
  await mailer.close()
  if (posted.kind === 'failed') {
    const { stage, text } = posted.failure
    return warn(
      TEST_NAME,
      `the mail server refused the email to ${to} immediately (${stage}: ${text})`,
      'Formslot records such a refusal, too, but it is not a bounce, so this test says nothing about bounces',
    )
  }
  return waitForBounce(config, { store, deliveryKey }, options.patienceMs ?? PATIENCE_MS)
}

async function waitForBounce(
  { bounces }: Config,
  { store, deliveryKey }: { store: Store; deliveryKey: number },
  patienceMs: number,
): Promise<Finding> {
  for (let waited = 0; waited <= patienceMs; waited += POLL_MS) {
    const found = await store.emailReports.find(deliveryKey)
    if (found?.bouncedAt)
      return ok(TEST_NAME, `the bounce arrived after about ${Math.ceil(waited / SECOND)} s`)
    await setTimeout(POLL_MS)
  }
  const place = bounces.address
    ? `mail to the domain ${bounces.address.domain}`
    : 'the webhook of the mail provider'
  return fail(
    TEST_NAME,
    `the mail server accepted the email, but no bounce arrived within ${patienceMs / SECOND} s`,
    `check that the service is running and that ${place} reaches it (docs/bounces.md)`,
  )
}

/** Returns an address to which no email can be delivered. */
function chooseRecipient({ smtp, bounces, mailFrom }: Config): string {
  if (smtp?.host.endsWith('.amazonaws.com')) return SES_SIMULATOR
  const domain = bounces.address?.domain ?? getMailboxDomain(mailFrom.address)
  return `no-such-mailbox-${randomBytes(4).toString('hex')}@${domain}`
}
