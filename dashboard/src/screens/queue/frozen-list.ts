import { useState } from 'react'

/** A list that others work at, as it stands on the screen. */
type StandingList<Item> = {
  shown: readonly Item[]
  /** Whether another one is known, in which what is shown stands elsewhere or is gone. */
  behind: boolean
  catchUp: () => void
}

/**
 * Keeps a list at rest while consumers take from it: what is read or pointed at must not move away. What comes behind
 * the last one is shown at once, for it moves nothing.
 *
 * @param now what it is now, as often as it is asked about
 */
export function useStandingList<Item extends { id: string }>(now: readonly Item[]): StandingList<Item> {
  const [shown, setShown] = useState(now)
  const behind = !isContinued(shown, now)
  if (!behind && shown !== now) setShown(now)
  return { shown: behind ? shown : now, behind, catchUp: () => setShown(now) }
}

/** Whether everything that is shown stands where it stood. */
export function isContinued(shown: readonly { id: string }[], now: readonly { id: string }[]): boolean {
  return shown.every(({ id }, place) => now[place]?.id === id)
}
