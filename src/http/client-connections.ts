import type { Socket } from 'node:net'
import { addressBucket, type Trust } from './kernel/client-address.ts'

/** Creates the lists of the connections of each client address, without those of trusted proxies. */
export function createClientConnections(trusts: Trust) {
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
