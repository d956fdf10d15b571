import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { SECOND } from '../domain/time.ts'
import { createClientConnections } from './client-connections.ts'
import type { Trust } from './kernel/client-address.ts'
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

/** An open connection; linked to its neighbors in the list while it has no request in progress. */
type OpenConnection = {
  readonly socket: Socket
  /** Removes it from those of its client. */
  leaveClient(): void
  /** Number of its requests in progress. */
  requests: number
  /** Its timer has run out while it was idle. */
  wasQuiet: boolean
  isIdle: boolean
  idleBefore: OpenConnection | null
  idleAfter: OpenConnection | null
}

/** Connections without a request in progress, the one that has been idle the longest first. */
type IdleConnections = {
  /** Adds a connection that is not in the list behind all others. */
  add(connection: OpenConnection): void
  /** Does nothing for a connection that is not in the list. */
  remove(connection: OpenConnection): void
  findLongestIdle(): OpenConnection | null
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
 * @param options.closing aborted once the service is stopping
 */
export function createConnections({
  maxConnections,
  stalledAfterMs,
  trusts,
  interrupt,
  closing,
}: Omit<ConnectionLimits, 'maxBodyBytes'> & {
  trusts: Trust
  interrupt(socket: Socket): void
  closing: AbortSignal
}): Connections {
  const open = new Map<Socket, OpenConnection>()
  const idle = createIdleConnections()
  const clients = createClientConnections(trusts)
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
        if (connection.requests > 0 || socket.destroyed || !open.has(socket)) return
        // Its head was written before the service began to stop, so the client would keep the connection.
        if (closing.aborted) socket.destroySoon()
        else idle.add(connection)
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

/** Creates the record of a connection that is in no list yet. */
function createOpenConnection(socket: Socket, leaveClient: () => void): OpenConnection {
  return {
    socket,
    leaveClient,
    requests: 0,
    wasQuiet: false,
    isIdle: false,
    idleBefore: null,
    idleAfter: null,
  }
}

/**
 * Creates an empty list, linked through its members rather than a Set: each request removes its connection and adds it
 * again, so V8 would copy the table of a Set every few hundred requests. Once such a table is in the old generation, it
 * keeps all later ones alive until the next full garbage collection.
 */
function createIdleConnections(): IdleConnections {
  let first: OpenConnection | null = null
  let last: OpenConnection | null = null
  return {
    add(connection) {
      connection.isIdle = true
      connection.idleBefore = last
      if (last) last.idleAfter = connection
      else first = connection
      last = connection
    },
    remove(connection) {
      if (!connection.isIdle) return
      const { idleBefore: before, idleAfter: after } = connection
      if (before) before.idleAfter = after
      else first = after
      if (after) after.idleBefore = before
      else last = before
      connection.isIdle = false
      connection.idleBefore = null
      connection.idleAfter = null
    },
    findLongestIdle: () => first,
  }
}
