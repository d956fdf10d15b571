import type { Refused } from '../../domain/refusal.ts'
import { FOLDERS_AND_TRASH, type Folder } from '../../domain/submissions/folder.ts'
import type { Mark } from '../../store/submissions/inbox-marks.ts'
import type { SubmissionFilter } from '../../store/submissions/inbox-reads.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { cursorAt, readCursor } from '../cursor.ts'
import { findAssignee } from './assignees.ts'
import { findKeys, mark, recordChange } from './marking.ts'
import { findLabelKeys } from './owned-labels.ts'
import {
  findSubmission,
  type Selection,
  type SubmissionView,
  toSubmissionFilter,
  toSubmissionView,
} from './owned-submissions.ts'

/** Maximum number of submissions that one call changes. */
export const MAX_AT_ONCE = 1000
export const BULK_ACTIONS = [
  'read',
  'unread',
  'archive',
  'inbox',
  'spam',
  'not_spam',
  'delete',
  'restore',
  'delete_permanently',
  'star',
  'unstar',
  'label',
  'unlabel',
  'assign',
  'unassign',
] as const
type ActionName = (typeof BULK_ACTIONS)[number]
type LabelAction = 'label' | 'unlabel'
/** A change of many submissions; those of labels name one, and `assign` names `me` or the id of an assignee. */
export type BulkAction =
  | { name: Exclude<ActionName, LabelAction | 'assign'> }
  | { name: LabelAction; labelId: string }
  | { name: 'assign'; assignee: string }

/** Changes of one submission; null leaves it as it is. */
type SubmissionChange = {
  read: boolean | null
  folder: Folder | null
  starred?: boolean | null
  /** Ids of exactly the labels that it has then. */
  labelIds?: readonly string[] | null
  /** Empty: deletes the note. */
  note?: string | null
  /** `me`, the id of an assignee, or `nobody`. */
  assignee?: string | null
}

/** Marks one submission, moves it to a folder, or changes what its owner has written on it. */
export async function markSubmission(
  context: Context,
  caller: Caller,
  request: SubmissionChange & { submissionId: string; now: Date },
): Promise<{ kind: 'marked'; submission: SubmissionView } | Refused> {
  const { submissionId, read, folder, starred = null, labelIds = null, note = null, now } = request
  const { assignee = null } = request
  const found = await findSubmission(context, caller, submissionId)
  if (!found) return UNKNOWN
  const labels = await findLabelKeys(context, caller, labelIds ?? [])
  if (labels.kind === 'refused') return labels
  const assigned = await findAssignMark(context, caller, assignee ?? 'nobody')
  if (assigned.kind === 'refused') return assigned
  const keys = [found.key]
  const readMark: Mark = read ? { kind: 'read', isOpened: true } : { kind: 'unread' }
  if (read !== null) await mark(context, caller, { keys, mark: readMark, now })
  if (folder !== null) {
    await mark(context, caller, { keys, mark: { kind: 'folder', folder }, now })
    await recordChange(context, caller, { action: folder, count: 1, now })
  }
  const marks: Mark[] = [
    ...(starred === null ? [] : [{ kind: 'starred', starred } as const]),
    ...(labelIds === null ? [] : [{ kind: 'labels', labelKeys: labels.keys } as const]),
    ...(note === null ? [] : [{ kind: 'note', note: note === '' ? null : note } as const]),
    ...(assignee === null ? [] : [assigned.mark]),
  ]
  for (const one of marks) {
    await mark(context, caller, { keys, mark: one, now })
    await recordChange(context, caller, { action: one.kind, count: 1, now })
  }
  const changed = await findSubmission(context, caller, submissionId)
  return changed ? { kind: 'marked', submission: toSubmissionView(context, changed) } : UNKNOWN
}

/** Moves one submission to the trash. Returns false when the caller has none with this id. */
export async function trashSubmission(
  context: Context,
  caller: Caller,
  request: { submissionId: string; now: Date },
): Promise<boolean> {
  const { submissionId, now } = request
  const trash = { submissionId, read: null, folder: 'trash', now } as const
  return (await markSubmission(context, caller, trash)).kind === 'marked'
}

/** Deletes one submission with its deliveries for good. Returns false when the caller has none with this id. */
export async function deleteSubmission(
  context: Context,
  caller: Caller,
  { submissionId, now }: { submissionId: string; now: Date },
): Promise<boolean> {
  const key = context.keys.submissionKey(submissionId)
  if (key === null) return false
  const deleted = await context.store.inbox.delete({ accountKey: caller.accountKey, keys: [key] })
  await recordChange(context, caller, { action: 'delete_permanently', count: deleted.length, now })
  return deleted.length > 0
}

/** Submissions to change: by id, or a page of a selection. */
export type Which =
  | { kind: 'ids'; ids: readonly string[] }
  | { kind: 'selected'; selection: Selection; cursor: string | undefined }

/**
 * Changes many submissions: those with the given ids, ignoring ids of others, or the newest of the selection that the
 * action would change. `next` is the cursor to continue from. A search that has scanned enough ends early, so there may
 * be a `next` even if nothing was changed.
 */
