import { useSyncExternalStore } from 'react'

/** Breakpoint for two panes: `lg` in class names. */
const wide = window.matchMedia('(min-width: 64rem)')

/** Returns true if both panes fit; otherwise each is a screen of its own. */
export function useWide(): boolean {
  return useSyncExternalStore(watch, () => wide.matches)
}

function watch(changed: () => void) {
  wide.addEventListener('change', changed)
  return () => wide.removeEventListener('change', changed)
}
