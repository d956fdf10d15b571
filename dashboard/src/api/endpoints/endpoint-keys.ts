import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, path } from '../client/call.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { ListedKey } from './listed-key.ts'

/** An endpoint that has keys of its own, and where the API keeps those of its kind. */
export type KeyedEndpoint = { kind: 'queues' | 'telemetry'; id: string }

export function useEndpointKeys<Scope extends string>(endpoint: KeyedEndpoint) {
  return useQuery({
    queryKey: queryKeys.endpointKeys(endpoint.id),
    queryFn: ({ signal }) => ask<{ data: ListedKey<Scope>[] }>({ path: placeOf(endpoint), signal }),
    select: (answer) => answer.data,
  })
}

/** Its answer is the one that holds the key itself. Wants a fresh sign-in. */
export function useMakeEndpointKey<Scope extends string>(endpoint: KeyedEndpoint) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (made: { name: string; scopes: Scope[] }) =>
      ask<ListedKey<Scope> & { key: string }>({ method: 'POST', path: placeOf(endpoint), body: made }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.endpointKeys(endpoint.id) }),
  })
}

export function useRevokeEndpointKey(endpoint: KeyedEndpoint) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (keyId: string) =>
      ask<null>({ method: 'DELETE', path: `${placeOf(endpoint)}${path`/${keyId}`}` }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.endpointKeys(endpoint.id) }),
  })
}

function placeOf({ kind, id }: KeyedEndpoint): string {
  return `/${kind}${path`/${id}/keys`}`
}
