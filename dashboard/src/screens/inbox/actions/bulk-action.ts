import type { Label } from '../../../api/submissions/labels.ts'
import type { BulkAction, Folder, Submission } from '../../../api/submissions/submissions.ts'
import { type FilledKey, type PlainKey, t } from '../../../language/texts.ts'

/** Actions that run at once and can be undone; deleting moves to the trash. Deleting for good asks first. */
export type ReversibleAction = Exclude<BulkAction, 'delete_permanently'>
type ActionName = Extract<ReversibleAction, string>
type NamedAction = Exclude<BulkAction, string>

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

const MOVED_TO_INBOX = [
  'inbox.done.inbox',
  'inbox.doneToMany.inbox',
  'inbox.failed.inbox',
  'inbox.failedForMany.inbox',
] as const
const DELETED = [
  'inbox.done.delete',
  'inbox.doneToMany.delete',
  'inbox.failed.delete',
  'inbox.failedForMany.delete',
] as const

/** Words for one submission that was changed and for several, then for one that was not and for several. */
const WORDS = {
  archive: [
    'inbox.done.archive',
    'inbox.doneToMany.archive',
    'inbox.failed.archive',
    'inbox.failedForMany.archive',
  ],
  spam: ['inbox.done.spam', 'inbox.doneToMany.spam', 'inbox.failed.spam', 'inbox.failedForMany.spam'],
  inbox: MOVED_TO_INBOX,
  not_spam: MOVED_TO_INBOX,
  read: ['inbox.done.read', 'inbox.doneToMany.read', 'inbox.failed.read', 'inbox.failedForMany.read'],
  unread: [
    'inbox.done.unread',
    'inbox.doneToMany.unread',
    'inbox.failed.unread',
    'inbox.failedForMany.unread',
  ],
  delete: DELETED,
  restore: [
    'inbox.done.restore',
    'inbox.doneToMany.restore',
    'inbox.failed.restore',
    'inbox.failedForMany.restore',
  ],
  delete_permanently: DELETED,
  star: ['inbox.done.star', 'inbox.doneToMany.star', 'inbox.failed.star', 'inbox.failedForMany.star'],
  unstar: [
    'inbox.done.unstar',
    'inbox.doneToMany.unstar',
    'inbox.failed.unstar',
    'inbox.failedForMany.unstar',
  ],
  unassign: [
    'inbox.done.unassign',
    'inbox.doneToMany.unassign',
    'inbox.failed.unassign',
    'inbox.failedForMany.unassign',
  ],
} as const satisfies Record<Extract<BulkAction, string>, readonly (PlainKey | FilledKey)[]>

/** The same for actions that name a label or a person. */
const NAMED_WORDS = {
  assign: [
    'inbox.done.assign',
    'inbox.doneToMany.assign',
    'inbox.failed.assign',
    'inbox.failedForMany.assign',
  ],
  label: ['inbox.done.label', 'inbox.doneToMany.label', 'inbox.failed.label', 'inbox.failedForMany.label'],
  unlabel: [
    'inbox.done.unlabel',
    'inbox.doneToMany.unlabel',
    'inbox.failed.unlabel',
    'inbox.failedForMany.unlabel',
  ],
} as const satisfies Record<NamedAction['name'], readonly FilledKey[]>

function byName(one: Label, other: Label): number {
  return one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1
}

/** "Archived", or "3 submissions archived" */
export function describeResult(action: ReversibleAction, number: number): string {
  if (typeof action === 'string') {
    const [one, many] = WORDS[action]
    return number === 1 ? t(one) : t(many, { count: number })
  }
  const [one, many] = NAMED_WORDS[action.name]
  const name = getName(action)
  return number === 1 ? t(one, { name }) : t(many, { name, count: number })
}

/** "Not archived", or "3 submissions not archived" */
export function describeFailure(action: BulkAction, number: number): string {
  if (typeof action === 'string') {
    const [, , one, many] = WORDS[action]
    return number === 1 ? t(one) : t(many, { count: number })
  }
  const [, , one, many] = NAMED_WORDS[action.name]
  const name = getName(action)
  return number === 1 ? t(one, { name }) : t(many, { name, count: number })
}

function getName(action: NamedAction): string {
  return action.name === 'assign' ? action.assignee.email : action.label.name
}

/** Words for submissions that an undo did not find where the action had left them. */
export function describeNotUndone(number: number): { title: string; description: string; tone: 'danger' } {
  return {
    tone: 'danger',
    title: number === 1 ? t('inbox.toasts.notUndone') : t('inbox.toasts.manyNotUndone', { count: number }),
    description: t('inbox.toasts.notUndoneSince'),
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
