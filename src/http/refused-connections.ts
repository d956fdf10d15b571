import type { Socket } from 'node:net'
import { SECOND } from '../domain/time.ts'

/** Maximum number of connections beyond the limit that are kept until they are answered. */
export const MAX_REFUSED = 1000
/** Time within which the request of such a connection must arrive. */
const REFUSED_MS = 5 * SECOND

/**
 * `refused`: answer with a 503 and close the connection, because there are too many. `closed`: the connection is being
 * closed, so the request must not be processed.
 */
export type Admission = 'admitted' | 'refused' | 'closed'

/** The connections beyond the limit: each waits for its request, so that the client gets an answer instead of a reset. */
export type RefusedConnections = {
  /** Adds a connection; closes the one that has waited the longest when there are too many of them. */
  add(socket: Socket): void
  /** Tells what to do with a request; null for a connection that was not refused. Only the first request is answered. */
  admit(socket: Socket): Exclude<Admission, 'admitted'> | null
  count(): number
}

/** Creates the list of the connections beyond the limit. */
export function createRefusedConnections(): RefusedConnections {
  /** Those that wait for their request, the oldest first. */
  const waiting = new Set<Socket>()
  const answered = new Set<Socket>()
  return {
    add(socket) {
      waiting.add(socket)
      const timer = setTimeout(() => socket.destroy(), REFUSED_MS).unref()
      socket.once('close', () => {
        clearTimeout(timer)
        waiting.delete(socket)
        answered.delete(socket)
      })
      if (waiting.size + answered.size <= MAX_REFUSED) return
      const [oldest] = waiting
      if (oldest) waiting.delete(oldest)
      oldest?.destroy()
    },
    admit(socket) {
      if (answered.has(socket)) return 'closed'
      if (!waiting.delete(socket)) return null
      answered.add(socket)
      return 'refused'
    },
    count: () => waiting.size + answered.size,
  }
}
