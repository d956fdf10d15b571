import type { EndpointScope } from '../../domain/accounts/scope.ts'

/** The keys that endpoints have for programs. */
export type EndpointKeyStore = {
  /** Keeps a key. Null when the endpoint has `most` already, or its account has been closed. */
  add(
    request: NewEndpointKey & { endpointKey: number; maxKeys: number; now: Date },
  ): Promise<ListedEndpointKey | null>
  /** The key with this id, and whose it is. */
  find(id: string): Promise<FoundEndpointKey | null>
  /** Writes down that it was used. */
  recordUse(key: number, now: Date): Promise<void>
  /** The keys of an endpoint, newest first. */
  list(endpointKey: number): Promise<ListedEndpointKey[]>
  /** False when the endpoint has no such key. */
  delete(request: { endpointKey: number; key: number }): Promise<boolean>
}

export type ListedEndpointKey = {
  key: number
  id: string
  name: string
  scopes: readonly EndpointScope[]
  createdAt: Date
  usedAt: Date | null
}

/** A key with the endpoint that it belongs to. */
export type FoundEndpointKey = ListedEndpointKey & {
  hash: string
  endpointId: string
  endpointKey: number
  claimed: boolean
}

/** A key for programs that an endpoint has from its beginning. */
export type NewEndpointKey = { id: string; hash: string; name: string; scopes: readonly EndpointScope[] }
