import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { SECOND } from '../domain/time.ts'
import { createIdleConnections, createOpenConnection, type OpenConnection } from './idle-connections.ts'
import { addressBucket, type Trust } from './kernel/client-address.ts'
import { type Admission, createRefusedConnections } from './refused-connections.ts'

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
   * Marks the connection of a response as busy until the response has ended. Called for every request. Closes the
   * connection when too many requests of it are in progress.
   */
  begin(response: ServerResponse): Admission
  /** Limits the connections of this server. */
  limit(server: Server): void
  /** Returns how many are open, those beyond the limit included. */
  count(): number
}

/**
 * Creates the limits on the number of connections, and on the time that one may be idle or leave its answers unread.
 *
 * @param options.trusts returns true for a trusted proxy, whose connections belong to many clients
 * @param options.interrupt ends a connection that has requests in progress
 */
export function createConnections({
  maxConnections,
  stalledAfterMs,
  trusts,
  interrupt,
}: Omit<ConnectionLimits, 'maxBodyBytes'> & {
  trusts: Trust
  interrupt(socket: Socket): void
}): Connections {
  const open = new Map<Socket, OpenConnection>()
  const idle = createIdleConnections()
  const clients = createClients(trusts)
  const refused = createRefusedConnections()

  function accept(socket: Socket): void {
    if (open.size >= maxConnections && !makeRoom(socket)) {
      refused.add(socket)
      return
    }
    const connection = createOpenConnection(socket, clients.join(socket))
    open.set(socket, connection)
    idle.add(connection)
    socket.once('close', () => forget(socket))
  }

  /** Closes a connection for a new one; returns false when none may be closed for it. */
  function makeRoom(socket: Socket): boolean {
    const longestIdle = idle.findLongestIdle()?.socket
    const closing = longestIdle ?? clients.findOldestOfLarger(socket)
    if (!closing) return false
    forget(closing)
    if (closing === longestIdle) closing.destroy()
    else interrupt(closing)
    return true
  }

  function forget(socket: Socket): void {
    const connection = open.get(socket)
    if (!connection) return
    open.delete(socket)
    idle.remove(connection)
    connection.leaveClient()
  }

  /**
   * Decides about a connection without traffic for `stalledAfterMs`. A slow reader makes traffic; an answer that takes
   * long to produce, such as an export, has no output pending. An idle connection gets the same time once more.
   */
  function handleTimeout(socket: Socket): void {
    const connection = open.get(socket)
    const isIdle = connection?.isIdle === true
    if (socket.writableLength > 0 || (isIdle && connection.wasQuiet)) socket.destroy()
    else if (isIdle) {
      connection.wasQuiet = true
      socket.setTimeout(stalledAfterMs)
    }
  }

  return {
    begin(response) {
      const { socket } = response.req
      const connection = open.get(socket)
      const refusal = connection ? null : refused.admit(socket)
      if (refusal) return refusal
      // All requests that arrived together are parsed, also behind the one that closed the connection.
      if (!connection || connection.requests === MAX_PIPELINED_REQUESTS) {
        socket.destroy()
        return 'closed'
      }
      connection.requests += 1
      connection.wasQuiet = false
      idle.remove(connection)
      response.on('close', () => {
        connection.requests -= 1
        if (connection.requests === 0 && !socket.destroyed && open.has(socket)) idle.add(connection)
      })
      return 'admitted'
    },
    limit(server) {
      server.on('connection', accept)
      // One timer for each connection. Node would also start one for each request to close connections that stay idle.
      server.keepAliveTimeout = 0
      server.setTimeout(stalledAfterMs, handleTimeout)
    },
    count: () => open.size + refused.count(),
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
    /**
     * Returns the oldest connection of the client with the most; null when it has no more than the client of `socket`
     * would have with this new one.
     */
    findOldestOfLarger(socket: Socket): Socket | null {
      const own = clients.get(addressBucket(socket.remoteAddress ?? ''))
      let most = (own?.size ?? 0) + 1
      let largest: Set<Socket> | null = null
      for (const sockets of clients.values()) {
        if (sockets.size <= most) continue
        most = sockets.size
        largest = sockets
      }
      const [oldest] = largest ?? []
      return oldest ?? null
    },
  }
}
