import { useQuery } from '@tanstack/react-query'
import { path } from '../client/call.ts'
import { read, useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Key } from '../schema.ts'

/** A key as listed: without the key itself. */
export type ListedKey<Scope extends string> = Omit<Key, 'scopes'> & { scopes: Scope[] }

/** An endpoint with keys of its own; `kind` is its path in the API. */
export type KeyedEndpoint = { kind: 'queues' | 'telemetry'; id: string }

/** Limit of the API for the names of keys. */
export const MAX_KEY_NAME_LENGTH = 80

export function useEndpointKeys<Scope extends string>(endpoint: KeyedEndpoint) {
  return useQuery({
    queryKey: queryKeys.endpointKeys(endpoint.id),
    queryFn: read<{ data: ListedKey<Scope>[] }>({ path: keysPath(endpoint) }),
    select: (answer) => answer.data,
  })
}

/** Creates a key; only this response contains the key itself. Needs a fresh sign-in. */
export function useCreateEndpointKey<Scope extends string>(endpoint: KeyedEndpoint) {
  return useChange<
    ListedKey<Scope> & { key: string },
    { name: string; scopes: Scope[]; expires_at: string | null }
  >({
    request: (input) => ({ method: 'POST', path: keysPath(endpoint), body: input }),
    outdates: [queryKeys.endpointKeys(endpoint.id)],
  })
}

export function useRevokeEndpointKey(endpoint: KeyedEndpoint) {
  return useChange<null, string>({
    request: (keyId) => ({ method: 'DELETE', path: `${keysPath(endpoint)}${path`/${keyId}`}` }),
    outdates: [queryKeys.endpointKeys(endpoint.id)],
  })
}

function keysPath({ kind, id }: KeyedEndpoint): string {
  return `/${kind}${path`/${id}/keys`}`
}