export async function changeMany(
  context: Context,
  caller: Caller,
  request: {
    which: Which
    action: BulkAction
    now: Date
  },
): Promise<{ kind: 'changed'; ids: string[]; next: string | null } | Refused> {
  const { which, action, now } = request
  const found = await findMark(context, caller, action)
  if (found.kind === 'refused') return found
  const chosen = await choose(context, caller, which, action)
  if (chosen.kind === 'refused') return chosen
  const { keys } = chosen
  const changed =
    found.mark === null
      ? await context.store.inbox.delete({ accountKey: caller.accountKey, keys })
      : await mark(context, caller, { keys, mark: found.mark, now })
  await recordChange(context, caller, { action: action.name, count: changed.length, now })
  return { kind: 'changed', ids: changed.map((key) => context.keys.submissionId(key)), next: chosen.next }
}

/** Deletes all submissions of an endpoint for good, also those in the trash, and returns their number; null when the caller has no such endpoint. */
export async function emptyEndpoint(
  context: Context,
  caller: Caller,
  endpointId: string,
): Promise<number | null> {
  const { inbox } = context.store
  const { accountKey } = caller
  const endpoint = await context.store.owned.find({ accountKey, kind: 'form', endpointId })
  if (!endpoint) return null
  const everything = {
    accountKey,
    endpointId,
    folders: FOLDERS_AND_TRASH,
    unread: null,
    after: null,
    before: null,
    terms: [],
  }
  let deleted = 0
  let olderThan: number | null = endpoint.newestKey + 1
  while (olderThan !== null) {
    const page: { keys: readonly number[]; next: number | null } = await inbox.listKeys({
      ...everything,
      limit: MAX_AT_ONCE,
      olderThan,
    })
    deleted += (await inbox.delete({ accountKey, keys: page.keys })).length
    olderThan = page.next
  }
  return deleted
}

const UNKNOWN = { kind: 'refused', refusal: { code: 'submission_not_found' } } as const
const MARKS: Readonly<Record<Exclude<ActionName, 'delete_permanently' | LabelAction | 'assign'>, Mark>> = {
  read: { kind: 'read' },
  unread: { kind: 'unread' },
  archive: { kind: 'folder', folder: 'archive' },
  inbox: { kind: 'folder', folder: 'inbox' },
  spam: { kind: 'folder', folder: 'spam' },
  not_spam: { kind: 'folder', folder: 'inbox' },
  delete: { kind: 'folder', folder: 'trash' },
  restore: { kind: 'restored' },
  star: { kind: 'starred', starred: true },
  unstar: { kind: 'starred', starred: false },
  unassign: { kind: 'assigned', assignee: null },
}

/** Returns the mark that an action makes; null: it deletes. Refused when its label or assignee is not of the account. */
async function findMark(
  context: Context,
  caller: Caller,
  action: BulkAction,
): Promise<{ kind: 'mark'; mark: Mark | null } | Refused> {
  if (action.name === 'assign') return findAssignMark(context, caller, action.assignee)
  if (!('labelId' in action)) {
    return { kind: 'mark', mark: action.name === 'delete_permanently' ? null : MARKS[action.name] }
  }
  const labels = await findLabelKeys(context, caller, [action.labelId])
  if (labels.kind === 'refused') return labels
  const [labelKey = 0] = labels.keys
  return { kind: 'mark', mark: { kind: 'labeled', labelKey, labeled: action.name === 'label' } }
}

async function findAssignMark(
  context: Context,
  caller: Caller,
  id: string,
): Promise<{ kind: 'mark'; mark: Mark } | Refused> {
  if (id === 'nobody') return { kind: 'mark', mark: MARKS.unassign }
  const found = await findAssignee(context, caller, id)
  return found.kind === 'refused' ? found : { kind: 'mark', mark: { kind: 'assigned', assignee: found.key } }
}

async function choose(
  context: Context,
  caller: Caller,
  which: Which,
  action: BulkAction,
): Promise<{ kind: 'chosen'; keys: readonly number[]; next: string | null } | Refused> {
  if (which.kind === 'ids') {
    return { kind: 'chosen', keys: await findKeys(context, caller, which.ids), next: null }
  }
  const begin = readCursor(context, which.cursor)
  if (begin.kind === 'refused') return begin
  const found = await toSubmissionFilter(context, caller, which.selection)
  if (found.kind === 'refused') return found
  const filter = { ...found.filter, ...narrowToUnchanged(which.selection, action) }
  const page = await context.store.inbox.listKeys({ ...filter, limit: MAX_AT_ONCE, olderThan: begin.key })
  return { kind: 'chosen', keys: page.keys, next: cursorAt(context, page.next) }
}

/** Narrows a selection to submissions that the action would change, so that a repeated call finds the rest. */
function narrowToUnchanged({ folders, unread }: Selection, { name }: BulkAction): Partial<SubmissionFilter> {
  switch (name) {
    case 'read':
      return unread === false ? { folders: [] } : { unread: true }
    case 'unread':
      return unread === true ? { folders: [] } : { unread: false }
    case 'archive':
    case 'inbox':
    case 'spam':
      return { folders: folders.filter((folder) => folder !== name) }
    case 'not_spam':
      return { folders: folders.filter((folder) => folder === 'spam') }
    case 'delete':
      return { folders: folders.filter((folder) => folder !== 'trash') }
    case 'restore':
      return { folders: folders.filter((folder) => folder === 'trash') }
    case 'unstar':
      return { starred: true }
    // Those that have it already, or never had it, are passed by.
    case 'star':
    case 'label':
    case 'unlabel':
    case 'assign':
    case 'unassign':
    case 'delete_permanently':
      return {}
  }
}
