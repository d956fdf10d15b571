/** A map in the memory of this node that forgets by itself. */
export type RecentMap<Value> = {
  get(key: string): Value | undefined
  set(key: string, value: Value, now: Date): void
}

/** The part that makes room at once when the map is full: the walk to the oldest entries is paid once for many. */
const MAKES_ROOM = 1 / 4

/**
 * A map that forgets what has not been set for `span`, and the oldest first once there are too many.
 * Each entry is looked at once to be forgotten, so that setting one costs the same however many there are.
 *
 * @param limits.span milliseconds after which an entry means the same as none
 */
export function openRecentMap<Value>(limits: { entries: number; span: number }): RecentMap<Value> {
  // The order of a Map is that of insertion: the entries set last stand at its end.
  const kept = new Map<string, { value: Value; at: number }>()
  let forgotAt = Number.NEGATIVE_INFINITY

  function forget(now: number): void {
    let surplus = kept.size >= limits.entries ? Math.ceil(limits.entries * MAKES_ROOM) : 0
    for (const [key, { at }] of kept) {
      // One from the future was set before the clock went back.
      const isPast = at > now || now - at >= limits.span
      if (!isPast && surplus <= 0) break
      kept.delete(key)
      surplus -= 1
    }
    forgotAt = now
  }

  return {
    get: (key) => kept.get(key)?.value,
    set(key, value, now) {
      const at = now.getTime()
      kept.delete(key)
      if (kept.size >= limits.entries || Math.abs(at - forgotAt) >= limits.span) forget(at)
      kept.set(key, { value, at })
    },
  }
}
