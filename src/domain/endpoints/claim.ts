import type { Refusal } from '../refusal.ts'
import { type EndpointFacts, stateOf } from './endpoint.ts'

export type ClaimDecision =
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'claimed'; endpoint: EndpointFacts }
  /** Somebody has followed the link before, perhaps a mail scanner: nothing changes. */
  | { kind: 'already_claimed' }

/** Whether the claim link of this endpoint would bind it to somebody. */
export function isClaimable(endpoint: EndpointFacts, now: Date): boolean {
  const state = stateOf(endpoint, now)
  return state === 'unclaimed' || state === 'frozen'
}

/** What following the claim link does. Expired and retired are final; frozen is cured by it. */
export function decideClaim(endpoint: EndpointFacts, now: Date): ClaimDecision {
  switch (stateOf(endpoint, now)) {
    case 'expired':
      return { kind: 'refused', refusal: { code: 'endpoint_expired' } }
    case 'retired':
      return { kind: 'refused', refusal: { code: 'endpoint_retired' } }
    case 'claimed':
      return { kind: 'already_claimed' }
    case 'unclaimed':
    case 'frozen':
      return { kind: 'claimed', endpoint: { ...endpoint, claimedAt: now } }
  }
}
