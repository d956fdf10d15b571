import { LRUCache } from 'lru-cache'

/** A bounded map in the memory of this node whose entries expire. */
type RecentMap<Value> = {
  get(key: string): Value | undefined
  set(key: string, value: Value, now: Date): void
}

/**
 * Creates a map that drops entries not set for `span` milliseconds, and the least recently set entry when it is full. Time
 * is that of `set`, so that tests can move the clock.
 */
export function createRecentMap<Value extends object>(limits: {
  entries: number
  span: number
}): RecentMap<Value> {
  let time = 0
  let purgedAt = Number.NEGATIVE_INFINITY
  // Created with the first entry: it reserves the memory for all.
  let cache: LRUCache<string, Value> | null = null
  const create = () =>
    new LRUCache<string, Value>({
      max: limits.entries,
      ttl: Math.ceil(limits.span),
      ttlResolution: 0,
      perf: { now: () => time },
    })
  return {
    // Reading an entry does not make it more recent.
    get: (key) => cache?.peek(key),
    set(key, value, now) {
      cache ??= create()
      time = now.getTime()
      // The clock was set back: entries from the future would never expire.
      if (purgedAt - time >= limits.span) cache.clear()
      if (Math.abs(time - purgedAt) >= limits.span) {
        cache.purgeStale()
        purgedAt = time
      }
      cache.set(key, value)
    },
  }
}
