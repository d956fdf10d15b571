import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { addressOf, ask, path } from './call.ts'
import { PAGING, type Page } from './page.ts'
import { queryKeys } from './query-keys.ts'

export type Folder = 'inbox' | 'spam' | 'archive'

export type Submission = {
  id: string
  endpoint_id: string
  endpoint_name: string | null
  received_at: string
  folder: Folder
  read: boolean
  /** Why it was held for spam when it came; null when it was not. */
  spam_reasons: string[] | null
  /** In the order sent; a value is any JSON. */
  fields: [name: string, value: unknown][]
  letter: 'waiting' | 'delivered' | 'bounced' | 'given_up' | 'suppressed' | null
}

/** One submission with those beside it in its folder. */
export type OpenSubmission = Submission & { neighbours: { newer: string | null; older: string | null } }

export type SubmissionFilter = {
  endpoint?: string | undefined
  folder?: Folder | undefined
  unread?: 1 | undefined
  q?: string | undefined
  after?: string | undefined
  before?: string | undefined
}

/** `unread` stands on the first page alone; 1000 means so many or more. */
export type SubmissionPage = Page<Submission> & { unread?: number }

export type BulkAction = 'read' | 'unread' | 'archive' | 'inbox' | 'spam' | 'not_spam' | 'delete'
export type BulkChange = { action: BulkAction } & ({ ids: string[] } | { filter: SubmissionFilter })
export type BulkAnswer = { changed: number; ids: string[]; more: boolean }

const UNREAD_FILTER = { folder: 'inbox', unread: 1, limit: 1 } as const

/** A folder, newest first; what was shown before stays until the new filter is answered. */
export function useSubmissions(filter: SubmissionFilter) {
  return useInfiniteQuery({
    queryKey: queryKeys.submissions.list(filter),
    queryFn: ({ pageParam, signal }) =>
      ask<SubmissionPage>({ path: '/submissions', search: { ...filter, cursor: pageParam }, signal }),
    ...PAGING,
    placeholderData: keepPreviousData,
  })
}

/** How many in the inbox nobody has read; 1000 means so many or more. */
export function useUnread() {
  return useQuery({
    queryKey: queryKeys.submissions.unread,
    queryFn: ({ signal }) => ask<SubmissionPage>({ path: '/submissions', search: UNREAD_FILTER, signal }),
    select: (page) => page.unread ?? 0,
  })
}

export function useSubmission(id: string) {
  return useQuery({
    queryKey: queryKeys.submissions.one(id),
    queryFn: ({ signal }) => ask<OpenSubmission>({ path: path`/submissions/${id}`, signal }),
  })
}

/** Marks or moves one. The lists are the screen's own business: it shows the change before it is answered. */
export function useChangeSubmission() {
  return useMutation({
    mutationFn: ({ id, ...change }: { id: string; read?: boolean; folder?: Folder }) =>
      ask<Submission>({ method: 'PATCH', path: path`/submissions/${id}`, body: change }),
  })
}

export function useDeleteSubmission() {
  return useMutation({
    mutationFn: (id: string) => ask<null>({ method: 'DELETE', path: path`/submissions/${id}` }),
  })
}

/** Changes at most 1000 in a call; repeat while `more`. */
export function useChangeSubmissions() {
  return useMutation({ mutationFn: changeSubmissions })
}

export function changeSubmissions(change: BulkChange): Promise<BulkAnswer> {
  return ask<BulkAnswer>({ method: 'POST', path: '/submissions/bulk', body: change })
}

/** Where the browser downloads what the filter finds. `bom` helps spreadsheets see UTF-8. */
export function exportAddress(filter: SubmissionFilter, format: 'csv' | 'json' | 'ndjson', bom?: 1): string {
  return addressOf({ path: '/submissions/export', search: { ...filter, format, bom } })
}
