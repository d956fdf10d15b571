import { useEffect, useSyncExternalStore } from 'react'

let title = ''
const watchers = new Set<() => void>()

/** Names the screen: in the title bar of the browser, and told to screen readers when it changes. */
export function useTitle(next: string): void {
  useEffect(() => {
    title = next
    document.title = `${next} · Formslot`
    for (const changed of watchers) changed()
  }, [next])
}

/** The name of the screen that is shown. */
export function useTitleNow(): string {
  return useSyncExternalStore(watch, () => title)
}

function watch(changed: () => void) {
  watchers.add(changed)
  return () => watchers.delete(changed)
}
