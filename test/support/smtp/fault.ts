import type { Socket } from 'node:net'

/** Where a fault can strike. `body`: the first bytes of the email are there; `end_of_data`: all, and in the ledger. */
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
  /** Says this line (or these lines, with CRLF between) instead of the usual answer. */
  | { kind: 'answer'; line: string }
  /** Says this line and hangs up, as a server does after 421. */
  | { kind: 'answer_and_close'; line: string }
  /** Breaks the connection (RST). */
  | { kind: 'reset' }
  /** Closes its own half of the connection without an answer, and keeps reading. */
  | { kind: 'half_close' }
  /** Says nothing more and reads nothing more, but keeps the connection. */
  | { kind: 'silence' }
  /** Keeps the usual answer back until `release()`. */
  | { kind: 'hold' }
  /** A tarpit: one line after the other of an answer that never ends. */
  | { kind: 'drip'; everyMilliseconds: number }

/** State of the conversation after a fault: it continues or is over, and the command was accepted or refused. */
export type Aftermath = 'granted' | 'refused' | 'refused and over' | 'over'

/** Does to the connection what the fault says; `usual` is the answer that was due, empty when none was. */
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
