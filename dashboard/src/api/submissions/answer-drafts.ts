import * as drafts from '../client/drafts.ts'

/** An answer that an owner has begun; `owner` is the email address of the account. */
export type DraftKey = { owner: string; submissionId: string }

/** The draft of an answer, also as another tab changes it; null without one. */
export function useAnswerDraft(of: DraftKey): string | null {
  return drafts.useDraft(toKey(of))
}

/** Ids of the submissions for which the account has a draft. */
export function useDraftIds(owner: string | undefined): ReadonlySet<string> {
  return drafts.useDraftIds('answer', owner)
}

/** Stores a draft in this browser. @returns false if the browser refused: it then lasts until the page is closed */
export function keepAnswerDraft(of: DraftKey, text: string): boolean {
  return drafts.keepDraft(toKey(of), text)
}

/** Removes the drafts for these submissions. */
export function forgetAnswerDrafts(submissionIds: readonly string[]): void {
  const ids = new Set(submissionIds)
  drafts.forgetDrafts('answer', ({ id }) => ids.has(id))
}

/** Removes the draft that was posted, unless it was changed meanwhile. */
export function forgetPostedDraft(submissionId: string, text: string): void {
  drafts.forgetDrafts('answer', (draft) => draft.id === submissionId && draft.text === text)
}

function toKey({ owner, submissionId }: DraftKey): drafts.DraftKey {
  return { of: 'answer', owner, id: submissionId }
}
