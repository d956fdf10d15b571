/**
 * The yardstick of delivery; a process of its own. Composes emails like Formslot's and sends them through Nodemailer's pool,
 * as an application without an outbox would. Arguments: the port and the number of emails.
 */
import { createTransport } from 'nodemailer'
import { composeSubmissionEmail } from '../../src/delivery/channels/email/templates/submission-email.ts'
import { newEndpoint } from '../../src/domain/endpoints/endpoint.ts'
import { createKeys } from '../../src/ids/keys.ts'
import { toComposerOptions } from '../../test/support/smtp/composer.ts'
import { contactFormFields } from '../data/fill.ts'
import { SECRET } from '../harness/processes.ts'

/** The same limits as Formslot's. */
const CONNECTIONS = 5
const EMAILS_PER_CONNECTION = 100
/** Emails composed in advance, so that no connection is idle. */
const EMAILS_IN_PROGRESS = 2 * CONNECTIONS

const [port = 0, count = 0] = process.argv.slice(2).map(Number)
const keys = createKeys(SECRET)
const now = new Date()
const created = newEndpoint({ id: keys.newEndpointId('form'), recipient: 'ada@formslot.net', now })
const endpoint = { ...created, claimEmailAt: now, claimedAt: now, confirmedAt: now }
const pool = createTransport({
  host: '127.0.0.1',
  port,
  ignoreTLS: true,
  pool: true,
  maxConnections: CONNECTIONS,
  maxMessages: EMAILS_PER_CONNECTION,
})

let sent = 0
await Promise.all(
  Array.from({ length: EMAILS_IN_PROGRESS }, async () => {
    while (sent < count) {
      sent += 1
      await pool.sendMail(toComposerOptions(compose(sent)))
    }
  }),
)
pool.close()

function compose(n: number) {
  return composeSubmissionEmail({
    kind: 'submission',
    language: 'en',
    base: 'https://formslot.net',
    from: { name: 'Formslot', address: 'emails@formslot.net' },
    endpoint,
    state: 'claimed',
    submission: { id: keys.submissionId(n), receivedAt: now, fields: contactFormFields(n) },
    claimUrl: null,
    snoozeUrl: null,
    stopUrl: `https://formslot.net/emails/${keys.mailStopToken({ id: endpoint.id, handedOverAt: null })}`,
    addressee: { kind: 'recipient' },
    ordinal: 0,
    resends: 0,
    dashboardUrl: `https://formslot.net/app/submissions/${keys.submissionId(n)}`,
    messageDomain: 'formslot.net',
    conversation: null,
    bounceToken: null,
    deliveryCreatedAt: now,
    files: null,
  })
}
