import type { Socket } from 'node:net'

/** An open connection; linked to its neighbors in the list while it has no request in progress. */
export type OpenConnection = {
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

/** Creates the record of a connection that is in no list yet. */
export function createOpenConnection(socket: Socket, leaveClient: () => void): OpenConnection {
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
export function createIdleConnections(): IdleConnections {
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
