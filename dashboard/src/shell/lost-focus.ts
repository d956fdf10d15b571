import { useEffect, useRef } from 'react'

/** Returns a ref for the element that takes the focus of a button that is gone once something is done. */
export function useLostFocus(isDone: boolean) {
  const place = useRef<HTMLDivElement>(null)
  const wasDone = useRef(isDone)
  useEffect(() => {
    const isLost = isDone && !wasDone.current && document.activeElement === document.body
    wasDone.current = isDone
    if (isLost) place.current?.focus({ preventScroll: true })
  }, [isDone])
  return place
}
