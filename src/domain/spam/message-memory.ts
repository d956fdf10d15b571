import { HOUR, later } from '../time.ts'
import type { ReadText } from './read-texts.ts'
import {
  hashMessage,
  MAX_SIGHTING_ENDPOINTS,
  NO_SIGHTINGS,
  SIGHTING_HOURS,
  type Sightings,
} from './sightings.ts'

/** Number of messages after which the older half of what is remembered is forgotten. */
const MAX_MESSAGES_PER_GENERATION = 10_000

type Place = { endpointKey: number; accountKey: number; now: Date }
type Seen = { endpointKey: number; accountKey: number; count: number; at: number }

/**
 * Memory of the messages of real submissions, in which copies are found, of this process alone: a restart forgets them, and
 * each node counts for itself. A table would cost a submission more than all other rules of the filter.
 */
export type MessageMemory = {
  /** Returns the hash of the message of a submission; null where it holds none that is compared. */
  hash(texts: readonly ReadText[]): number | null
  find(hash: number, place: Place): Sightings
  /** Counts a real submission; the ones that follow see it. */
  add(hash: number, place: Place): void
}

/** @param seed unpredictable number of 32 bits, so that nobody can make two messages with one hash */
export function createMessageMemory(seed: number): MessageMemory {
  let newer = new Map<number, Seen[]>()
  let older = new Map<number, Seen[]>()
  /** The hash that was found nowhere last: most messages are new, and are added at once. */
  let missed: number | null = null
  const recent = (hash: number, now: Date) => {
    const since = later(now, -SIGHTING_HOURS * HOUR).getTime()
    return (newer.get(hash) ?? older.get(hash))?.filter(({ at }) => at > since) ?? []
  }
  const remember = (hash: number, places: Seen[]) => {
    if (newer.size >= MAX_MESSAGES_PER_GENERATION) {
      older = newer
      newer = new Map()
    }
    newer.set(hash, places)
    missed = null
  }

  return {
    hash: (texts) => hashMessage(texts, seed),
    find(hash, { endpointKey, accountKey, now }) {
      if (!newer.has(hash) && !older.has(hash)) {
        missed = hash
        return NO_SIGHTINGS
      }
      const places = recent(hash, now)
      return {
        here: places.find((place) => place.endpointKey === endpointKey)?.count ?? 0,
        endpoints: new Set([endpointKey, ...places.map((place) => place.endpointKey)]).size,
        accounts: new Set([accountKey, ...places.map((place) => place.accountKey)]).size,
      }
    },
    add(hash, { endpointKey, accountKey, now }) {
      const at = now.getTime()
      if (hash === missed) return remember(hash, [{ endpointKey, accountKey, count: 1, at }])
      const places = recent(hash, now)
      const here = places.find((place) => place.endpointKey === endpointKey)
      if (here) {
        here.count += 1
        here.at = at
      } else if (places.length < MAX_SIGHTING_ENDPOINTS) {
        places.push({ endpointKey, accountKey, count: 1, at })
      }
      remember(hash, places)
    },
  }
}
