import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { SECOND } from '../domain/time.ts'
import { addressBucket, type Trust } from './kernel/client-address.ts'

export type ConnectionLimits = {
  maxConnections: number
  /**
   * Time without traffic after which a connection with unread output is closed, and an idle one after twice as long. Node
   * waits once more when some of the output was sent after it was written, so unread output may stay for twice as long too.
   */
  stalledAfterMs: number
  /** Memory for the bodies of all requests in progress together. */
  maxBodyBytes: number
}

/** Half of `KEEP_ALIVE_MS`: a connection with unread output is closed earlier than an idle one. */
export const STALLED_AFTER_MS = 65 * SECOND

/**
 * Time that an idle connection is kept: longer than the proxies in front do (nginx and the load balancer of AWS 60 s,
 * Caddy 120 s), so that they never send a request on a connection that is being closed here.
 */
export const KEEP_ALIVE_MS = 2 * STALLED_AFTER_MS

/**
 * Maximum number of requests of one connection that are in progress at the same time. Clients pipeline few requests or none,
 * and each one in progress takes several KiB.
 */
export const MAX_PIPELINED_REQUESTS = 32

const MEBIBYTE = 1024 * 1024

export const CONNECTION_LIMITS: ConnectionLimits = {
  maxConnections: 10_000,
  stalledAfterMs: STALLED_AFTER_MS,
  maxBodyBytes: 64 * MEBIBYTE,
}

/** The connections of a server. */
export type Connections = {
  /**
   * Marks the connection of a response as busy until the response has ended. Called for every request. Returns false, and
   * closes the connection, when too many requests of it are in progress: this one must not be processed.
   */
  begin(response: ServerResponse): boolean
  /** Limits the connections of this server. */
  limit(server: Server): void
  count(): number
}

/**
 * Creates the limits on the number of connections, and on the time that one may be idle or leave its answers unread.
 *
 * @param options.trusts returns true for a trusted proxy, whose connections belong to many clients
 */
export function createConnections({
  maxConnections,
  stalledAfterMs,
  trusts,
}: Omit<ConnectionLimits, 'maxBodyBytes'> & { trusts: Trust }): Connections {
  /** All open connections, with the number of their requests in progress, and whether their timer has run out while idle. */
  const open = new Map<Socket, { requests: number; wasQuiet: boolean }>()
  /** Connections without a request in progress, the one that has been idle the longest first. */
  const idle = new Set<Socket>()
  const clients = createClients(trusts)

  function accept(socket: Socket): void {
    open.set(socket, { requests: 0, wasQuiet: false })
    idle.add(socket)
    const leaveClient = clients.join(socket)
    socket.once('close', () => {
      open.delete(socket)
      idle.delete(socket)
      leaveClient()
    })
    if (open.size <= maxConnections) return
    const [longestIdle] = idle
    const closing = longestIdle === socket ? (clients.findOldestOfLarger(socket) ?? socket) : longestIdle
    if (!closing) return
    idle.delete(closing)
    closing.destroy()
  }

  /**
   * Decides about a connection without traffic for `stalledAfterMs`. A slow reader makes traffic; an answer that takes
   * long to produce, such as an export, has no output pending. An idle connection gets the same time once more.
   */
  function handleTimeout(socket: Socket): void {
    const connection = open.get(socket)
    const isIdle = idle.has(socket)
    if (socket.writableLength > 0 || (isIdle && connection?.wasQuiet)) socket.destroy()
    else if (isIdle && connection) {
      connection.wasQuiet = true
      socket.setTimeout(stalledAfterMs)
    }
  }

  return {
    begin(response) {
      const { socket } = response.req
      const connection = open.get(socket)
      // All requests that arrived together are parsed, also behind the one that closed the connection.
      if (!connection || connection.requests === MAX_PIPELINED_REQUESTS) {
        socket.destroy()
        return false
      }
      connection.requests += 1
      connection.wasQuiet = false
      idle.delete(socket)
      response.on('close', () => {
        connection.requests -= 1
        if (connection.requests === 0 && !socket.destroyed) idle.add(socket)
      })
      return true
    },
    limit(server) {
      server.on('connection', accept)
      // One timer for each connection. Node would also start one for each request to close connections that stay idle.
      server.keepAliveTimeout = 0
      server.setTimeout(stalledAfterMs, handleTimeout)
    },
    count: () => open.size,
  }
}

/** Creates the lists of the connections of each client address, without those of trusted proxies. */
function createClients(trusts: Trust) {
  /** Oldest first. */
  const clients = new Map<string, Set<Socket>>()
  return {
    /** Adds a connection to those of its client; returns the function that removes it. */
    join(socket: Socket): () => void {
      const peer = socket.remoteAddress ?? ''
      if (trusts(peer)) return () => {}
      const client = addressBucket(peer)
      const sockets = clients.get(client) ?? new Set<Socket>()
      clients.set(client, sockets.add(socket))
      return () => {
        sockets.delete(socket)
        if (sockets.size === 0) clients.delete(client)
      }
    },
    /** Returns the oldest connection of the client with the most; null when it has no more than the client of `socket`. */
    findOldestOfLarger(socket: Socket): Socket | null {
      let largest = clients.get(addressBucket(socket.remoteAddress ?? '')) ?? new Set([socket])
      const own = largest.size
      for (const sockets of clients.values()) if (sockets.size > largest.size) largest = sockets
      const [oldest] = largest
      return oldest && largest.size > own ? oldest : null
    },
  }
}
