import { useState } from 'react'

/** A list that stays still while consumers change it. */
type FrozenList<Item> = {
  shown: readonly Item[]
  /** True if the current list differs from the shown one. */
  outdated: boolean
  refresh: () => void
}

/**
 * Freezes a list while consumers take from it, so that rows do not move under the pointer. Rows appended at the
 * end are shown at once.
 *
 * @param now latest list
 */
export function useFrozenList<Item extends { id: string }>(now: readonly Item[]): FrozenList<Item> {
  const [shown, setShown] = useState(now)
  const outdated = !isContinued(shown, now)
  if (!outdated && shown !== now) setShown(now)
  return { shown: outdated ? shown : now, outdated, refresh: () => setShown(now) }
}

/** Returns true if every shown row is still at its place. */
export function isContinued(shown: readonly { id: string }[], now: readonly { id: string }[]): boolean {
  return shown.every(({ id }, place) => now[place]?.id === id)
}
