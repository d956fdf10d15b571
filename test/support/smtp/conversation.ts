import type { Socket } from 'node:net'
import { type Aftermath, type FailpointName, type Fault, injectFault } from './fault.ts'
import type { LedgerEmail } from './ledger.ts'

type Conversation = {
  /** Lines of the EHLO answer besides the name. */
  extensions: string[]
  command(line: string): void
  email(email: Omit<LedgerEmail, 'at'>): LedgerEmail
  /** Called at each point of the conversation; returns the fault to inject, if any. */
  arrive(point: FailpointName): Fault | null
  released(): Promise<void>
}

const LINE_END = '\r\n'
const END_OF_DATA = '\r\n.\r\n'

/** Serves SMTP on `socket`, one command after the other. */
export function converse(socket: Socket, part: Conversation): void {
  let input = ''
  let from = ''
  let to: string[] = []
  let mode: 'command' | 'credentials' | 'body' | 'over' = 'command'
  let busy = false

  async function answer(point: FailpointName, usual: string): Promise<Aftermath> {
    const fault = part.arrive(point)
    if (fault === null) {
      socket.write(usual + LINE_END)
      return 'granted'
    }
    const aftermath = await injectFault(fault, { socket, usual, released: part.released })
    if (aftermath === 'over' || aftermath === 'refused and over') mode = 'over'
    return aftermath
  }

  async function handleCommand(line: string): Promise<void> {
    part.command(line)
    switch (line.split(/[ :]/, 1).join('').toUpperCase()) {
      case 'EHLO':
      case 'HELO':
        await answer('ehlo', manyLines(250, ['fault.test', ...part.extensions]))
        return
      case 'STARTTLS':
        // TLS is not implemented, so the handshake fails after this answer.
        await answer('starttls', '220 2.0.0 go ahead')
        return
      case 'AUTH':
        if (line.split(' ').length > 2) await answer('auth', '235 2.7.0 welcome')
        else {
          mode = 'credentials'
          socket.write('334 VXNlcm5hbWU6\r\n')
        }
        return
      case 'MAIL':
        to = []
        from = (await answer('mail_from', '250 2.1.0 ok')) === 'granted' ? addressIn(line) : ''
        return
      case 'RCPT':
        if (from === '') socket.write('503 5.5.1 no sender\r\n')
        else if ((await answer('rcpt_to', '250 2.1.5 ok')) === 'granted') to.push(addressIn(line))
        return
      case 'DATA':
        if (to.length === 0) socket.write('503 5.5.1 no recipient\r\n')
        else if ((await answer('data', '354 go on')) === 'granted') mode = 'body'
        return
      case 'RSET':
        await answer('rset', '250 2.0.0 forgotten')
        return
      case 'QUIT':
        mode = 'over'
        socket.end('221 2.0.0 bye\r\n')
        return
      default:
        socket.write('502 5.5.2 not known here\r\n')
    }
  }

  let bodyBegun = false
  async function takeBody(): Promise<boolean> {
    if (!bodyBegun) {
      bodyBegun = true
      const fault = part.arrive('body')
      const aftermath = fault && (await injectFault(fault, { socket, usual: '', released: part.released }))
      if (aftermath === 'over' || aftermath === 'refused and over') mode = 'over'
    }
    const end = input.indexOf(END_OF_DATA)
    if (mode !== 'body' || end < 0) return false
    const raw = Buffer.from(input.slice(0, end + 2).replace(/(^|\r\n)\./g, '$1'), 'latin1')
    input = input.slice(end + END_OF_DATA.length)
    bodyBegun = false
    mode = 'command'
    const email = part.email({ from, to, raw, fate: 'unanswered' })
    email.fate = fateAfter(await answer('end_of_data', '250 2.0.0 taken'))
    return true
  }

  async function takeLine(): Promise<boolean> {
    const end = input.indexOf(LINE_END)
    if (end < 0) return false
    const line = input.slice(0, end)
    input = input.slice(end + LINE_END.length)
    if (mode === 'credentials') {
      mode = 'command'
      part.command(line)
      await answer('auth', '235 2.7.0 welcome')
    } else await handleCommand(line)
    return true
  }

  async function work(): Promise<void> {
    if (busy) return
    busy = true
    while (mode !== 'over' && input !== '' && (await (mode === 'body' ? takeBody() : takeLine())));
    busy = false
  }

  socket.on('data', (chunk) => {
    input += chunk.toString('latin1')
    void work()
  })
  socket.on('end', () => socket.end())
  // The client can disconnect at any time; unfinished emails are not in the ledger.
  socket.on('error', () => socket.destroy())
  void answer('greeting', '220 fault.test ESMTP')
}

function fateAfter(aftermath: Aftermath): LedgerEmail['fate'] {
  switch (aftermath) {
    case 'granted':
      return 'accepted'
    case 'refused':
    case 'refused and over':
      return 'refused'
    case 'over':
      return 'unanswered'
  }
}

function manyLines(code: number, texts: string[]): string {
  return texts.map((text, i) => `${code}${i < texts.length - 1 ? '-' : ' '}${text}`).join(LINE_END)
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? ''
}
