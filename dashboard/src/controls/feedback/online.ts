import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Returns true while the browser has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(listen, () => navigator.onLine)
}

/** Runs a callback when the network is back. */
export function useBackOnline(action: () => void): void {
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  useEffect(() => {
    const back = () => latest.current()
    window.addEventListener('online', back)
    return () => window.removeEventListener('online', back)
  }, [])
}

function listen(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
