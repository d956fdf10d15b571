import { useCallback, useEffect, useRef } from 'react'

/** Throttles a callback; it is not called after unmount. */
export function useThrottled(paceMs: number, action: () => void): () => void {
  const latest = useRef(action)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current = action
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      latest.current()
    }, paceMs)
  }, [paceMs])
}
