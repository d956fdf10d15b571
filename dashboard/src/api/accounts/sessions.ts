import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callOrThrow, path } from '../client/call.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { SessionList } from '../schema.ts'
import { forgetAllAnswerDrafts } from '../submissions/answer-drafts.ts'

export function useSessions() {
  return useQuery({
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }) => callOrThrow<SessionList>({ path: '/sessions', signal }),
    select: (answer) => answer.data,
  })
}

export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callOrThrow<null>({ method: 'DELETE', path: path`/sessions/${id}` }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.sessions }),
  })
}

/** Ends every session, including this one, and revokes all keys if wanted. */
export function useEndAllSessions() {
  return useMutation({
    mutationFn: ({ revokeKeys }: { revokeKeys: boolean }) =>
      callOrThrow<null>({
        method: 'DELETE',
        path: '/sessions',
        search: { revoke_keys: revokeKeys ? '1' : null },
      }),
    onSuccess: forgetAllAnswerDrafts,
  })
}
