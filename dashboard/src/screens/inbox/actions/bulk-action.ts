import type { Label } from '../../../api/submissions/labels.ts'
import type { BulkAction, Folder, Submission } from '../../../api/submissions/submissions.ts'
import { pluralize } from '../../../controls/numbers.ts'

/** Actions that run at once and can be undone; deleting moves to the trash. Deleting for good asks first. */
export type ReversibleAction = Exclude<BulkAction, 'delete_permanently'>
type ActionName = Extract<ReversibleAction, string>

/** Returns the folder that an action moves submissions to; null if they stay. Restored ones may return to another. */
export function folderAfter(action: ReversibleAction): Folder | null {
  switch (action) {
    case 'archive':
    case 'spam':
    case 'inbox':
      return action
    case 'not_spam':
    case 'restore':
      return 'inbox'
    case 'delete':
      return 'trash'
    default:
      return null
  }
}

/** Returns the submission after the action. */
export function after(submission: Submission, action: ReversibleAction): Submission {
  const folder = folderAfter(action)
  if (folder !== null) return { ...submission, folder }
  if (action === 'unassign') return { ...submission, assignee: null }
  if (typeof action !== 'string') {
    if (action.name === 'assign') return { ...submission, assignee: action.assignee }
    const others = submission.labels.filter(({ id }) => id !== action.label.id)
    if (action.name === 'unlabel') return { ...submission, labels: others }
    const isThere = others.length < submission.labels.length
    return isThere ? submission : { ...submission, labels: [...others, action.label].sort(byName) }
  }
  if (action === 'star' || action === 'unstar') return { ...submission, starred: action === 'star' }
  return { ...submission, read: action === 'read' }
}

/** Returns true if the action changes the submission. */
export function changes(submission: Submission, action: ReversibleAction): boolean {
  const changed = after(submission, action)
  return (
    changed.folder !== submission.folder ||
    changed.read !== submission.read ||
    changed.starred !== submission.starred ||
    changed.labels.length !== submission.labels.length ||
    changed.assignee?.id !== submission.assignee?.id
  )
}

/** Returns the actions that undo an action, each with its submissions. */
export function findInverse(
  submissions: readonly Submission[],
  action: ReversibleAction,
): Map<ReversibleAction, string[]> {
  const inverse = new Map<ReversibleAction, string[]>()
  const inverseMark = findInverseMark(action)
  const assignments = new Map<string, ReversibleAction>()
  for (const { id, folder, assignee } of submissions) {
    if (isAssignment(action)) {
      const key = assignee?.id ?? ''
      const back = assignments.get(key) ?? (assignee ? { name: 'assign', assignee } : 'unassign')
      assignments.set(key, back)
      inverse.set(back, [...(inverse.get(back) ?? []), id])
      continue
    }
    const back = inverseMark ?? toFolder(action, folder)
    inverse.set(back, [...(inverse.get(back) ?? []), id])
  }
  return inverse
}

/** Returns true for an action whose undo needs to know who had each submission before. */
export function isAssignment(action: BulkAction): boolean {
  return action === 'unassign' || (typeof action !== 'string' && action.name === 'assign')
}

/** Returns the action that undoes a mark; null for a move and for an assignment. */
export function findInverseMark(action: ReversibleAction): ReversibleAction | null {
  if (typeof action !== 'string')
    return action.name === 'assign'
      ? null
      : { ...action, name: action.name === 'label' ? 'unlabel' : 'label' }
  return INVERSE_MARKS[action] ?? null
}

const INVERSE_MARKS: Partial<Record<ActionName, ReversibleAction>> = {
  read: 'unread',
  unread: 'read',
  star: 'unstar',
  unstar: 'star',
}

/** Returns the action that moves submissions back to their folder after an action. */
export function toFolder(action: ReversibleAction, before: Folder): ReversibleAction {
  if (action === 'delete') return 'restore'
  return before === 'trash' ? 'delete' : before
}

const RESULT_WORDS: Readonly<Record<Extract<BulkAction, string>, string>> = {
  archive: 'archived',
  spam: 'marked as spam',
  inbox: 'moved to the inbox',
  not_spam: 'moved to the inbox',
  read: 'marked as read',
  unread: 'marked as unread',
  delete: 'deleted',
  restore: 'restored',
  delete_permanently: 'deleted',
  star: 'starred',
  unstar: 'unstarred',
  unassign: 'unassigned',
}

function getWords(action: BulkAction): string {
  if (typeof action === 'string') return RESULT_WORDS[action]
  if (action.name === 'assign') return `assigned to ${action.assignee.email}`
  const { name, label } = action
  return name === 'label' ? `labeled “${label.name}”` : `without “${label.name}”`
}

function byName(one: Label, other: Label): number {
  return one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1
}

/** "3 submissions archived" */
export function describeResult(action: ReversibleAction, number: number): string {
  const words = getWords(action)
  return number === 1
    ? `${words.charAt(0).toUpperCase()}${words.slice(1)}`
    : `${pluralize(number, 'submission')} ${words}`
}

/** "Not archived" */
export function describeFailure(action: BulkAction, number: number): string {
  const words = getWords(action)
  return number === 1 ? `Not ${words}` : `${pluralize(number, 'submission')} not ${words}`
}

/** Words for submissions that an undo did not find where the action had left them. */
export function describeNotUndone(number: number): { title: string; description: string; tone: 'danger' } {
  return {
    tone: 'danger',
    title: number === 1 ? 'Not undone' : `${pluralize(number, 'submission')} not undone`,
    description: 'Deleted for good or moved since then.',
  }
}

/** Returns true while an email of the submission is waiting; the trash does not stop it, deleting for good does. */
export function isEmailWaiting({ delivery }: Pick<Submission, 'delivery'>): boolean {
  return delivery === 'queued' || delivery === 'delayed' || delivery === 'held'
}

/** Submissions whose email is sent once they are not spam. */
export function waitForEmail(submissions: readonly Submission[]): readonly Submission[] {
  const isUnsent = (delivery: Submission['delivery']) => delivery === null || delivery === 'suppressed'
  return submissions.filter(({ spam_reasons, delivery }) => spam_reasons !== null && isUnsent(delivery))
}
