import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Rows beyond the edge, so that what scrolls in is there already. */
const AHEAD = 8

export type RowWindow = { first: number; last: number }

/**
 * Which rows of a long list are in sight, of `count` rows of one height. It is told anew only when that changes, so that
 * a hundred thousand rows scroll as ten do.
 *
 * @param of.rowHeight in px
 */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  of: { count: number; rowHeight: number },
): RowWindow {
  const { count, rowHeight } = of
  const [seen, setSeen] = useState({ first: 0, last: 30 })
  useLayoutEffect(() => {
    const place = scroller.current
    if (!place) return
    const look = () => {
      const first = Math.max(0, Math.floor(place.scrollTop / rowHeight) - AHEAD)
      const last = Math.ceil((place.scrollTop + place.clientHeight) / rowHeight) + AHEAD
      setSeen((before) => (before.first === first && before.last === last ? before : { first, last }))
    }
    // In the frame that scrolls, not in the one after it, which would show gaps.
    const scrolled = () => flushSync(look)
    look()
    place.addEventListener('scroll', scrolled, { passive: true })
    const watch = new ResizeObserver(look)
    watch.observe(place)
    return () => {
      place.removeEventListener('scroll', scrolled)
      watch.disconnect()
    }
  }, [scroller, rowHeight])
  return { first: Math.min(seen.first, Math.max(0, count - 1)), last: Math.min(seen.last, count - 1) }
}

/** `rem` in px, as the owner has set the size of text. */
export function pixels(rem: number): number {
  return Math.round(rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
}
