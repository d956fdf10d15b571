import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A TCP server that does with each connection what the test says, and remembers what was sent to it. */
export type RawServer = AsyncDisposable & { port: number; received: string[]; connections(): number }

/** Opens a server on a free port of this machine. Stopping it cuts all connections. */
export async function openRawServer(behave: (socket: Socket, received: string) => void): Promise<RawServer> {
  const sockets = new Set<Socket>()
  const received: string[] = []
  let connections = 0
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const index = connections
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    let text = ''
    socket.on('data', (piece) => {
      const isFirst = text === ''
      text += piece.toString('latin1')
      received[index] = text
      if (isFirst) setImmediate(() => behave(socket, text))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    received,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
