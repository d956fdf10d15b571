import type { Refusal } from '../../domain/refusal.ts'
import type { InboxSubmission, SubmissionFilter } from '../../store/contract/inbox-store.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'

/** A submission as its owner sees it. */
export type SubmissionView = Omit<InboxSubmission, 'key' | 'endpointKey'> & { id: string }

/** Which of the caller's submissions are meant. */
export type Selection = Omit<SubmissionFilter, 'accountKey'>

type Refused = { kind: 'refused'; refusal: Refusal }

/** The submission with this id, if it is the caller's. */
export async function findSubmission(
  context: Context,
  caller: Caller,
  submissionId: string,
): Promise<InboxSubmission | null> {
  const key = context.keys.submissionKey(submissionId)
  return key === null ? null : context.store.inbox.findSubmission(caller.accountKey, key)
}

/** The selection as the store takes it; an endpoint that is not the caller's is unknown. */
export async function toSubmissionFilter(
  context: Context,
  caller: Caller,
  selection: Selection,
): Promise<{ kind: 'filter'; filter: SubmissionFilter } | Refused> {
  const { accountKey } = caller
  const { endpointId } = selection
  if (endpointId !== null && !(await context.store.owned.find({ accountKey, kind: 'form', endpointId }))) {
    return { kind: 'refused', refusal: { code: 'endpoint_not_found' } }
  }
  return { kind: 'filter', filter: { ...selection, accountKey } }
}

/** A submission with its public id. */
export function toSubmissionView(context: Context, submission: InboxSubmission): SubmissionView {
  const { key, endpointKey: _key, ...rest } = submission
  return { ...rest, id: context.keys.submissionId(key) }
}
