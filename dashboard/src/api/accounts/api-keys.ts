import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, path } from '../client/call.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Key, KeyList, KeyRequest, MadeKey } from '../schema.ts'

/** Permission of an API key. */
export type Scope = Key['scopes'][number]

export function useApiKeys() {
  return useQuery({
    queryKey: queryKeys.apiKeys,
    queryFn: ({ signal }) => ask<KeyList>({ path: '/keys', signal }),
    select: (answer) => answer.data,
  })
}

/** Wants a fresh sign-in. */
export function useMakeApiKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (made: KeyRequest) => ask<MadeKey>({ method: 'POST', path: '/keys', body: made }),
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
