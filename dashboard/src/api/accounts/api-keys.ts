import { useQuery } from '@tanstack/react-query'
import { path } from '../client/call.ts'
import { read, useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Key, KeyList, KeyRequest, KeyWithSecret } from '../schema.ts'

/** Permission of an API key. */
export type Scope = Key['scopes'][number]

export function useApiKeys() {
  return useQuery({
    queryKey: queryKeys.apiKeys,
    queryFn: read<KeyList>({ path: '/keys' }),
    select: (answer) => answer.data,
  })
}

/** Needs a fresh sign-in. */
export function useCreateApiKey() {
  return useChange<KeyWithSecret, Required<KeyRequest>>({
    request: (input) => ({ method: 'POST', path: '/keys', body: input }),
    outdates: [queryKeys.apiKeys],
  })
}

export function useDeleteApiKey() {
  return useChange<null, string>({
    request: (id) => ({ method: 'DELETE', path: path`/keys/${id}` }),
    outdates: [queryKeys.apiKeys],
  })
}
