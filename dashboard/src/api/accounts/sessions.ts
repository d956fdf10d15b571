import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, path } from '../client/call.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { SessionList } from '../schema.ts'

export function useSessions() {
  return useQuery({
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }) => ask<SessionList>({ path: '/sessions', signal }),
    select: (answer) => answer.data,
  })
}

export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => ask<null>({ method: 'DELETE', path: path`/sessions/${id}` }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.sessions }),
  })
}

/** Ends them all, this one too. */
export function useEndAllSessions() {
  return useMutation({ mutationFn: () => ask<null>({ method: 'DELETE', path: '/sessions' }) })
}
