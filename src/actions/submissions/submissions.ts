import type { Refused } from '../../domain/refusal.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { cursorAt, readCursor } from '../cursor.ts'
import { MAX_UNREAD_COUNTED } from './load-form-stats.ts'
import {
  findSubmission,
  type Selection,
  type SubmissionView,
  toSubmissionFilter,
  toSubmissionView,
} from './owned-submissions.ts'

/** Maximum number of submissions that one call counts. */
export const MAX_COUNTED_AT_ONCE = 1000

type ListedSubmissions = {
  kind: 'listed'
  submissions: SubmissionView[]
  next: string | null
  /** Unread submissions in the whole list, on its first page; `MAX_UNREAD_COUNTED` stands for that many or more. */
  unread: number | null
}

/** Lists a page of the caller's submissions, newest first. */
export async function listSubmissions(
  context: Context,
  caller: Caller,
  request: { selection: Selection; limit: number; cursor: string | undefined },
): Promise<ListedSubmissions | Refused> {
  const { inbox } = context.store
  const begin = readCursor(context, request.cursor)
  if (begin.kind === 'refused') return begin
  const filter = await toSubmissionFilter(context, caller, request.selection)
  if (filter.kind === 'refused') return filter
  const { limit } = request
  const page = await inbox.listSubmissions({ ...filter.filter, limit, olderThan: begin.key })
  const isFirst = request.cursor === undefined
  return {
    kind: 'listed',
    submissions: page.submissions.map((submission) => toSubmissionView(context, submission)),
    next: cursorAt(context, page.next),
    unread: isFirst ? await inbox.countUnreadIn(filter.filter, MAX_UNREAD_COUNTED) : null,
  }
}

/**
 * Counts submissions of a selection, newest first; `next` is the cursor to count on from. A search that has scanned
 * enough ends early, so there may be a `next` even if few were counted.
 */
export async function countSubmissions(
  context: Context,
  caller: Caller,
  request: { selection: Selection; cursor: string | undefined },
): Promise<{ kind: 'counted'; count: number; next: string | null } | Refused> {
  const begin = readCursor(context, request.cursor)
  if (begin.kind === 'refused') return begin
  const filter = await toSubmissionFilter(context, caller, request.selection)
  if (filter.kind === 'refused') return filter
  const page = await context.store.inbox.listKeys({
    ...filter.filter,
    limit: MAX_COUNTED_AT_ONCE,
    olderThan: begin.key,
  })
  return { kind: 'counted', count: page.keys.length, next: cursorAt(context, page.next) }
}

/** Returns true for a submission that the caller may see: of any form of the account, or of the only one that they may see. */
export async function reachesSubmission(
  context: Context,
  caller: Caller,
  submissionId: string,
): Promise<boolean> {
  const found = await findSubmission(context, caller, submissionId)
  const only = caller.member?.endpointKey ?? null
  return found !== null && (only === null || found.endpointKey === only)
}

/** Finds a submission of the caller, and the ids of its neighbors in the endpoint and folder; null when there is none. */
export async function getSubmission(
  context: Context,
  caller: Caller,
  submissionId: string,
): Promise<{ submission: SubmissionView; newer: string | null; older: string | null } | null> {
  const found = await findSubmission(context, caller, submissionId)
  if (!found) return null
  const { newer, older } = await context.store.inbox.loadNeighbors(found)
  const toId = (key: number | null) => (key === null ? null : context.keys.submissionId(key))
  return { submission: toSubmissionView(context, found), newer: toId(newer), older: toId(older) }
}
