import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { BounceListen } from '../../../../config/bounces.ts'
import { type BounceAddress, findBounceTokens } from '../../../../domain/outbox/bounce-address.ts'
import { SECOND } from '../../../../domain/time.ts'
import type { Log } from '../../../../runtime/log.ts'
import { readBeginning } from './read-report.ts'
import type { ReportTaker } from './take-reports.ts'

const MAX_CONNECTIONS = 20
const MAX_RECIPIENTS = 10
/** Maximum size of a received message: a bounce may return the whole email. Only its beginning is kept. */
const MAX_MESSAGE_BYTES = 50 * 1024 * 1024
const SOCKET_TIMEOUT_MS = 30 * SECOND
const CLOSE_TIMEOUT_MS = 2 * SECOND

type Reply = Error & { responseCode: number }

/**
 * Listens for bounces, over SMTP or LMTP. Accepts only mail to the bounce address with a valid token, relays nothing, and never
 * sends an email.
 */
export async function listenForBounces(
  deps: {
    address: BounceAddress
    isToken(token: string): boolean
    taker: Pick<ReportTaker, 'take'>
    log: Log
  },
  { host, port, protocol }: BounceListen,
): Promise<AsyncDisposable & { port: number }> {
  const { address, log } = deps
  const server = new SMTPServer({
    lmtp: protocol === 'lmtp',
    banner: 'Formslot accepts bounces only',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: MAX_MESSAGE_BYTES,
    maxClients: MAX_CONNECTIONS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    closeTimeout: CLOSE_TIMEOUT_MS,

    onRcptTo({ address: recipient }, session, done) {
      const [token] = findBounceTokens({ addresses: [recipient], envelopeIds: [], headers: [] }, address)
      if (token === undefined || !deps.isToken(token)) return done(reply(550, '5.1.1 No such mailbox here'))
      if (session.envelope.rcptTo.length >= MAX_RECIPIENTS)
        return done(reply(452, '4.5.3 Too many recipients'))
      done()
    },

    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map((recipient) => recipient.address)
      take(stream, recipients).then(
        (isTaken) => (isTaken ? done() : done(reply(451, '4.3.2 Busy, try again later'))),
        (error: unknown) => {
          log.error({ err: error }, 'bounce_not_taken')
          done(reply(451, '4.3.0 Not stored, try again later'))
        },
      )
    },
  } satisfies SMTPServerOptions)

  /** Returns false when the message was not read, so the mail server must send it again. */
  async function take(stream: Readable, recipients: readonly string[]): Promise<boolean> {
    const message = await readBeginning(stream)
    const { kind } = await deps.taker.take(message, recipients)
    return kind !== 'busy'
  }

  // Clients that disconnect early, and bytes that are not SMTP.
  server.on('error', (error) => log.debug({ err: error }, 'bounce_connection_failed'))
  server.listen(port, host)
  await once(server.server, 'listening')
  const bound = server.server.address()
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : port,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function reply(responseCode: number, text: string): Reply {
  return Object.assign(new Error(text), { responseCode })
}
