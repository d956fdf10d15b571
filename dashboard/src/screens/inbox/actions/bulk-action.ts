import type { BulkAction, Folder, Submission } from '../../../api/submissions/submissions.ts'
import { countOf } from '../../../controls/numbers.ts'

/** What is done at once and can be taken back. Deleting is not: it asks first. */
export type Deed = Exclude<BulkAction, 'delete'>

/** The folder it puts them into; null when they stay where they are. */
export function folderAfter(deed: Deed): Folder | null {
  switch (deed) {
    case 'archive':
    case 'spam':
    case 'inbox':
      return deed
    case 'not_spam':
      return 'inbox'
    case 'read':
    case 'unread':
      return null
  }
}

/** A submission as the deed leaves it. */
export function after(submission: Submission, deed: Deed): Submission {
  const folder = folderAfter(deed)
  return folder === null ? { ...submission, read: deed === 'read' } : { ...submission, folder }
}

/** Whether it would change anything. */
export function changes(submission: Submission, deed: Deed): boolean {
  const changed = after(submission, deed)
  return changed.folder !== submission.folder || changed.read !== submission.read
}

/** What takes the deed back: each action with those that it is for. */
export function inverseOf(submissions: readonly Submission[], deed: Deed): Map<Deed, string[]> {
  const inverse = new Map<Deed, string[]>()
  for (const { id, folder, read } of submissions) {
    const back = folderAfter(deed) === null ? (read ? 'read' : 'unread') : folder
    inverse.set(back, [...(inverse.get(back) ?? []), id])
  }
  return inverse
}

/** "3 submissions archived" */
export function saidOf(deed: Deed, number: number): string {
  const words = {
    archive: 'archived',
    spam: 'marked as spam',
    inbox: 'moved to the inbox',
    not_spam: 'moved to the inbox',
    read: 'marked as read',
    unread: 'marked as unread',
  }[deed]
  return number === 1
    ? `${words.charAt(0).toUpperCase()}${words.slice(1)}`
    : `${countOf(number, 'submission')} ${words}`
}

/** Those that get the email they never had when they turn out to be no spam. */
export function waitForEmail(submissions: readonly Submission[]): readonly Submission[] {
  return submissions.filter(({ spam_reasons, delivery }) => spam_reasons !== null && delivery === null)
}
