import { useQuery } from '@tanstack/react-query'
import { useAccess } from '../accounts/access.ts'
import { path } from '../client/call.ts'
import type { SubmissionFilter } from '../client/filters.ts'
import { read, useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { ListedView, View, ViewList } from '../schema.ts'
import { toBodyFilter } from './submissions.ts'

export type { ListedView } from '../schema.ts'

/** Limit of the API. */
export const MAX_VIEW_NAME_LENGTH = 60

/** Loads the saved views of the inbox with their unread counts. */
export function useViews() {
  const { surelyMay } = useAccess()
  return useQuery({
    enabled: surelyMay('viewer', 'account'),
    queryKey: queryKeys.submissions.views,
    queryFn: read<ViewList>({ path: '/views' }),
    select: ({ data }) => data,
  })
}

export function useSaveView() {
  return useChange<View, { name: string; search: SubmissionFilter }>({
    request: ({ name, search: { after: _after, before: _before, ...filter } }) => ({
      method: 'POST',
      path: '/views',
      body: { name, filter: toBodyFilter(filter) },
    }),
    outdates: [queryKeys.submissions.views],
  })
}

export function useRenameView() {
  return useChange<View, { id: string; name: string }>({
    request: ({ id, name }) => ({ method: 'PATCH', path: path`/views/${id}`, body: { name } }),
    outdates: [queryKeys.submissions.views],
  })
}

export function useDeleteView() {
  return useChange<null, string>({
    request: (id) => ({ method: 'DELETE', path: path`/views/${id}` }),
    outdates: [queryKeys.submissions.views],
  })
}

/** Returns the search of the inbox that shows a view. */
export function toSearch({ filter }: Pick<ListedView, 'filter'>): SubmissionFilter {
  const { unread, starred, folder, ...rest } = filter
  return {
    ...rest,
    folder: folder === 'inbox' ? undefined : folder,
    unread: unread ? 1 : undefined,
    starred: starred ? 1 : undefined,
  }
}
