import { type PointerEvent, useRef } from 'react'

/** Distance in px at which a finger moves a row, rather than pressing it. */
const BEGIN_PX = 12
/** Part of the width of a row at which letting go counts. */
const DONE = 0.35

type Swipe = { row: HTMLElement; pointer: number; from: { x: number; y: number }; by: number }

/** Handlers of a list whose rows are swiped away to the left with a finger. */
export function useSwipe(onSwipe: (place: number) => void) {
  const swipe = useRef<Swipe | null>(null)
  const wasSwiped = useRef(false)

  function begin(event: PointerEvent) {
    wasSwiped.current = false
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-place]') : null
    if (event.pointerType !== 'touch' || !event.isPrimary || row === null) return
    swipe.current = { row, pointer: event.pointerId, from: { x: event.clientX, y: event.clientY }, by: 0 }
  }

  function move(event: PointerEvent) {
    const now = swipe.current
    if (now?.pointer !== event.pointerId) return
    now.by = Math.min(0, event.clientX - now.from.x)
    // The finger scrolls or pulls the list.
    if (!wasSwiped.current && Math.abs(event.clientY - now.from.y) > BEGIN_PX) swipe.current = null
    if (swipe.current === null) return
    if (-now.by < BEGIN_PX) return
    wasSwiped.current = true
    shift(now.row, now.by)
  }

  function end(event: PointerEvent) {
    const now = swipe.current
    swipe.current = null
    if (now?.pointer !== event.pointerId) return
    shift(now.row, 0)
    const isDone = event.type === 'pointerup' && -now.by > now.row.offsetWidth * DONE
    if (isDone) onSwipe(Number(now.row.dataset.place))
  }

  return {
    onPointerDown: begin,
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
    /** The browser may report a click at the end of a swipe. */
    onClickCapture(event: { preventDefault: () => void; stopPropagation: () => void }) {
      if (!wasSwiped.current) return
      wasSwiped.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

function shift(row: HTMLElement, by: number): void {
  const content = row.firstElementChild
  row.classList.toggle('bg-accent', by !== 0)
  if (!(content instanceof HTMLElement)) return
  content.classList.toggle('bg-paper', by !== 0)
  content.style.transform = by === 0 ? '' : `translateX(${by}px)`
}
