import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/** One key, or a sequence of two. */
export type Shortcut = {
  /** Keys as in `KeyboardEvent.key`, separated by a space: `j`, `#`, `I` (with Shift), `g i`, `Enter`. */
  keys: string
  /** Description in the list of shortcuts: "Archive". */
  does: string
  /** Heading in that list. */
  group: 'everywhere' | 'list' | 'submission' | 'telemetry' | 'queue'
  run: () => void
}

const SEQUENCE_MS = 1_200
const SETTING = 'formslot-shortcuts'
const TYPING =
  'input:not([type="checkbox"]), textarea, select, [contenteditable]:not([contenteditable="false"])'
/** Open layers have keys of their own; toasts, which are dialogs too, and layers that fade out have none. */
const OPEN_ABOVE =
  ':is([role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]):not([aria-modal="false"], [data-closed])'
/** Elements that Enter and Space activate natively. */
const PRESSED = 'a[href], button, summary, [role="tab"], [role="checkbox"], [role="switch"]'

type Registered = { current: readonly Shortcut[] }

const registered = new Set<Registered>()
const watchers = new Set<() => void>()
let begun: { key: string; at: number } | null = null

/**
 * Registers shortcuts while the component is mounted. They are off in inputs, under dialogs and menus, with Ctrl,
 * Alt or Meta held, and when the owner turned them off (WCAG 2.1.4).
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  // Layout effect, so that keys work as soon as the screen is visible.
  useLayoutEffect(() => {
    latest.current = shortcuts
  })
  useLayoutEffect(() => {
    if (registered.size === 0) window.addEventListener('keydown', press)
    registered.add(latest)
    return () => {
      registered.delete(latest)
      if (registered.size === 0) window.removeEventListener('keydown', press)
    }
  }, [])
}

/** Lists the active shortcuts. */
export function shortcutsNow(): Shortcut[] {
  return [...registered].flatMap((one) => one.current)
}

/** Setting that turns single-key shortcuts on or off; stored in this browser. */
export function useShortcutsSetting(): ['on' | 'off', (to: 'on' | 'off') => void] {
  const setting = useSyncExternalStore(watch, getSetting)
  return [setting, storeSetting]
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (getSetting() === 'off' || isCovered()) return
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest(TYPING)) return
  if ((event.key === 'Enter' || event.key === ' ') && target?.closest(PRESSED)) return
  const all = shortcutsNow()
  const sequence = begun && event.timeStamp - begun.at < SEQUENCE_MS ? `${begun.key} ${event.key}` : null
  begun = null
  const found =
    all.findLast(({ keys }) => keys === sequence) ?? all.findLast(({ keys }) => keys === event.key)
  if (found) {
    event.preventDefault()
    found.run()
    return
  }
  if (all.some(({ keys }) => keys.startsWith(`${event.key} `)))
    begun = { key: event.key, at: event.timeStamp }
}

/** Returns true under an open dialog or menu. A closed select stays in the document, hidden. */
export function isCovered(): boolean {
  return [...document.querySelectorAll(OPEN_ABOVE)].some((layer) => layer.checkVisibility())
}

function getSetting(): 'on' | 'off' {
  return localStorage.getItem(SETTING) === 'off' ? 'off' : 'on'
}

function storeSetting(to: 'on' | 'off'): void {
  if (to === 'on') localStorage.removeItem(SETTING)
  else localStorage.setItem(SETTING, 'off')
  for (const changed of watchers) changed()
}

function watch(changed: () => void) {
  watchers.add(changed)
  return () => watchers.delete(changed)
}
