import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { SECOND } from '../domain/time.ts'
import { addressBucket, type Trust } from './kernel/client-address.ts'

export type ConnectionLimits = {
  maxConnections: number
  /** Time after which a connection with unread output is closed. */
  stalledAfterMs: number
  /** Memory for the bodies of all requests in progress together. */
  maxBodyBytes: number
}

export const STALLED_AFTER_MS = 60 * SECOND

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
 * Creates the limits on the number of connections, and on the time that one may leave its answers unread.
 *
 * @param options.trusts returns true for a trusted proxy, whose connections belong to many clients
 */
export function createConnections({
  maxConnections,
  stalledAfterMs,
  trusts,
}: Omit<ConnectionLimits, 'maxBodyBytes'> & { trusts: Trust }): Connections {
  /** Connections without a request in progress, the one that has been idle the longest first. */
  const idle = new Set<Socket>()
  const clients = createClients(trusts)
  /** Number of requests in progress of each connection that has any. */
  const inProgress = new WeakMap<Socket, number>()
  let open = 0

  function accept(socket: Socket): void {
    open += 1
    idle.add(socket)
    const leaveClient = clients.join(socket)
    socket.once('close', () => {
      open -= 1
      idle.delete(socket)
      leaveClient()
    })
    if (open <= maxConnections) return
    const [longestIdle] = idle
    const closing = longestIdle === socket ? (clients.findOldestOfLarger(socket) ?? socket) : longestIdle
    if (!closing) return
    idle.delete(closing)
    closing.destroy()
  }

  /**
   * Decides about a connection without progress for `stalledAfterMs`, or that is idle for longer than keep-alive allows. A
   * slow reader makes progress; an answer that takes long to produce, such as an export, has no output pending.
   */
  function handleTimeout(socket: Socket): void {
    if (idle.has(socket) || socket.writableLength > 0) socket.destroy()
  }

  return {
    begin(response) {
      const { socket } = response.req
      const requests = (inProgress.get(socket) ?? 0) + 1
      // All requests that arrived together are parsed, also behind the one that closed the connection.
      if (requests > MAX_PIPELINED_REQUESTS) {
        socket.destroy()
        return false
      }
      inProgress.set(socket, requests)
      idle.delete(socket)
      response.on('close', () => {
        const left = (inProgress.get(socket) ?? 1) - 1
        inProgress.set(socket, left)
        if (!socket.destroyed && left === 0) idle.add(socket)
      })
      return true
    },
    limit(server) {
      server.on('connection', accept)
      server.setTimeout(stalledAfterMs, handleTimeout)
    },
    count: () => open,
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
