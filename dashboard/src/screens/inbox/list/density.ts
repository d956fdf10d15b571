import { useSyncExternalStore } from 'react'

/** Rows of two lines, or of one. */
export type Density = 'comfortable' | 'compact'

const SETTING = 'formslot-density'
const watchers = new Set<() => void>()

/** Height of the rows; stored in this browser. */
export function useDensity(): [Density, (density: Density) => void] {
  return [useSyncExternalStore(watch, densityNow), storeDensity]
}

function densityNow(): Density {
  return localStorage.getItem(SETTING) === 'compact' ? 'compact' : 'comfortable'
}

function storeDensity(density: Density): void {
  if (density === 'comfortable') localStorage.removeItem(SETTING)
  else localStorage.setItem(SETTING, density)
  for (const changed of watchers) changed()
}

function watch(changed: () => void) {
  watchers.add(changed)
  return () => watchers.delete(changed)
}
