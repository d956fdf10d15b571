/**
 * A mail server that accepts every email and stores none; a process of its own. Its first line of output is its address;
 * then it prints a line with the number of emails and the time after every 50 emails.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net'

const REPORT_INTERVAL_EMAILS = 50
const GREETING = '220 sink.formslot.net ESMTP'
const END_OF_DATA = Buffer.from('\r\n.\r\n')

let emails = 0

const server = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => socket.destroy())
  converse(socket)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})

/** Speaks the part of RFC 5321 that clients use, with pipelining (RFC 2920). */
function converse(socket: Socket): void {
  let mode: 'commands' | 'email' = 'commands'
  let unread: Buffer = Buffer.alloc(0)
  socket.write(`${GREETING}\r\n`)
  socket.on('data', (chunk: Buffer) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk])
    const answers: string[] = []
    for (;;) {
      const end = unread.indexOf(mode === 'email' ? END_OF_DATA : '\r\n')
      if (end < 0) break
      if (mode === 'email') {
        unread = unread.subarray(end + END_OF_DATA.length)
        mode = 'commands'
        answers.push('250 2.0.0 Ok: accepted')
        countEmail()
        continue
      }
      const command = unread.toString('latin1', 0, end).slice(0, 4).toUpperCase()
      unread = unread.subarray(end + 2)
      if (command === 'DATA') mode = 'email'
      answers.push(answer(command))
      if (command === 'QUIT') socket.end(`${answers.splice(0).join('\r\n')}\r\n`)
    }
    if (answers.length > 0) socket.write(`${answers.join('\r\n')}\r\n`)
  })
}

function answer(command: string): string {
  switch (command) {
    case 'EHLO':
      return '250-sink.formslot.net\r\n250-PIPELINING\r\n250 8BITMIME'
    case 'DATA':
      return '354 Go on'
    case 'QUIT':
      return '221 2.0.0 Bye'
    default:
      return '250 2.0.0 Ok'
  }
}

function countEmail(): void {
  emails += 1
  if (emails % REPORT_INTERVAL_EMAILS === 0) process.stdout.write(`${emails} ${performance.now()}\n`)
}
