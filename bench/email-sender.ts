/**
 * The yardstick of delivery; a process of its own: composes emails like Formslot's and sends them through Nodemailer's
 * own pool, as an application would that forgets them when it ends. Arguments: the port, and how many emails.
 */
import { createTransport } from 'nodemailer'
import { toMessage } from '../src/delivery/channels/email/mime.ts'
import { composeSubmissionEmail } from '../src/delivery/channels/email/templates/submission-email.ts'
import { newEndpoint } from '../src/domain/endpoints/endpoint.ts'
import { createKeys } from '../src/ids/keys.ts'
import { fieldsOf } from './filler.ts'
import { SECRET } from './processes.ts'

/** As many as Formslot opens, each for as many emails. */
const CONNECTIONS = 5
const EMAILS_PER_CONNECTION = 100
/** Emails composed ahead, so that no connection waits for one. */
const IN_HAND = 2 * CONNECTIONS

const [port = 0, count = 0] = process.argv.slice(2).map(Number)
const keys = createKeys(SECRET)
const now = new Date()
const born = newEndpoint({ id: keys.newEndpointId('form'), recipient: 'ada@formslot.net', now })
const endpoint = { ...born, claimEmailAt: now, claimedAt: now }
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
  Array.from({ length: IN_HAND }, async () => {
    while (sent < count) {
      sent += 1
      await pool.sendMail(toMessage(compose(sent)))
    }
  }),
)
pool.close()

function compose(n: number) {
  return composeSubmissionEmail({
    kind: 'submission',
    base: 'https://formslot.net',
    from: { name: 'Formslot', address: 'emails@formslot.net' },
    endpoint,
    state: 'claimed',
    submission: { id: keys.submissionId(n), receivedAt: now, fields: fieldsOf(n) },
    claimUrl: null,
    stopUrl: `https://formslot.net/emails/${keys.mailStopToken(endpoint.id)}`,
    reader: { kind: 'recipient' },
    place: 0,
    resends: 0,
    dashboardUrl: `https://formslot.net/app/submissions/${keys.submissionId(n)}`,
    messageDomain: 'formslot.net',
    jobCreatedAt: now,
  })
}
