import { useQuery } from '@tanstack/react-query'
import { useAccess } from '../accounts/access.ts'
import { path } from '../client/call.ts'
import { read, useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Label, LabelList, LabelRequest } from '../schema.ts'

export type { Label } from '../schema.ts'

/** Limits of the API. */
export const MAX_LABEL_NAME_LENGTH = 40
export const MAX_NOTE_LENGTH = 4000

/** Loads the labels of the account, by name. */
export function useLabels() {
  const { surelyMay } = useAccess()
  return useQuery({
    enabled: surelyMay('viewer', 'account'),
    queryKey: queryKeys.labels,
    queryFn: read<LabelList>({ path: '/labels' }),
    select: ({ data }) => data,
  })
}

export function useCreateLabel() {
  return useChange<Label, LabelRequest>({
    request: (body) => ({ method: 'POST', path: '/labels', body }),
    outdates: [queryKeys.labels],
  })
}

/** Changes the name or color of a label, which every list shows. */
export function useChangeLabel() {
  return useChange<Label, Label>({
    request: ({ id, name, color }) => ({ method: 'PATCH', path: path`/labels/${id}`, body: { name, color } }),
    outdates: [queryKeys.labels, queryKeys.submissions.all],
  })
}

export function useDeleteLabel() {
  return useChange<null, string>({
    request: (id) => ({ method: 'DELETE', path: path`/labels/${id}` }),
    outdates: [queryKeys.labels, queryKeys.submissions.all],
  })
}
