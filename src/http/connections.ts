import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { SECOND } from '../domain/time.ts'

export type ConnectionLimits = {
  maxConnections: number
  /** Time after which a connection with unread output is closed. */
  stalledAfterMs: number
  /** Memory for the bodies of all requests in progress together. */
  maxBodyBytes: number
}

export const STALLED_AFTER_MS = 60 * SECOND

const MEBIBYTE = 1024 * 1024

export const CONNECTION_LIMITS: ConnectionLimits = {
  maxConnections: 10_000,
  stalledAfterMs: STALLED_AFTER_MS,
  maxBodyBytes: 64 * MEBIBYTE,
}

/** The connections of a server. */
export type Connections = {
  /** Marks the connection of a response as busy until the response has ended. Called for every request. */
  begin(response: ServerResponse): void
  /** Limits the connections of this server. */
  limit(server: Server): void
  count(): number
}

/** Creates the limits on the number of connections, and on the time that one may leave its answers unread. */
export function createConnections({
  maxConnections,
  stalledAfterMs,
}: Omit<ConnectionLimits, 'maxBodyBytes'>): Connections {
  /** Connections without a request in progress, the one that has been idle the longest first. */
  const idle = new Set<Socket>()
  let open = 0

  function accept(socket: Socket): void {
    open += 1
    idle.add(socket)
    socket.once('close', () => {
      open -= 1
      idle.delete(socket)
    })
    const [longestIdle] = idle
    if (open <= maxConnections || !longestIdle) return
    idle.delete(longestIdle)
    longestIdle.destroy()
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
      idle.delete(socket)
      response.once('close', () => {
        if (!socket.destroyed && !hasNextResponse(socket)) idle.add(socket)
      })
    },
    limit(server) {
      server.on('connection', accept)
      server.setTimeout(stalledAfterMs, handleTimeout)
    },
    count: () => open,
  }
}

/** Returns true while the answer to a further, pipelined request is in progress on the connection. */
function hasNextResponse(socket: Socket): boolean {
  return Boolean(Reflect.get(socket, '_httpMessage'))
}
