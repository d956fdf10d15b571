import { useEffect, useEffectEvent } from 'react'
import { isCovered } from './shortcuts.ts'

/** Ctrl or Cmd with K, also while typing and without single-key shortcuts; not over a dialog. */
export function usePaletteKey(open: () => void): void {
  const onPress = useEffectEvent(open)
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const isModified = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
      if (!isModified || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      if (!isCovered()) onPress()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

/** Name of the modifier on this device. */
export const PALETTE_KEYS = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'
