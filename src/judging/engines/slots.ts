/** Requests that may wait for a slot; further ones are turned away. */
const MAX_WAITING = 100

/** A fixed number of slots. */
export type Slots = {
  /** Takes a slot as soon as one is free; false: the signal was aborted before, or too many wait. */
  take(signal: AbortSignal): Promise<boolean>
  free(): void
  /** Returns how many slots are taken. */
  countTaken(): number
}

/** Creates slots for concurrent work; whoever waits longest is served first. */
export function createSlots(limit: number): Slots {
  const waiting = new Set<() => void>()
  let taken = 0
  return {
    async take(signal) {
      if (signal.aborted) return false
      if (taken < limit) {
        taken += 1
        return true
      }
      if (waiting.size >= MAX_WAITING) return false
      const { promise, resolve } = Promise.withResolvers<boolean>()
      // The slot is handed over: it stays taken.
      const serve = () => resolve(true)
      const giveUp = () => {
        waiting.delete(serve)
        resolve(false)
      }
      waiting.add(serve)
      signal.addEventListener('abort', giveUp, { once: true })
      const served = await promise
      signal.removeEventListener('abort', giveUp)
      return served
    },
    free() {
      const [next] = waiting
      if (next) {
        waiting.delete(next)
        next()
      } else taken -= 1
    },
    countTaken: () => taken,
  }
}
