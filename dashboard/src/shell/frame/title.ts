import { useEffect, useSyncExternalStore } from 'react'

let title = ''
const watchers = new Set<() => void>()

/**
 * Names the screen: in the title bar of the browser, and told to screen readers when it changes.
 *
 * @param mark stands before the name in the title bar alone: "(3) "
 */
export function useTitle(next: string, mark = ''): void {
  useEffect(() => {
    document.title = `${mark}${next} · Formslot`
    if (title === next) return
    title = next
    for (const changed of watchers) changed()
  }, [next, mark])
}

/** The name of the screen that is shown. */
export function useTitleNow(): string {
  return useSyncExternalStore(watch, () => title)
}

function watch(changed: () => void) {
  watchers.add(changed)
  return () => watchers.delete(changed)
}
