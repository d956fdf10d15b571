import { LRUCache } from 'lru-cache'
import { later } from '../../../../../domain/time.ts'
import { MAX_ATTEMPT_AGE_MS, MAX_MESSAGE_AGE_MS } from './vendor.ts'

/** Maximum number of keys that are kept: about 2 MB. Only somebody who can sign messages can cause more. */
const MAX_SEEN = 20_000

/** Keys of messages that have taken effect, so that copies of them are ignored. */
export type SeenMessages = {
  has(once: string, now: Date): boolean
  /** Adds a message before it takes effect, so that a copy at the same time is ignored, too. */
  add(once: string, now: Date): void
  /** Removes a message whose effect could not be saved: a retry must get through. */
  remove(once: string): void
}

/**
 * Keeps the keys of messages in memory for as long as their signatures are accepted. After a restart and on other nodes, a copy
 * gets through, but recording the same report again has no effect.
 */
export function createSeenMessages(): SeenMessages {
  const ends = new LRUCache<string, Date>({ max: MAX_SEEN })
  return {
    has(once, now) {
      const end = ends.get(once)
      return end !== undefined && now <= end
    },
    add(once, now) {
      // A signature may be slightly in the future, because two clocks differ.
      ends.set(once, later(now, MAX_MESSAGE_AGE_MS + MAX_ATTEMPT_AGE_MS))
    },
    remove: (once) => void ends.delete(once),
  }
}
