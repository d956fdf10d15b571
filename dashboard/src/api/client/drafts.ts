import { useSyncExternalStore } from 'react'
import { listSurplus } from './draft-limits.ts'

/**
 * Text that an owner has begun, kept in this browser: an answer, or edits of settings. `owner` is the email address of
 * the account; `id` has no spaces.
 */
export type DraftKey = DraftGroup & { id: string }
export type DraftGroup = { of: 'answer' | 'settings'; owner: string }

type StoredDraft = { text: string; changedAt: number }

const KEYS = /^formslot-(?:answer|settings)-draft /

/** Drafts that the browser refused to store, such as in a full storage: they last as long as the page. */
const unstored = new Map<string, string>()
const watchers = new Set<() => void>()
const NONE: ReadonlySet<string> = new Set()
let listed: { prefix: string; ids: ReadonlySet<string>; isOutdated: boolean } | null = null

removeSurplus()

// Another tab has changed a draft; the key is null when it has cleared everything.
window.addEventListener('storage', ({ key }) => {
  if (key === null || KEYS.test(key)) notify()
})

/** Returns a draft, also as another tab changes it; null without one. */
export function useDraft(of: DraftKey): string | null {
  return useSyncExternalStore(watch, () => readDraft(of))
}

/** Returns the ids of the drafts of an account; none while the account is not known. */
export function useDraftIds(of: DraftGroup['of'], owner: string | undefined): ReadonlySet<string> {
  return useSyncExternalStore(watch, () => (owner === undefined ? NONE : listIds(toPrefix({ of, owner }))))
}

/** Returns a draft; null without one. */
export function readDraft(of: DraftKey): string | null {
  return readText(toKey(of))
}

/** Stores a draft in this browser. @returns false if the browser refused: it then lasts until the page is closed */
export function keepDraft(of: DraftKey, text: string): boolean {
  const key = toKey(of)
  const isStored = store(key, { text, changedAt: Date.now() })
  if (isStored) unstored.delete(key)
  else unstored.set(key, text)
  removeSurplus()
  notify()
  return isStored
}

/** Removes the drafts of all accounts that are meant. */
export function forgetDrafts(
  of: DraftGroup['of'],
  isMeant: (draft: { id: string; text: string | null }) => boolean,
): void {
  forget((key) => key.startsWith(`${toName(of)} `) && isMeant({ id: toId(key), text: readText(key) }))
}

/** Removes all drafts of all accounts: whoever signs out leaves nothing behind. */
export function forgetAllDrafts(): void {
  forget(() => true)
}

function removeSurplus(): void {
  const drafts = listKeys().map((key) => ({ key, changedAt: readStored(key)?.changedAt ?? 0 }))
  for (const key of listSurplus(drafts, Date.now())) localStorage.removeItem(key)
}

function forget(isMeant: (key: string) => boolean): void {
  const meant = [...listKeys(), ...unstored.keys()].filter(isMeant)
  for (const key of meant) {
    localStorage.removeItem(key)
    unstored.delete(key)
  }
  if (meant.length > 0) notify()
}

function toKey({ id, ...group }: DraftKey): string {
  return `${toPrefix(group)}${id}`
}

function toPrefix({ of, owner }: DraftGroup): string {
  return `${toName(of)} ${encodeURIComponent(owner)} `
}

function toName(of: DraftGroup['of']): string {
  return `formslot-${of}-draft`
}

function toId(key: string): string {
  return key.slice(key.lastIndexOf(' ') + 1)
}

function store(key: string, draft: StoredDraft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft))
    return true
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') return false
    throw error
  }
}

function readText(key: string): string | null {
  return unstored.get(key) ?? readStored(key)?.text ?? null
}

function readStored(key: string): StoredDraft | null {
  const text = localStorage.getItem(key)
  // Written by `store`.
  return text === null ? null : (JSON.parse(text) as StoredDraft)
}

function listKeys(): string[] {
  return Object.keys(localStorage).filter((key) => KEYS.test(key))
}

/** Returns the same set while it has the same ids: typing renders no list, and scrolling reads no storage. */
function listIds(prefix: string): ReadonlySet<string> {
  const before = listed?.prefix === prefix ? listed : null
  if (before && !before.isOutdated) return before.ids
  const keys = [...listKeys(), ...unstored.keys()].filter((key) => key.startsWith(prefix))
  const ids = new Set(keys.map(toId))
  const isSame = before !== null && ids.size === before.ids.size && [...ids].every((id) => before.ids.has(id))
  listed = { prefix, ids: isSame ? before.ids : ids, isOutdated: false }
  return listed.ids
}

function watch(changed: () => void): () => void {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

function notify(): void {
  if (listed) listed.isOutdated = true
  for (const changed of watchers) changed()
}
