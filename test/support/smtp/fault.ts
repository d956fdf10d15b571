import type { Socket } from 'node:net'

/** Points at which a fault can be injected. `body`: after the first bytes of the email; `end_of_data`: the email is in the ledger. */
export type FailpointName =
  | 'greeting'
  | 'ehlo'
  | 'starttls'
  | 'auth'
  | 'mail_from'
  | 'rcpt_to'
  | 'data'
  | 'body'
  | 'end_of_data'
  | 'rset'

export type Fault =
  /** Sends this line (or lines separated by CRLF) instead of the usual answer. */
  | { kind: 'answer'; line: string }
  /** Sends this line and closes the connection, like a server after 421. */
  | { kind: 'answer_and_close'; line: string }
  /** Breaks the connection (RST). */
  | { kind: 'reset' }
  /** Closes its own half of the connection without an answer, and keeps reading. */
  | { kind: 'half_close' }
  /** Stops writing and reading, but keeps the connection open. */
  | { kind: 'silence' }
  /** Delays the usual answer until `release()`. */
  | { kind: 'hold' }
  /** A tarpit: a multi-line answer that never ends. */
  | { kind: 'drip'; everyMilliseconds: number }

/** State of the conversation after a fault: it continues or is over, and the command was accepted or refused. */
export type Aftermath = 'granted' | 'refused' | 'refused and over' | 'over'

/** Applies the fault to the connection; `usual` is the regular answer, or empty. */
export async function injectFault(
  fault: Fault,
  place: { socket: Socket; usual: string; released(): Promise<void> },
): Promise<Aftermath> {
  const { socket, usual } = place
  switch (fault.kind) {
    case 'answer':
      socket.write(`${fault.line}\r\n`)
      return fault.line.startsWith(usual.slice(0, 1)) ? 'granted' : 'refused'
    case 'answer_and_close':
      socket.end(`${fault.line}\r\n`)
      return 'refused and over'
    case 'reset':
      socket.resetAndDestroy()
      return 'over'
    case 'half_close':
      socket.end()
      return 'over'
    case 'silence':
      socket.pause()
      return 'over'
    case 'hold':
      await place.released()
      if (socket.writable && usual !== '') socket.write(`${usual}\r\n`)
      return 'granted'
    case 'drip': {
      const drop = setInterval(
        () => socket.write(`${usual.slice(0, 3) || '250'}-wait\r\n`),
        fault.everyMilliseconds,
      )
      socket.once('close', () => clearInterval(drop))
      return 'over'
    }
  }
}
