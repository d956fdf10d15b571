import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { callOrThrow, path } from '../client/call.ts'
import type { SubmissionFilter } from '../client/filters.ts'
import { PAGING } from '../client/page.ts'
import { read } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type {
  BulkRequest,
  Changed,
  Label,
  ShownSubmission,
  StoredSubmission,
  SubmissionPage,
} from '../schema.ts'

export type Folder = StoredSubmission['folder']

export type Submission = StoredSubmission

/** A submission with its neighbors in the folder. */
export type OpenSubmission = ShownSubmission

type ActionName = BulkRequest['action']

/** A change of many submissions; those of labels name one, and `assign` a person. */
export type BulkAction =
  | Exclude<ActionName, 'label' | 'unlabel' | 'assign'>
  | { name: 'label' | 'unlabel'; label: Label }
  | { name: 'assign'; assignee: NonNullable<Submission['assignee']> }

/** The cached pages of a folder. */
export type SubmissionList = InfiniteData<SubmissionPage, string | null>

/** The service stops counting unread submissions here. */
const MAX_COUNTED_UNREAD = 1000
const PAGE_SIZE = 100
/** Fewer, because the first screen waits for them; `vite.config.ts` preloads them. */
const FIRST_PAGE_SIZE = 50
/** At most a first page, or the oldest of them could not be told from new ones. */
const MAX_NEW_ARRIVALS = 40
const MAX_BULK_IDS = 1000
const SCAN_POLL_MS = 5_000
const UNREAD_FILTER = { folder: 'inbox', unread: 1, limit: 1 } as const

/** Changes that are on their way; they are applied to the lists on the screen at once, but not to one that loads. */
const changesInProgress = new Set<Promise<unknown>>()

/**
 * Lists a folder, newest first. It is never refetched as a whole, because a list must not jump and may have a
 * thousand pages: the screen loads new arrivals by `newestSubmissions` and updates the cache.
 */
export function useSubmissions(filter: SubmissionFilter) {
  return useInfiniteQuery({
    queryKey: queryKeys.submissions.list(filter),
    queryFn: async ({ pageParam, signal }) => {
      await Promise.allSettled(changesInProgress)
      return callOrThrow<SubmissionPage>({
        path: '/submissions',
        search: { ...filter, limit: pageParam === null ? FIRST_PAGE_SIZE : PAGE_SIZE, cursor: pageParam },
        signal,
      })
    },
    ...PAGING,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Previous results stay visible during a search; another folder begins empty.
    placeholderData: (before: SubmissionList | undefined, query) =>
      samePlace(query?.queryKey[2], filter) ? before : undefined,
  })
}

function samePlace(before: string | SubmissionFilter | undefined, filter: SubmissionFilter): boolean {
  if (typeof before !== 'object') return false
  return before.folder === filter.folder && before.endpoint === filter.endpoint
}

/** Loads the first page of a folder, as `useSubmissions` does. */
export function firstSubmissions(filter: SubmissionFilter): Promise<SubmissionPage> {
  return callOrThrow({ path: '/submissions', search: { ...filter, limit: FIRST_PAGE_SIZE } })
}

/** Loads the newest submissions of a folder. */
export function newestSubmissions(filter: SubmissionFilter, signal: AbortSignal): Promise<SubmissionPage> {
  return callOrThrow({ path: '/submissions', search: { ...filter, limit: MAX_NEW_ARRIVALS }, signal })
}

/** Formats the unread count: "12", or "999+" beyond the limit of the service. */
export function formatUnread(unread: number): string {
  return unread >= MAX_COUNTED_UNREAD ? `${MAX_COUNTED_UNREAD - 1}+` : String(unread)
}

/** Loads the unread count of the inbox, for one endpoint or all; format it with `formatUnread`. */
export function useUnread(endpoint?: string) {
  return useQuery({
    queryKey: queryKeys.submissions.unreadCount(endpoint),
    queryFn: read<SubmissionPage>({ path: '/submissions', search: { ...UNREAD_FILTER, endpoint } }),
    select: (page) => page.unread ?? 0,
  })
}

/** @param known row of a list, shown until the response is here */
export function useSubmission(id: string, known?: Submission) {
  return useQuery({
    queryKey: queryKeys.submissions.one(id),
    queryFn: read<OpenSubmission>({ path: path`/submissions/${id}` }),
    // Its files are scanned seconds after it has arrived.
    refetchInterval: ({ state }) =>
      state.data?.files.some(({ scan }) => scan === 'waiting') ? SCAN_POLL_MS : false,
    placeholderData: known && { ...known, neighbors: { newer: null, older: null } },
  })
}

/**
 * Marks a submission as read because it was opened: the spam filter learns from that, unlike from a list marked as read.
 */
export function markOpened(id: string): Promise<Submission> {
  return track(callOrThrow({ method: 'PATCH', path: path`/submissions/${id}`, body: { read: true } }))
}

/** Changes submissions by id, a thousand per request. @returns the number that was changed; some may be gone */
export async function changeSubmissions(ids: readonly string[], action: BulkAction): Promise<number> {
  let changed = 0
  for (let from = 0; from < ids.length; from += MAX_BULK_IDS) {
    changed += (await changeSome({ ids: ids.slice(from, from + MAX_BULK_IDS), action })).changed
  }
  return changed
}

/**
 * Changes every submission that matches the filter, a thousand per request.
 *
 * @param how.onChanged receives the ids of each request; returns `enough` to stop
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

async function changeSome(
  change: { action: BulkAction } & (
    | { ids: readonly string[] }
    | { filter: SubmissionFilter; cursor?: string }
  ),
): Promise<Changed> {
  const { action } = change
  const named = nameAction(action)
  const body =
    'filter' in change
      ? { ...change, filter: toBodyFilter(change.filter), ...named }
      : { ...change, ...named }
  return track(callOrThrow<Changed>({ method: 'POST', path: '/submissions/bulk', body }))
}

function nameAction(action: BulkAction): Pick<BulkRequest, 'action' | 'label' | 'assignee'> {
  if (typeof action === 'string') return { action }
  return action.name === 'assign'
    ? { action: action.name, assignee: action.assignee.id }
    : { action: action.name, label: action.label.id }
}

async function track<Value>(change: Promise<Value>): Promise<Value> {
  changesInProgress.add(change)
  try {
    return await change
  } finally {
    changesInProgress.delete(change)
  }
}

/** Changes the private note on a submission; empty: deletes it. */
export function changeNote(id: string, note: string): Promise<Submission> {
  return track(callOrThrow({ method: 'PATCH', path: path`/submissions/${id}`, body: { note: note || null } }))
}

/** Converts the flags of the URL, 1, to the flags of a body, true. */
export function toBodyFilter({ unread, starred, ...filter }: SubmissionFilter) {
  return {
    ...filter,
    ...(unread === 1 ? { unread: true } : {}),
    ...(starred === 1 ? { starred: true } : {}),
  }
}
