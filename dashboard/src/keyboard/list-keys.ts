import { useEffect, useEffectEvent } from 'react'
import { isCovered } from './shortcuts.ts'

const KEYS = ['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp'] as const
type ListKey = (typeof KEYS)[number]

const ROW = 'main :is(li, tbody tr):not([data-place])'
const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), summary, [tabindex="0"]'
/** Controls that use these keys themselves. */
const OWN_KEYS =
  'input:not([type="checkbox"], [type="search"]), textarea, select, [contenteditable], [role="combobox"], [role="tab"], [role="menu"], [role="listbox"], [role="dialog"], [role="slider"], [aria-haspopup]'

/**
 * Moves focus in every list of a screen with arrows, Home, End and the Page keys, whether single-key shortcuts are on
 * or not (WCAG 2.1.1). Down leads from a search field to the first row. A virtualized list has its own `useRowKeys`.
 */
export function useListKeys(): void {
  useEffect(() => {
    window.addEventListener('keydown', moveInLists)
    return () => window.removeEventListener('keydown', moveInLists)
  }, [])
}

/**
 * Keys of a virtualized list, from its rows, from `within`, and while nothing else has focus.
 *
 * @param list.current place of the cursor, -1 without one; a focused row counts first
 * @param list.page number of rows in sight
 */
export function useRowKeys(list: {
  count: number
  current: number
  page: () => number
  within: () => HTMLElement | null
  move: (place: number) => void
}): void {
  const onPress = useEffectEvent((event: KeyboardEvent) => {
    const { count, current, page, within, move } = list
    const target = event.target instanceof HTMLElement ? event.target : null
    const key = toListKey(event)
    const holder = within()
    if (key === null || target === null || holder === null || count === 0) return
    const row = target.closest<HTMLElement>('[data-place]')
    const isNowhere = target.contains(holder)
    if (!(row && holder.contains(row)) && !isNowhere) return
    if (isCovered()) return
    event.preventDefault()
    const from = row ? Number(row.dataset.place) : current
    move(placeAfter(key, { from, count, page: page() }))
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => onPress(event)
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

function moveInLists(event: KeyboardEvent): void {
  const key = toListKey(event)
  const target = event.target instanceof HTMLElement ? event.target : null
  if (key === null || target === null || target.closest(OWN_KEYS)) return
  const isSearch = target.matches('main input[type="search"]')
  const row = target.closest<HTMLElement>(ROW)
  if (!row && !(isSearch && key === 'ArrowDown')) return
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)].filter(
    (one) => one.checkVisibility() && one.querySelector(FOCUSABLE) !== null,
  )
  const from = row ? rows.indexOf(row) : -1
  if (rows.length === 0 || (row && from === -1)) return
  event.preventDefault()
  const page = Math.max(1, Math.floor(window.innerHeight / (rows[0]?.offsetHeight || window.innerHeight)) - 1)
  const next = rows[placeAfter(key, { from, count: rows.length, page })]
  next?.querySelector<HTMLElement>(FOCUSABLE)?.focus()
}

function toListKey(event: KeyboardEvent): ListKey | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null
  return KEYS.find((key) => key === event.key) ?? null
}

function placeAfter(key: ListKey, list: { from: number; count: number; page: number }): number {
  const { from, count, page } = list
  const within = (place: number) => Math.min(count - 1, Math.max(0, place))
  switch (key) {
    case 'ArrowDown':
      return within(from + 1)
    case 'ArrowUp':
      return within(from - 1)
    case 'PageDown':
      return within(from + page)
    case 'PageUp':
      return within(from - page)
    case 'Home':
      return 0
    case 'End':
      return count - 1
  }
}
