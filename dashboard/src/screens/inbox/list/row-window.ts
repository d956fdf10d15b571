import { type RefObject, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** Rows rendered beyond the visible edge. */
const OVERSCAN_ROWS = 8

const ROW_REM = 5.5
const SHORT_ROW_REM = 3.25

export type RowWindow = { first: number; last: number }

/**
 * Returns the visible rows of a list with `count` rows of equal height; re-renders only when the range changes.
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
      const first = Math.max(0, Math.floor(place.scrollTop / rowHeight) - OVERSCAN_ROWS)
      const last = Math.ceil((place.scrollTop + place.clientHeight) / rowHeight) + OVERSCAN_ROWS
      setSeen((before) => (before.first === first && before.last === last ? before : { first, last }))
    }
    // Synchronous, in the frame that scrolls; the next one would show gaps.
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

/** Breakpoint for low windows: `short` in class names. */
const short = window.matchMedia('(max-height: 30rem)')

/** Height of a row in px, the same for all; less in low windows. */
export function useRowHeight(): number {
  const isShort = useSyncExternalStore(watchShort, () => short.matches)
  return useMemo(() => pixels(isShort ? SHORT_ROW_REM : ROW_REM), [isShort])
}

function watchShort(changed: () => void) {
  short.addEventListener('change', changed)
  return () => short.removeEventListener('change', changed)
}

/** Converts `rem` to px at the owner's text size. */
function pixels(rem: number): number {
  return Math.round(rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
}
