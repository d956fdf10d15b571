import type { EndpointScope } from '../../domain/accounts/scope.ts'
import type { QueueLimits } from '../../domain/queues/queue.ts'
import type { By, ListedKey } from './account-store.ts'

/** Keys of single endpoints for programs. */
export type EndpointKeyStore = {
  /**
   * Stores a key that the owner creates, which also confirms the endpoint. Returns null when it has `maxKeys` already, or
   * its account was closed.
   */
  add(
    request: NewEndpointKey & { endpointKey: number; maxKeys: number } & By,
  ): Promise<ListedEndpointKey | null>
  /** Finds the key with this id, with its endpoint. */
  find(id: string): Promise<FoundEndpointKey | null>
  /** Records the time at which a key was used. */
  recordUse(key: number, now: Date): Promise<void>
  /** Lists the keys of an endpoint, newest first. */
  list(endpointKey: number): Promise<ListedEndpointKey[]>
  /** Returns false when the endpoint has no such key. */
  delete(request: { endpointKey: number; key: number } & By): Promise<boolean>
}

export type ListedEndpointKey = ListedKey<EndpointScope>

/** A key with the endpoint that it belongs to. */
type FoundEndpointKey = ListedEndpointKey & {
  hash: string
  endpointId: string
  endpointKey: number
  /** Account that owns the endpoint; null while it is unclaimed. */
  accountKey: number | null
  /** A person has confirmed the endpoint. */
  confirmed: boolean
  /** Limits that the owner of a queue has set. */
  queueLimits: Partial<QueueLimits>
}

/** A new key of an endpoint for programs. */
export type NewEndpointKey = {
  id: string
  hash: string
  name: string
  scopes: readonly EndpointScope[]
  /** Null for a key that does not expire. */
  expiresAt: Date | null
}
