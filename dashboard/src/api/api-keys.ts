import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, path } from './call.ts'
import type { ListedKey } from './listed-key.ts'
import { queryKeys } from './query-keys.ts'

export type Scope = 'read' | 'write'

export type ApiKey = ListedKey<Scope>

/** The one answer that holds the key itself. */
export type NewApiKey = ApiKey & { key: string }

export function useApiKeys() {
  return useQuery({
    queryKey: queryKeys.apiKeys,
    queryFn: ({ signal }) => ask<{ data: ApiKey[] }>({ path: '/keys', signal }),
    select: (answer) => answer.data,
  })
}

/** Wants a fresh sign-in. */
export function useMakeApiKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (made: { name: string; scopes: Scope[] }) =>
      ask<NewApiKey>({ method: 'POST', path: '/keys', body: made }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.apiKeys }),
  })
}

export function useDeleteApiKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => ask<null>({ method: 'DELETE', path: path`/keys/${id}` }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.apiKeys }),
  })
}
