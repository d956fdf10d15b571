import type { QueryClient } from '@tanstack/react-query'
import type { SubmissionFilter } from '../../../api/client/filters.ts'
import { queryKeys } from '../../../api/client/query-keys.ts'
import type { SubmissionPage } from '../../../api/schema.ts'
import { forgetAnswerDrafts } from '../../../api/submissions/answer-drafts.ts'
import type { OpenSubmission, Submission, SubmissionList } from '../../../api/submissions/submissions.ts'
import { withChanged, withInserted, without } from '../list/cached-lists.ts'
import { after, folderAfter, type ReversibleAction } from './bulk-action.ts'
import { withdrawUndo } from './undo.ts'

/** Submissions removed optimistically; the service may still report them, which is no new arrival. */
const left = new Set<string>()

export function wasRemoved(id: string): boolean {
  return left.has(id)
}

/**
 * Applies an action to the cache before the service answers.
 *
 * @returns reverts it
 */
export function applyOptimistically(
  client: QueryClient,
  step: { submissions: readonly Submission[]; action: ReversibleAction },
): () => void {
  const { submissions, action } = step
  const change = (one: Submission) => after(one, action)
  const ids = new Set(submissions.map(({ id }) => id))
  const folder = folderAfter(action)
  const reverts = [
    ...listCachedLists(client).map(({ key, filter }) =>
      folder !== null && filter.folder !== folder && (filter.folder !== 'all' || folder === 'trash')
        ? removeFrom(client, { key, ids })
        : changeIn(client, { key, submissions, change }),
    ),
    changeOpen(client, { submissions, change }),
    countUnread(client, { submissions, action }),
  ]
  return () => {
    for (const revert of reverts) revert()
  }
}

/** Applies a note to the cache before the service answers. */
export function applyNote(client: QueryClient, { id, note }: { id: string; note: string | null }): void {
  const change = (one: Submission) => ({ ...one, note })
  for (const { key } of listCachedLists(client)) {
    client.setQueryData<SubmissionList>(key, (now) => now && withChanged(now, { ids: new Set([id]), change }))
  }
  client.setQueryData<OpenSubmission>(queryKeys.submissions.one(id), (open) => open && { ...open, note })
}

/** Removes deleted submissions from the cache. */
export function removeFromCache(client: QueryClient, ids: readonly string[]): void {
  for (const { key } of listCachedLists(client)) removeFrom(client, { key, ids: new Set(ids) })
  for (const id of ids) client.removeQueries({ queryKey: queryKeys.submissions.one(id) })
  leaveNothingOf(ids)
}

/** Removes what this browser has for submissions that were deleted for good: drafts of answers, and offers to undo. */
export function leaveNothingOf(ids: readonly string[]): void {
  forgetAnswerDrafts(ids)
  withdrawUndo(ids)
}

function listCachedLists(client: QueryClient) {
  return client
    .getQueryCache()
    .findAll({ queryKey: queryKeys.submissions.lists })
    .map(({ queryKey }) => {
      // The third part of the key is the filter: see `queryKeys.submissions.list`.
      return { key: queryKey, filter: queryKey[2] as SubmissionFilter }
    })
}

function removeFrom(
  client: QueryClient,
  removal: { key: readonly unknown[]; ids: ReadonlySet<string> },
): () => void {
  const { key, ids } = removal
  const list = client.getQueryData<SubmissionList>(key)
  const rows = list?.pages.flatMap(({ data }) => data) ?? []
  const removed = rows.filter(({ id }) => ids.has(id))
  const before = findNextRows(rows, ids)
  for (const id of ids) left.add(id)
  if (list) client.setQueryData<SubmissionList>(key, without(list, ids))
  return () => {
    for (const id of ids) left.delete(id)
    client.setQueryData<SubmissionList>(
      key,
      (now) => now && withInserted(now, { submissions: removed, before }),
    )
  }
}

/** Maps each leaving row to the next row that stays. */
function findNextRows(
  rows: readonly Submission[],
  leaving: ReadonlySet<string>,
): Map<string, string | undefined> {
  const before = new Map<string, string | undefined>()
  let next: string | undefined
  for (const { id } of rows.toReversed()) {
    if (leaving.has(id)) before.set(id, next)
    else next = id
  }
  return before
}

function changeIn(
  client: QueryClient,
  rows: {
    key: readonly unknown[]
    submissions: readonly Submission[]
    change: (submission: Submission) => Submission
  },
): () => void {
  const { key, submissions, change } = rows
  const before = new Map(submissions.map((submission) => [submission.id, submission]))
  const ids = new Set(before.keys())
  client.setQueryData<SubmissionList>(key, (now) => now && withChanged(now, { ids, change }))
  return () =>
    client.setQueryData<SubmissionList>(
      key,
      (now) => now && withChanged(now, { ids, change: (one) => ({ ...one, ...before.get(one.id) }) }),
    )
}

function changeOpen(
  client: QueryClient,
  opened: { submissions: readonly Submission[]; change: (submission: Submission) => Submission },
): () => void {
  const { submissions, change } = opened
  for (const { id } of submissions) set(id, change)
  return () => {
    for (const { id, folder, read, starred, labels, assignee } of submissions)
      set(id, (open) => ({ ...open, folder, read, starred, labels, assignee }))
  }
  function set(id: string, to: (submission: Submission) => Submission) {
    client.setQueryData<OpenSubmission>(
      queryKeys.submissions.one(id),
      (open) => open && { ...open, ...to(open) },
    )
  }
}

function countUnread(
  client: QueryClient,
  step: { submissions: readonly Submission[]; action: ReversibleAction },
): () => void {
  const { submissions, action } = step
  const unread = (one: Submission) => (one.folder === 'inbox' && !one.read ? 1 : 0)
  for (const submission of submissions)
    add(submission, unread(after(submission, action)) - unread(submission))
  return () => {
    for (const submission of submissions)
      add(submission, unread(submission) - unread(after(submission, action)))
  }
  function add({ endpoint_id }: Submission, number: number) {
    if (number === 0) return
    for (const endpoint of [undefined, endpoint_id]) {
      client.setQueryData<SubmissionPage>(
        queryKeys.submissions.unreadCount(endpoint),
        (page) => page && { ...page, unread: Math.max(0, (page.unread ?? 0) + number) },
      )
    }
  }
}
