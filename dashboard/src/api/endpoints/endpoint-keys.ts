import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callOrThrow, path } from '../client/call.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { ListedKey } from './listed-key.ts'

/** An endpoint with keys of its own; `kind` is its path in the API. */
export type KeyedEndpoint = { kind: 'queues' | 'telemetry'; id: string }

export function useEndpointKeys<Scope extends string>(endpoint: KeyedEndpoint) {
  return useQuery({
    queryKey: queryKeys.endpointKeys(endpoint.id),
    queryFn: ({ signal }) =>
      callOrThrow<{ data: ListedKey<Scope>[] }>({ path: endpointPath(endpoint), signal }),
    select: (answer) => answer.data,
  })
}

/** Creates a key; only this response contains the key itself. Needs a fresh sign-in. */
export function useCreateEndpointKey<Scope extends string>(endpoint: KeyedEndpoint) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (made: { name: string; scopes: Scope[]; expires_at: string | null }) =>
      callOrThrow<ListedKey<Scope> & { key: string }>({
        method: 'POST',
        path: endpointPath(endpoint),
        body: made,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.endpointKeys(endpoint.id) }),
  })
}

export function useRevokeEndpointKey(endpoint: KeyedEndpoint) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (keyId: string) =>
      callOrThrow<null>({ method: 'DELETE', path: `${endpointPath(endpoint)}${path`/${keyId}`}` }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.endpointKeys(endpoint.id) }),
  })
}

function endpointPath({ kind, id }: KeyedEndpoint): string {
  return `/${kind}${path`/${id}/keys`}`
}
