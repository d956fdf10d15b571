import { type RefObject, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { useToday } from '../../../controls/relative-time.tsx'
import { type Density, useDensity } from './density.ts'
import { groupByDay, placeAt, type RowLayout, withoutFirstHeading } from './row-layout.ts'

/** Rows rendered beyond the visible edge. */
const OVERSCAN_ROWS = 8

const ROW_REM: Readonly<Record<Density, number>> = { comfortable: 3.75, compact: 2.5 }
const SHORT_ROW_REM: Readonly<Record<Density, number>> = { comfortable: 3.25, compact: 2.25 }
/** Height of a row of one line that a finger hits. */
const TOUCHED_ROW_REM = 2.75
const HEAD_REM = 1.875

export type RowWindow = { first: number; last: number }

/** Returns the visible rows of a list with `count` rows; re-renders only when the range changes. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  of: { count: number; layout: RowLayout },
): RowWindow {
  const { count, layout } = of
  const [seen, setSeen] = useState({ first: 0, last: 30 })
  useLayoutEffect(() => {
    const place = scroller.current
    if (!place) return
    const look = () => {
      const first = Math.max(0, placeAt(layout, place.scrollTop) - OVERSCAN_ROWS)
      const last = placeAt(layout, place.scrollTop + place.clientHeight) + OVERSCAN_ROWS
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
  }, [scroller, layout])
  return { first: Math.min(seen.first, Math.max(0, count - 1)), last: Math.min(seen.last, count - 1) }
}

/** Returns the heights of the list and its groups. */
export function useRowLayout(times: readonly string[]): RowLayout {
  const rowHeight = useRowHeight()
  const today = useToday()
  const isSmall = useSyncExternalStore(watchSmall, () => small.matches)
  return useMemo(() => {
    const groups = groupByDay(times, new Date(today), findFirstDay())
    return {
      rowHeight,
      headHeight: pixels(HEAD_REM),
      groups: isSmall ? withoutFirstHeading(groups) : groups,
    }
  }, [times, today, rowHeight, isSmall])
}

/** Breakpoint for low windows: `short` in class names. */
const short = window.matchMedia('(max-height: 30rem)')
/** Phones, and low windows: the first row begins where the first heading would stand. */
const small = window.matchMedia('(max-width: 47.99rem), (max-height: 30rem)')
const touched = window.matchMedia('(pointer: coarse)')

/** Height of a row in px, the same for all; less in low windows. */
export function useRowHeight(): number {
  const [density] = useDensity()
  const isShort = useSyncExternalStore(watchShort, () => short.matches)
  return useMemo(() => {
    const height = (isShort ? SHORT_ROW_REM : ROW_REM)[density]
    return pixels(touched.matches ? Math.max(height, TOUCHED_ROW_REM) : height)
  }, [isShort, density])
}

/** Returns the first day of the week where this browser is; Monday where it does not say. */
function findFirstDay(): number | undefined {
  const locale = new Intl.Locale(navigator.language)
  const info: unknown = Reflect.get(locale, 'getWeekInfo')?.call(locale) ?? Reflect.get(locale, 'weekInfo')
  const firstDay: unknown = typeof info === 'object' && info !== null && Reflect.get(info, 'firstDay')
  return typeof firstDay === 'number' ? firstDay % 7 : undefined
}

function watchShort(changed: () => void) {
  short.addEventListener('change', changed)
  return () => short.removeEventListener('change', changed)
}

function watchSmall(changed: () => void) {
  small.addEventListener('change', changed)
  return () => small.removeEventListener('change', changed)
}

/** Converts `rem` to px at the owner's text size. */
function pixels(rem: number): number {
  return Math.round(rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
}
