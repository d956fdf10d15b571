/** Distance from which on a finger pulls, rather than presses. */
const BEGIN_PX = 10
/** Share of the movement of the finger that the content follows, up to the maximum. */
const RESISTANCE = 0.5
const MAX_PULL_PX = 88

/** Receives the length of a pull in px, at last by `onRelease`: 0 when the gesture was canceled. */
type PullListener = { isBusy: () => boolean; onPull: (px: number) => void; onRelease: (px: number) => void }

/** Reports pulls: a finger moves an element down while nothing around it is scrolled. The returned function ends this. */
export function watchPulls(place: HTMLElement, listener: PullListener): () => void {
  let pull: { x: number; y: number; px: number } | null = null

  function begin({ touches, target }: TouchEvent): void {
    const [touch] = touches
    const mayPull = touches.length === 1 && !listener.isBusy() && isAtTop(target)
    pull = mayPull && touch ? { x: touch.clientX, y: touch.clientY, px: 0 } : null
  }

  function move(event: TouchEvent): void {
    const [touch] = event.touches
    if (!pull || !touch) return
    const down = touch.clientY - pull.y
    const isPull = pull.px > 0 || (down > 0 && down > Math.abs(touch.clientX - pull.x))
    if (!isPull || !event.cancelable) {
      cancel()
      return
    }
    // Otherwise the browser would take the gesture for scrolling and report no more of it.
    event.preventDefault()
    if (down < BEGIN_PX && pull.px === 0) return
    pull.px = Math.max(1, Math.min(MAX_PULL_PX, (down - BEGIN_PX) * RESISTANCE))
    listener.onPull(pull.px)
  }

  function release(): void {
    const px = pull?.px ?? 0
    pull = null
    if (px > 0) listener.onRelease(px)
  }

  function cancel(): void {
    if (pull && pull.px > 0) listener.onRelease(0)
    pull = null
  }

  place.addEventListener('touchstart', begin, { passive: true })
  place.addEventListener('touchmove', move, { passive: false })
  place.addEventListener('touchend', release)
  place.addEventListener('touchcancel', cancel)
  return () => {
    place.removeEventListener('touchstart', begin)
    place.removeEventListener('touchmove', move)
    place.removeEventListener('touchend', release)
    place.removeEventListener('touchcancel', cancel)
  }
}

function isAtTop(target: EventTarget | null): boolean {
  let element = target instanceof Element ? target : null
  while (element !== null && element.scrollTop <= 0) element = element.parentElement
  return element === null
}
