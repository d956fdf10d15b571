import { useQuery } from '@tanstack/react-query'
import { read } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Assignee, AssigneeList } from '../schema.ts'

export type { Assignee } from '../schema.ts'

/** Loads the people to whom submissions can be assigned. */
export function useAssignees({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    enabled,
    queryKey: queryKeys.assignees,
    queryFn: read<AssigneeList>({ path: '/assignees' }),
    select: ({ data }) => data,
  })
}

/** "grace@navy.example (you)" */
export function nameAssignee({ email, you }: Assignee): string {
  return you ? `${email} (you)` : email
}
