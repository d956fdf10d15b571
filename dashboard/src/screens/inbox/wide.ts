import { useSyncExternalStore } from 'react'

/** Where the list and what is open have room beside each other: `lg` in class names. */
const wide = window.matchMedia('(min-width: 64rem)')

/** Whether they stand beside each other; on less room each is a screen of its own. */
export function useWide(): boolean {
  return useSyncExternalStore(watch, () => wide.matches)
}

function watch(changed: () => void) {
  wide.addEventListener('change', changed)
  return () => wide.removeEventListener('change', changed)
}
