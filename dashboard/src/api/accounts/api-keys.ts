import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callOrThrow, path } from '../client/call.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Key, KeyList, KeyRequest, KeyWithSecret } from '../schema.ts'

/** Permission of an API key. */
export type Scope = Key['scopes'][number]

export function useApiKeys() {
  return useQuery({
    queryKey: queryKeys.apiKeys,
    queryFn: ({ signal }) => callOrThrow<KeyList>({ path: '/keys', signal }),
    select: (answer) => answer.data,
  })
}

/** Needs a fresh sign-in. */
export function useCreateApiKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Required<KeyRequest>) =>
      callOrThrow<KeyWithSecret>({ method: 'POST', path: '/keys', body: input }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.apiKeys }),
  })
}

export function useDeleteApiKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callOrThrow<null>({ method: 'DELETE', path: path`/keys/${id}` }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.apiKeys }),
  })
}
