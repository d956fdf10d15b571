import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

/** Also read by `before-paint.js`. */
const SETTING = 'formslot-theme'
const watchers = new Set<() => void>()

/** Theme setting of this browser. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(watch, themeNow), changeTheme]
}

function themeNow(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

function changeTheme(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme
    localStorage.removeItem(SETTING)
  } else {
    document.documentElement.dataset.theme = theme
    localStorage.setItem(SETTING, theme)
  }
  for (const changed of watchers) changed()
}

function watch(changed: () => void) {
  watchers.add(changed)
  return () => watchers.delete(changed)
}
