import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Whether the browser has a network at all. */
export function useOnline(): boolean {
  return useSyncExternalStore(listen, () => navigator.onLine)
}

/** Does something when the network is back. */
export function useBackOnline(deed: () => void): void {
  const latest = useRef(deed)
  useEffect(() => {
    latest.current = deed
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
