import type { EndpointScope } from '../../domain/accounts/scope.ts'
import type { SolvedChallenge } from '../../domain/challenges/challenge.ts'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { IdempotencyKey } from '../../domain/idempotency-key.ts'

export type CreateRequest<Answer> = {
  addressKey: string
  mailboxKey: string
  /** The network that creates it; absent for an endpoint that is confirmed from the beginning. */
  networkKey?: string
  /** The account that owns it from the beginning; absent for an unclaimed endpoint. */
  accountKey?: number
  /** Number of the newest creations of the address that `decide` must see. */
  newest: number
  now: Date
  idempotencyKey: IdempotencyKey | null
  /** A solved challenge that was sent; it is spent when an endpoint is created. */
  challenge?: SolvedChallenge
  decide(found: FoundCreations): { answer: Answer; endpoint: EndpointFacts | null; firstKey?: NewEndpointKey }
}

export type FoundCreations = {
  /** The newest creations from this address within the last hour, oldest first. */
  earlier: readonly Date[]
  /** Set when the owner of the mailbox refuses endpoints for it. */
  suppressed: boolean
  /** Set when the account that would own it was closed. */
  closed: boolean
  /** Set when the challenge of the request has been spent before. */
  challengeSpent: boolean
}

/** A new key of an endpoint for programs. */
export type NewEndpointKey = {
  id: string
  hash: string
  name: string
  scopes: readonly EndpointScope[]
  /** Null for a key that does not expire. */
  expiresAt: Date | null
  /** The member who creates it, with whom it ends. */
  memberKey?: number | null
}
