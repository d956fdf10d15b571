import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Between a service and its PostgreSQL; breaks connections just when a transaction is committed, or poses as a pooler. */
type PostgresProxy = AsyncDisposable & {
  /** The address of the database, by way of the proxy. */
  url: string
  /**
   * Breaks the connection that is next to commit. `before`: the server never hears of the commit. `after`: it has
   * committed and its answer is lost. Settles when that has happened.
   */
  cutNextCommit(when: 'before' | 'after'): Promise<void>
}

/** A simple query of the protocol: its kind, its length, the text, a zero byte. */
const COMMIT = Buffer.from('Q\0\0\0\x0bcommit\0', 'latin1')
/** The server's answer to a commit that took place. */
const COMMITTED = Buffer.from('COMMIT\0', 'latin1')

/** The server's first message: kind, length, process number. */
const BACKEND_KEY = Buffer.from('K\0\0\0\x0c', 'latin1')

/** @param poses as a pooler it tells clients a number of its own for the process behind it */
export async function startPostgresProxy(
  target: string,
  poses: 'wire' | 'pooler' = 'wire',
): Promise<PostgresProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let next: { when: 'before' | 'after'; done(): void } | null = null

  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    let waitsForAnswer = false
    const cut = () => {
      client.resetAndDestroy()
      upstream.destroy()
      next?.done()
      next = null
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (bytes: Buffer) => {
      const commits = next !== null && bytes.includes(COMMIT)
      if (commits && next?.when === 'before') return cut()
      waitsForAnswer ||= commits
      upstream.write(bytes)
    })
    upstream.on('data', (bytes: Buffer) => {
      if (waitsForAnswer && bytes.includes(COMMITTED)) return cut()
      const key = poses === 'pooler' ? bytes.indexOf(BACKEND_KEY) : -1
      if (key !== -1) bytes.writeUInt32BE(1, key + BACKEND_KEY.length)
      client.write(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port could be taken')
  return {
    url: Object.assign(new URL(target), { port: String(address.port) }).href,
    cutNextCommit: (when) =>
      new Promise((done) => {
        next = { when, done }
      }),
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
