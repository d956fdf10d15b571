import { SECOND } from '../../domain/time.ts'

/** Uploads in progress at a time. Bodies that are received whole do not count: see `MAX_BODY_BYTES`. */
const MAX_UPLOADS = 8
/** Of one client address: nobody can keep everybody else out from one network. */
const MAX_UPLOADS_OF_CLIENT = 4
/** Uploads that wait for a place, their bodies unread. */
const MAX_WAITING = 32
/** Of one client address, also when its connection is gone: nobody can fill the queue, either. */
const MAX_WAITING_OF_CLIENT = 8
/** `/form.js` ends a transfer that has not moved for 30 seconds. */
export const MAX_WAIT_MS = 20 * SECOND

/** Places for uploads of this node. */
export type UploadPlaces = {
  /** Waits for a place; null when too many wait, or it has waited too long. Call the result once to give it back. */
  enter(client: string): Promise<(() => void) | null>
  count(): number
}

type Waiting = { client: string; begin(): void }

/**
 * Creates the places. Of those who wait, the client with the fewest uploads in progress enters first, then whoever came first:
 * few clients that keep their places as long as they may do not let the others wait behind them.
 */
export function createUploadPlaces(): UploadPlaces {
  const clients = new Map<string, number>()
  const waiting: Waiting[] = []
  let inProgress = 0

  const countOf = (client: string) => clients.get(client) ?? 0
  const mayBegin = (client: string) => inProgress < MAX_UPLOADS && countOf(client) < MAX_UPLOADS_OF_CLIENT

  function begin(client: string): () => void {
    inProgress += 1
    clients.set(client, countOf(client) + 1)
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      inProgress -= 1
      const left = (clients.get(client) ?? 1) - 1
      if (left === 0) clients.delete(client)
      else clients.set(client, left)
      const fewest = Math.min(...waiting.map((one) => countOf(one.client)))
      const next = waiting.findIndex((one) => mayBegin(one.client) && countOf(one.client) === fewest)
      if (next !== -1) waiting.splice(next, 1)[0]?.begin()
    }
  }

  return {
    async enter(client) {
      if (mayBegin(client)) return begin(client)
      const ofClient = waiting.filter((one) => one.client === client).length
      if (waiting.length >= MAX_WAITING || ofClient >= MAX_WAITING_OF_CLIENT) return null
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(one), 1)
          resolve(null)
        }, MAX_WAIT_MS).unref()
        const one: Waiting = {
          client,
          begin() {
            clearTimeout(timer)
            resolve(begin(client))
          },
        }
        waiting.push(one)
      })
    },
    count: () => inProgress,
  }
}
