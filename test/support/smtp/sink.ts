import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { type LedgerEmail, openLedger } from './ledger.ts'

type SmtpSink = AsyncDisposable & {
  port: number
  emails: LedgerEmail[]
  /** Waits until this many emails have arrived. */
  received(count: number): Promise<void>
}

/** A real SMTP server on a free loopback port that accepts every email. `options` go to the `smtp-server` package. */
export async function startSmtpSink(options: SMTPServerOptions = {}): Promise<SmtpSink> {
  const ledger = openLedger()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onData(stream, session, done) {
      buffer(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        ledger.add({ from, to: rcptTo.map((to) => to.address), raw, fate: 'accepted' })
        done()
      }, done)
    },
    ...options,
  })
  // A client that disconnects early is not an error of the sink; its email is not in the ledger.
  server.on('error', (error) => server.emit('client-error', error))
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    emails: ledger.emails,
    received: ledger.received,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(resolve)),
  }
}
