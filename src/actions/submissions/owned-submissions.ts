import type { StoredFile } from '../../domain/files/stored-file.ts'
import type { Refused } from '../../domain/refusal.ts'
import type { InboxSubmission } from '../../store/submissions/inbox-list.ts'
import type { SubmissionFilter } from '../../store/submissions/inbox-reads.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { findAssignee, toAssigneeId } from './assignees.ts'
import { findLabelKeys, type LabelView, toLabelView } from './owned-labels.ts'

/** A submission as its owner sees it. */
export type SubmissionView = Omit<
  InboxSubmission,
  'key' | 'endpointKey' | 'files' | 'labels' | 'assignee'
> & {
  id: string
  assignee: { id: string; email: string } | null
  labels: readonly LabelView[]
  files: readonly FileView[]
}

/** A file as its owner sees it. */
export type FileView = StoredFile & { id: string }

/** A selection of the caller's submissions. */
export type Selection = Omit<SubmissionFilter, 'accountKey' | 'labelKey' | 'assignee'> & {
  /** Null: with any labels or none. */
  labelId?: string | null
  /** `me`, `nobody`, or the id of an assignee; null: assigned to anybody or nobody. */
  assigned?: string | null
}

/** Finds a submission of the caller by id. */
export async function findSubmission(
  context: Context,
  caller: Caller,
  submissionId: string,
): Promise<InboxSubmission | null> {
  const key = context.keys.submissionKey(submissionId)
  return key === null ? null : context.store.inbox.findSubmission(caller.accountKey, key)
}

/** Converts a selection to a filter of the store; refused when its label or assignee is not of the caller's account, or its endpoint none that they may see. */
export async function toSubmissionFilter(
  context: Context,
  caller: Caller,
  selection: Selection,
): Promise<{ kind: 'filter'; filter: SubmissionFilter } | Refused> {
  const { accountKey, access } = caller
  const { labelId = null, assigned = null, ...rest } = selection
  const endpointId = rest.endpointId ?? access.form
  if (access.form !== null && endpointId !== access.form) {
    return { kind: 'refused', refusal: { code: 'endpoint_not_found' } }
  }
  if (endpointId !== null && !(await context.store.owned.find({ accountKey, kind: 'form', endpointId }))) {
    return { kind: 'refused', refusal: { code: 'endpoint_not_found' } }
  }
  const filter: SubmissionFilter = { ...rest, endpointId, accountKey }
  if (assigned === 'nobody') filter.assignee = assigned
  else if (assigned !== null) {
    const assignee = await findAssignee(context, caller, assigned)
    if (assignee.kind === 'refused') return assignee
    filter.assignee = assignee.key
  }
  if (labelId === null) return { kind: 'filter', filter }
  const labels = await findLabelKeys(context, caller, [labelId])
  if (labels.kind === 'refused') return labels
  return { kind: 'filter', filter: { ...filter, labelKey: labels.keys[0] ?? null } }
}

/** Converts a stored submission to the owner's view, with its public id. */
export function toSubmissionView(context: Context, submission: InboxSubmission): SubmissionView {
  const { key, endpointKey: _key, files, labels, assignee, ...rest } = submission
  return {
    ...rest,
    id: context.keys.submissionId(key),
    labels: labels.length === 0 ? NO_LABELS : labels.map((label) => toLabelView(context, label)),
    assignee: assignee && { id: toAssigneeId(context, assignee.key), email: assignee.mailbox },
    files: files.length === 0 ? NO_FILES : files.map((file) => toFileView(context, file)),
  }
}

const NO_FILES: readonly FileView[] = []
const NO_LABELS: readonly LabelView[] = []

/** Converts a stored file to the owner's view, with its public id. */
export function toFileView({ keys }: Context, file: StoredFile): FileView {
  return { ...file, id: keys.rowId('file', file.key) }
}
