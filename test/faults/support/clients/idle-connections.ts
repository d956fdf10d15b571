import { connect, type Socket } from 'node:net'

/** Maximum number of connections opened at once; more would only fill the backlog of the system. */
const AT_ONCE = 100
const ONE_BYTE_EVERY_MS = 500

type IdleConnections = {
  /** Number of connections that are open now. */
  standing(): number
  /** Number of connections that the service has closed so far. */
  ended(): number
  leave(): Promise<void>
}

/**
 * Opens connections and does not use them; each is replaced when the service closes it.
 *
 * @param options.manner `silent`: sends nothing. `slow headers`, `slow body`: a request, byte by byte (slowloris)
 */
export function openIdleConnections(options: {
  base: string
  count: number
  responseFormat: 'silent' | 'slow headers' | 'slow body'
}): IdleConnections {
  const { hostname, port } = new URL(options.base)
  const standing = new Set<Socket>()
  const all = new Set<Socket>()
  let here = true
  let ended = 0
  let opening = 0

  function fill(): void {
    while (here && opening < AT_ONCE && standing.size + opening < options.count) open()
  }

  function open(): void {
    opening += 1
    const socket = connect(Number(port), hostname)
    all.add(socket)
    let arrived = false
    socket.once('connect', () => {
      arrived = true
      opening -= 1
      standing.add(socket)
      begin(socket, options.responseFormat)
      fill()
    })
    socket.resume()
    // A refused or closed connection is opened again.
    socket.on('error', () => {})
    socket.once('close', () => {
      all.delete(socket)
      standing.delete(socket)
      if (arrived) ended += 1
      else opening -= 1
      setTimeout(fill, 100).unref()
    })
  }

  fill()
  return {
    standing: () => standing.size,
    ended: () => ended,
    async leave() {
      here = false
      const closed = [...all].map((socket) => new Promise((resolve) => socket.once('close', resolve)))
      for (const socket of all) socket.destroy()
      await Promise.all(closed)
    },
  }
}

function begin(socket: Socket, responseFormat: 'silent' | 'slow headers' | 'slow body'): void {
  if (responseFormat === 'silent') return
  const head = 'POST /new HTTP/1.1\r\nHost: formslot\r\n'
  const body = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 4000\r\n\r\n'
  socket.write(responseFormat === 'slow body' ? head + body : head)
  const drip = setInterval(() => socket.write('x'), ONE_BYTE_EVERY_MS)
  socket.once('close', () => clearInterval(drip))
}
