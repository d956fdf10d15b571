import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/** One key, or two pressed one after the other. */
export type Shortcut = {
  /** As `KeyboardEvent.key` names them, with a space between: `j`, `#`, `I` (with Shift), `g i`, `Enter`. */
  keys: string
  /** What it does, for the list of keys: "Archive". */
  does: string
  /** The heading it stands under in that list. */
  group: 'Everywhere' | 'List' | 'Submission' | 'Telemetry' | 'Queue'
  run: () => void
}

const SEQUENCE_MS = 1_200
const SETTING = 'formslot-shortcuts'
const TYPING =
  'input:not([type="checkbox"]), textarea, select, [contenteditable]:not([contenteditable="false"])'
/** What is open above the page has keys of its own; a toast, which is a dialog too, has none. */
const OPEN_ABOVE =
  ':is([role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]):not([aria-modal="false"])'
/** What Enter and Space press by themselves. */
const PRESSED = 'a[href], button, summary, [role="tab"], [role="checkbox"], [role="switch"]'

type Registered = { current: readonly Shortcut[] }

const registered = new Set<Registered>()
const watchers = new Set<() => void>()
let begun: { key: string; at: number } | null = null

/**
 * The keys of a screen, while it is shown. Off inside inputs, under dialogs and menus, with Ctrl, Alt or Meta held, and
 * when the owner switched single keys off (WCAG 2.1.4).
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  // Layout effects: a key that is pressed as soon as the screen is seen does what it says.
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

/** Every key that works now, for the list of keys. */
export function shortcutsNow(): Shortcut[] {
  return [...registered].flatMap((one) => one.current)
}

/** Whether single keys do anything, and the switch for it; kept in this browser. */
export function useShortcutsSwitch(): [boolean, (on: boolean) => void] {
  const on = useSyncExternalStore(watch, areOn)
  return [on, switchShortcuts]
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (!areOn() || document.querySelector(OPEN_ABOVE)) return
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

function areOn(): boolean {
  return localStorage.getItem(SETTING) !== 'off'
}

function switchShortcuts(on: boolean): void {
  if (on) localStorage.removeItem(SETTING)
  else localStorage.setItem(SETTING, 'off')
  for (const changed of watchers) changed()
}

function watch(changed: () => void) {
  watchers.add(changed)
  return () => watchers.delete(changed)
}
