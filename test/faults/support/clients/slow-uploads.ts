import { connect, type Socket } from 'node:net'

/** Opening more than this at once would only fill the queue of the system. */
const MAX_OPENING = 50
const ONE_BYTE_EVERY_MS = 500
const PAUSE_MS = 1000

/** Connections that each send most of a large body, and the rest byte by byte; each is replaced when it ends. */
type SlowUploads = {
  /** Number of connections that are open now. */
  open(): number
  /** Number of answers 503 so far. */
  refused(): number
  close(): Promise<void>
}

/** @param options.head request line and headers, without Content-Length */
export function startSlowUploads(options: {
  base: string
  head: string
  bodyBytes: number
  count: number
}): SlowUploads {
  const { hostname, port } = new URL(options.base)
  const body = Buffer.alloc(options.bodyBytes - 1024, 'x')
  const sockets = new Set<Socket>()
  let opening = 0
  let refused = 0
  let closing = false

  function fill(): void {
    while (!closing && opening < MAX_OPENING && sockets.size < options.count) open()
  }

  function open(): void {
    opening += 1
    const socket = connect(Number(port), hostname)
    sockets.add(socket)
    let drip: NodeJS.Timeout | undefined
    const begun = () => {
      opening -= 1
    }
    socket.once('connect', () => {
      socket.write(`${options.head}Content-Length: ${options.bodyBytes}\r\n\r\n`)
      socket.write(body)
      drip = setInterval(() => socket.write('x'), ONE_BYTE_EVERY_MS)
    })
    // Errors are those of connections that the service has closed.
    socket.on('error', () => {})
    socket.on('data', (answer) => {
      if (String(answer).startsWith('HTTP/1.1 503 ')) refused += 1
      socket.destroy()
    })
    socket.once('connect', begun)
    socket.once('close', () => {
      if (drip === undefined) begun()
      clearInterval(drip)
      // A connection that ended keeps its place for a while: the clients are many, not fast.
      setTimeout(() => {
        sockets.delete(socket)
        fill()
      }, PAUSE_MS).unref()
    })
    socket.once('connect', fill)
  }

  fill()
  return {
    open: () => [...sockets].filter(({ readyState }) => readyState === 'open').length,
    refused: () => refused,
    async close() {
      closing = true
      const standing = [...sockets].filter((socket) => !socket.closed)
      const closed = standing.map((socket) => new Promise((resolve) => socket.once('close', resolve)))
      for (const socket of standing) socket.destroy()
      await Promise.all(closed)
    },
  }
}
