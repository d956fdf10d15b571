import { LRUCache } from 'lru-cache'
import { later } from '../../../../../domain/time.ts'
import { MAX_ATTEMPT_AGE_MS, MAX_MESSAGE_AGE_MS } from './vendor.ts'

/** Messages whose keys are kept: about 2 MB. Whoever sends more of them can sign them. */
const MAX_SEEN = 20_000

/** Keys of messages that had their effect, so that a copy has none. */
export type SeenMessages = {
  has(once: string, now: Date): boolean
  /** Notes a message after its effect is saved: a repetition after a failure must get through. */
  add(once: string, now: Date): void
}

/**
 * Keeps the keys of messages for as long as their signatures are accepted, in memory: after a restart and on other nodes a
 * copy gets through, but the same report has no second effect.
 */
export function createSeenMessages(): SeenMessages {
  const ends = new LRUCache<string, Date>({ max: MAX_SEEN })
  return {
    has(once, now) {
      const end = ends.get(once)
      return end !== undefined && now <= end
    },
    add(once, now) {
      // A signature may be from the future by the difference of two clocks.
      ends.set(once, later(now, MAX_MESSAGE_AGE_MS + MAX_ATTEMPT_AGE_MS))
    },
  }
}
