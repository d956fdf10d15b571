import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

/** Read by `theme-before-paint.js` too. */
const SETTING = 'formslot-theme'
const watchers = new Set<() => void>()

/** The colours of this browser, and the switch for them. */
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
