import { EventEmitter, once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { converse } from './conversation.ts'
import type { FailpointName, Fault } from './fault.ts'
import { type LedgerEmail, openLedger } from './ledger.ts'

type SmtpFaultServerOptions = {
  /** Lines of the EHLO answer besides the name: `['PIPELINING', 'STARTTLS', 'AUTH PLAIN LOGIN']`. */
  extensions?: string[]
  /** That of a server that was closed, so that it is back; default: a free one. */
  port?: number
}

export type SmtpFaultServer = AsyncDisposable & {
  port: number
  /** Every email that arrived completely, in order, whatever the answer was. */
  ledger: LedgerEmail[]
  /** Every command line as it came in, credentials too, in order. */
  commands: string[]
  /** Connections made so far. */
  connections(): number
  /** Injects this fault the next time a conversation reaches `point`. Several faults for a point happen in order. */
  script(point: FailpointName, fault: Fault): void
  /** Sets a function that chooses the fault for every point without a scripted one; null ends it. */
  play(chooseFault: ((point: FailpointName) => Fault | null) | null): void
  /** Sends the answers that `hold` delayed. */
  release(): void
  /** Waits until conversations have reached `point` this many times. */
  reached(point: FailpointName, count?: number): Promise<void>
  /** Waits until the ledger holds this many emails. */
  received(count: number): Promise<void>
  close(): Promise<void>
}

/** Small SMTP server on a loopback port that accepts every email and fails on command. */
export async function startSmtpFaultServer(options: SmtpFaultServerOptions = {}): Promise<SmtpFaultServer> {
  const ledger = openLedger()
  const commands: string[] = []
  const scripts = new Map<FailpointName, Fault[]>()
  const arrivals = new Map<FailpointName, number>()
  const sockets = new Set<Socket>()
  const events = new EventEmitter().setMaxListeners(0)
  let connections = 0
  let chooseFault: ((point: FailpointName) => Fault | null) | null = null

  const server = createServer({ allowHalfOpen: true }, (socket) => {
    connections += 1
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    converse(socket, {
      extensions: options.extensions ?? [],
      command: (line) => commands.push(line),
      email: ledger.add,
      arrive(point) {
        arrivals.set(point, (arrivals.get(point) ?? 0) + 1)
        events.emit('arrival')
        return scripts.get(point)?.shift() ?? chooseFault?.(point) ?? null
      },
      released: async () => {
        await once(events, 'release')
      },
    })
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  async function close(): Promise<void> {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  return {
    port,
    ledger: ledger.emails,
    commands,
    connections: () => connections,
    script: (point, fault) => scripts.set(point, [...(scripts.get(point) ?? []), fault]),
    play(next) {
      chooseFault = next
    },
    release: () => events.emit('release'),
    async reached(point, count = 1) {
      while ((arrivals.get(point) ?? 0) < count) await once(events, 'arrival')
    },
    received: ledger.received,
    close,
    [Symbol.asyncDispose]: close,
  }
}
