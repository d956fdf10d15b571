import { useEffect, useSyncExternalStore } from 'react'

let title = ''
const watchers = new Set<() => void>()

/**
 * Sets the document title and announces it to screen readers.
 *
 * @param mark prefix of the document title only: "(3) "
 */
export function useTitle(next: string, mark = ''): void {
  useEffect(() => {
    document.title = `${mark}${next} · Formslot`
    if (title === next) return
    title = next
    for (const changed of watchers) changed()
  }, [next, mark])
}

/** Title of the current screen. */
export function useTitleNow(): string {
  return useSyncExternalStore(watch, () => title)
}

function watch(changed: () => void) {
  watchers.add(changed)
  return () => watchers.delete(changed)
}
