import type { StoredFile } from '../../domain/files/stored-file.ts'
import type { Refused } from '../../domain/refusal.ts'
import type { InboxSubmission } from '../../store/submissions/inbox-list.ts'
import type { SubmissionFilter } from '../../store/submissions/inbox-reads.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'

/** A submission as its owner sees it. */
export type SubmissionView = Omit<InboxSubmission, 'key' | 'endpointKey' | 'files'> & {
  id: string
  files: readonly FileView[]
}

/** A file as its owner sees it. */
export type FileView = StoredFile & { id: string }

/** A selection of the caller's submissions. */
export type Selection = Omit<SubmissionFilter, 'accountKey'>

/** Finds a submission of the caller by id. */
export async function findSubmission(
  context: Context,
  caller: Caller,
  submissionId: string,
): Promise<InboxSubmission | null> {
  const key = context.keys.submissionKey(submissionId)
  return key === null ? null : context.store.inbox.findSubmission(caller.accountKey, key)
}

/** Converts a selection to a filter of the store; refused when its endpoint is not one that the caller may see. */
export async function toSubmissionFilter(
  context: Context,
  caller: Caller,
  selection: Selection,
): Promise<{ kind: 'filter'; filter: SubmissionFilter } | Refused> {
  const { accountKey, access } = caller
  const endpointId = selection.endpointId ?? access.form
  if (access.form !== null && endpointId !== access.form) {
    return { kind: 'refused', refusal: { code: 'endpoint_not_found' } }
  }
  if (endpointId !== null && !(await context.store.owned.find({ accountKey, kind: 'form', endpointId }))) {
    return { kind: 'refused', refusal: { code: 'endpoint_not_found' } }
  }
  return { kind: 'filter', filter: { ...selection, endpointId, accountKey } }
}

/** Converts a stored submission to the owner's view, with its public id. */
export function toSubmissionView(context: Context, submission: InboxSubmission): SubmissionView {
  const { key, endpointKey: _key, files, ...rest } = submission
  return {
    ...rest,
    id: context.keys.submissionId(key),
    files: files.length === 0 ? NO_FILES : files.map((file) => toFileView(context, file)),
  }
}

const NO_FILES: readonly FileView[] = []

/** Converts a stored file to the owner's view, with its public id. */
export function toFileView({ keys }: Context, file: StoredFile): FileView {
  return { ...file, id: keys.rowId('file', file.key) }
}
