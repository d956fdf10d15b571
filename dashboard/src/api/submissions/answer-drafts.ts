import { useSyncExternalStore } from 'react'
import { listSurplus } from './draft-limits.ts'

/** An answer that an owner has begun; `owner` is the email address of the account. */
export type DraftKey = { owner: string; submissionId: string }

type StoredDraft = { text: string; changedAt: number }

const PREFIX = 'formslot-answer-draft'

/** Drafts that the browser refused to store, such as in a full storage: they last as long as the page. */
const unstored = new Map<string, string>()
const watchers = new Set<() => void>()
const NONE: ReadonlySet<string> = new Set()
let listed: { owner: string; ids: ReadonlySet<string>; isOutdated: boolean } | null = null

removeSurplus()

// Another tab has changed a draft; the key is null when it has cleared everything.
window.addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith(PREFIX)) notify()
})

/** The draft of an answer, also as another tab changes it; null without one. */
export function useAnswerDraft(of: DraftKey): string | null {
  const key = toKey(of)
  return useSyncExternalStore(watch, () => unstored.get(key) ?? readStored(key)?.text ?? null)
}

/** Ids of the submissions for which the account has a draft. */
export function useDraftIds(owner: string | undefined): ReadonlySet<string> {
  return useSyncExternalStore(watch, () => (owner === undefined ? NONE : listIds(owner)))
}

/** Stores a draft in this browser. @returns false if the browser refused: it then lasts until the page is closed */
export function keepAnswerDraft(of: DraftKey, text: string): boolean {
  const key = toKey(of)
  const isStored = store(key, { text, changedAt: Date.now() })
  if (isStored) unstored.delete(key)
  else unstored.set(key, text)
  removeSurplus()
  notify()
  return isStored
}

/** Removes the drafts for these submissions. */
export function forgetAnswerDrafts(submissionIds: readonly string[]): void {
  const ids = new Set(submissionIds)
  forget((key) => ids.has(toId(key)))
}

/** Removes the draft that was posted, unless it was changed meanwhile. */
export function forgetPostedDraft(submissionId: string, text: string): void {
  forget((key) => toId(key) === submissionId && (unstored.get(key) ?? readStored(key)?.text) === text)
}

/** Removes the drafts of all accounts: whoever signs out leaves nothing behind. */
export function forgetAllAnswerDrafts(): void {
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

function toKey({ owner, submissionId }: DraftKey): string {
  return `${toPrefix(owner)}${submissionId}`
}

function toPrefix(owner: string): string {
  return `${PREFIX} ${encodeURIComponent(owner)} `
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

function readStored(key: string): StoredDraft | null {
  const text = localStorage.getItem(key)
  // Written by `store`.
  return text === null ? null : (JSON.parse(text) as StoredDraft)
}

function listKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
}

/** Returns the same set while it has the same ids: typing renders no list, and scrolling reads no storage. */
function listIds(owner: string): ReadonlySet<string> {
  const before = listed?.owner === owner ? listed : null
  if (before && !before.isOutdated) return before.ids
  const keys = [...listKeys(), ...unstored.keys()].filter((key) => key.startsWith(toPrefix(owner)))
  const ids = new Set(keys.map(toId))
  const isSame = before !== null && ids.size === before.ids.size && [...ids].every((id) => before.ids.has(id))
  listed = { owner, ids: isSame ? before.ids : ids, isOutdated: false }
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
