/** Drafts that a browser keeps; the oldest go first. */
export const MAX_DRAFTS = 100
/** Days after its last change for which a draft is kept. */
export const DRAFT_DAYS = 30
const DAY_MS = 86_400_000

type DraftAge = { key: string; changedAt: number }

/** Returns the keys of drafts to remove: those that are too old, and the oldest of too many. */
export function listSurplus(drafts: readonly DraftAge[], now: number): string[] {
  const newestFirst = drafts.toSorted((one, other) => other.changedAt - one.changedAt)
  return newestFirst
    .filter(({ changedAt }, place) => place >= MAX_DRAFTS || now - changedAt >= DRAFT_DAYS * DAY_MS)
    .map(({ key }) => key)
}
