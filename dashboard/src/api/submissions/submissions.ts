import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ask, path } from '../client/call.ts'
import type { SubmissionFilter } from '../client/filters.ts'
import { PAGING } from '../client/page.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { BulkRequest, Changed, ShownSubmission, StoredSubmission, SubmissionPage } from '../schema.ts'

export type Folder = StoredSubmission['folder']

export type Submission = StoredSubmission

/** A submission with its neighbors in the folder. */
export type OpenSubmission = ShownSubmission

export type BulkAction = BulkRequest['action']

/** What is kept of a folder: the pages that were asked for. */
export type SubmissionList = InfiniteData<SubmissionPage, string | null>

/** Where the service stops counting what is unread. */
const MANY_UNREAD = 1000
const PAGE_SIZE = 100
const NEWS_SIZE = 50
const BULK_SIZE = 1000
const UNREAD_FILTER = { folder: 'inbox', unread: 1, limit: 1 } as const

/**
 * A folder, newest first. It is asked for once and never by itself again, because a list must not jump and may have a
 * thousand pages: the screen looks for news by `newestSubmissions` and changes what is kept.
 */
export function useSubmissions(filter: SubmissionFilter) {
  return useInfiniteQuery({
    queryKey: queryKeys.submissions.list(filter),
    queryFn: ({ pageParam, signal }) =>
      ask<SubmissionPage>({
        path: '/submissions',
        search: { ...filter, limit: PAGE_SIZE, cursor: pageParam },
        signal,
      }),
    ...PAGING,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // While one searches, what was found before stays; another folder begins empty.
    placeholderData: (before: SubmissionList | undefined, query) =>
      samePlace(query?.queryKey[2], filter) ? before : undefined,
  })
}

function samePlace(before: string | SubmissionFilter | undefined, filter: SubmissionFilter): boolean {
  if (typeof before !== 'object') return false
  return before.folder === filter.folder && before.endpoint === filter.endpoint
}

/** The newest ones as they are now. */
export function newestSubmissions(filter: SubmissionFilter, signal: AbortSignal): Promise<SubmissionPage> {
  return ask({ path: '/submissions', search: { ...filter, limit: NEWS_SIZE }, signal })
}

/** How many are unread, in a few characters: "12", or "999+" where nobody counted on. */
export function unreadSaid(unread: number): string {
  return unread >= MANY_UNREAD ? `${MANY_UNREAD - 1}+` : String(unread)
}

/** How many in the inbox nobody has read, of one endpoint or of all; say it by `unreadSaid`. */
export function useUnread(endpoint?: string) {
  return useQuery({
    queryKey: queryKeys.submissions.unreadOf(endpoint),
    queryFn: ({ signal }) =>
      ask<SubmissionPage>({ path: '/submissions', search: { ...UNREAD_FILTER, endpoint }, signal }),
    select: (page) => page.unread ?? 0,
  })
}

/** @param known its row in a list, shown until the whole answer is here */
export function useSubmission(id: string, known?: Submission) {
  return useQuery({
    queryKey: queryKeys.submissions.one(id),
    queryFn: ({ signal }) => ask<OpenSubmission>({ path: path`/submissions/${id}`, signal }),
    placeholderData: known && { ...known, neighbours: { newer: null, older: null } },
  })
}

/** Changes those with these ids, a thousand in a call. */
export async function changeSubmissions(ids: readonly string[], action: BulkAction): Promise<void> {
  for (let from = 0; from < ids.length; from += BULK_SIZE) {
    await changeSome({ ids: ids.slice(from, from + BULK_SIZE), action })
  }
}

/**
 * Changes everything that the filter finds, a thousand at a time.
 *
 * @param how.onChanged hears the ids of each thousand; what it returns says whether to go on
 */
export async function changeEverySubmission(
  filter: SubmissionFilter,
  how: { action: BulkAction; onChanged: (ids: readonly string[]) => 'on' | 'enough' },
): Promise<void> {
  let cursor: string | null = null
  do {
    const from = cursor === null ? {} : { cursor }
    const answer: Changed = await changeSome({ filter, ...from, action: how.action })
    if (how.onChanged(answer.ids) === 'enough') return
    cursor = answer.next_cursor
  } while (cursor !== null)
}

function changeSome(
  change: { action: BulkAction } & (
    | { ids: readonly string[] }
    | { filter: SubmissionFilter; cursor?: string }
  ),
): Promise<Changed> {
  const body =
    'filter' in change ? { ...change, filter: { ...change.filter, unread: unreadIn(change.filter) } } : change
  return ask({ method: 'POST', path: '/submissions/bulk', body })
}

/** What is 1 in an address is true in a body. */
function unreadIn({ unread }: SubmissionFilter): true | undefined {
  return unread === 1 ? true : undefined
}
